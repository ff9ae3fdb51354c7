import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createSecrets } from './crypto.ts'
import { StartupError } from './startup-error.ts'

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const secretsOf = (SECRET_KEY: string) => createSecrets({ SECRET_KEY, DATA_DIR: '/nowhere' })
const secrets = secretsOf(`a:${key(1)}`)

test('a sealed text opens again, and never looks the same twice', () => {
  const sealed = secrets.seal('pässword', 'trader-1')
  expect(secrets.open(sealed, 'trader-1')).toBe('pässword')
  expect(secrets.seal('pässword', 'trader-1')).not.toBe(sealed)
  expect(sealed).toMatch(/^a:[\w-]+$/)
  expect(secrets.open(secrets.seal('', 'x'), 'x')).toBe('')
})

const forged = 'unable to authenticate'

test('it does not open for another record, nor when changed or cut', () => {
  const sealed = secrets.seal('password', 'trader-1')
  expect(() => secrets.open(sealed, 'trader-2')).toThrow(forged)
  const [id, value = ''] = sealed.split(':')
  const bytes = Buffer.from(value, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => secrets.open(`${id}:${changed.toString('base64url')}`, 'trader-1')).toThrow(forged)
  }
  expect(() => secrets.open(`${id}:${bytes.subarray(0, 20).toString('base64url')}`, 'trader-1')).toThrow(forged)
})

test('keys rotate: the first seals, all open, a removed one does not', () => {
  const sealed = secrets.seal('password', 'x')
  const rotated = secretsOf(`b:${key(2)}, a:${key(1)}`)
  expect(rotated.open(sealed, 'x')).toBe('password')
  expect(rotated.seal('password', 'x')).toMatch(/^b:/)
  expect(() => secretsOf(`b:${key(2)}`).open(sealed, 'x')).toThrow('the key "a"')
})

test('a key without a name is named after itself', () => {
  const sealed = secretsOf(key(3)).seal('password', 'x')
  expect(secretsOf(`new:${key(4)},${key(3)}`).open(sealed, 'x')).toBe('password')
})

test('short keys and twin names are refused', () => {
  expect(() => secretsOf('a:c2hvcnQ=')).toThrow('32 byte')
  expect(() => secretsOf(`a:${key(1)},a:${key(2)}`)).toThrow('stesso id')
})

test('without SECRET_KEY a key is made once, for its owner’s eyes', () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const local = () => createSecrets({ SECRET_KEY: undefined, DATA_DIR: folder })
  const sealed = local().seal('password', 'x')
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  const written = readFileSync(join(folder, 'secret.key'), 'utf8')
  expect(local().open(sealed, 'x')).toBe('password')
  expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(written)
})

test('tokens carry 256 bits, hashes 32 bytes, ids sort by their millisecond', async () => {
  const token = secrets.newToken('ea_')
  expect(token).toMatch(/^ea_[\w-]{43}$/)
  expect(secrets.hashToken(token)).toHaveLength(32)
  expect(secrets.hashToken(token)).toEqual(secrets.hashToken(token))
  expect(secrets.hashToken(secrets.newToken())).not.toEqual(secrets.hashToken(token))
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    ids.push(secrets.newId())
    await sleep(2)
  }
  expect(ids.toSorted()).toEqual(ids)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

test.each([
  ['a file', import.meta.filename, 'c’è un file'],
  ['a folder in a file', join(import.meta.filename, 'data'), 'c’è un file'],
  ['a folder that nobody may make', '/sys/toptrader', 'non si può creare'],
])('a data folder that is %s is reported in a sentence', (_name, folder, words) => {
  const make = () => createSecrets({ DATA_DIR: folder, SECRET_KEY: undefined })
  expect(make).toThrow(StartupError)
  expect(make).toThrow(words)
})

test('the keys are given as they stand in SECRET_KEY, in standard base64, the one that seals first', () => {
  const urlSafe = Buffer.alloc(32, 0xfb).toString('base64url')
  expect(secretsOf(`b:${key(2)},a:${urlSafe}`).keys).toEqual([
    { id: 'b', base64: key(2) },
    { id: 'a', base64: Buffer.alloc(32, 0xfb).toString('base64') },
  ])
})
