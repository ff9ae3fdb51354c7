import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '#server/settings/crypto.ts'
import { createStorage } from '#server/files/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { BackupError } from './error.ts'
import { writeBackup } from '../../../testing/backups.ts'
import { restoreFile } from '../restore.ts'
import { newKeyPair } from './encryption.ts'
import type { BackupKeys } from './keys.ts'
import { checkFile } from './open.ts'
import { createBackups } from '../service.ts'

const pair = await newKeyPair()
const kernel = await testKernel()
const { sql, config, secrets } = kernel
const encryptedForPair = { ...kernel, config: { ...config, BACKUP_PUBLIC_KEY: pair.publicKey } }
const storage = createStorage(config)
const target = await testDatabase({ empty: true })
const [rotated, opened, used] = [
  await testDatabase({ empty: true }),
  await testDatabase({ empty: true }),
  await testDatabase({ empty: true }),
]
const path = join(config.DATA_DIR, 'tried')
let whole: Buffer

beforeAll(async () => {
  await person(kernel, 'anna')
  // Enough for several pieces of the encrypted file.
  await sql`
    insert into outbox (message_id, cause, kind, subject, body, created_at)
    select gen_random_uuid(), i::text, 'admin_alert', 'x', (select string_agg(md5(random()::text || i || k), '') from generate_series(1, 100) as k), now()
      from generate_series(1, 200) as i`
  whole = readFileSync(await writeBackup(kernel))
})

const attempt = async (bytes: Buffer, keys: BackupKeys = { secrets }) => {
  writeFileSync(path, bytes)
  return restoreFile(path, { address: target.address, storage }, keys).then(
    () => null,
    (error: unknown) => error,
  )
}
/** After the header, which ends with a line of its own, stand 16 random bytes. */
const payloadStart = () => whole.indexOf('\n', whole.indexOf('\n--- ') + 1) + 1 + 16
const isEmpty = async () =>
  (await target.sql`select from pg_class where relnamespace = 'public'::regnamespace`).length === 0

/** The operator's error message, after which the database is as empty as before. */
async function refusal(bytes: Buffer, keys?: BackupKeys): Promise<string> {
  const error = await attempt(bytes, keys)
  if (!(error instanceof BackupError)) return `no refusal: ${String(error)}`
  return (await isEmpty()) ? error.message : 'something was kept'
}

describe('a changed file is refused, and nothing of it stays', () => {
  test('cut off anywhere', async () => {
    expect(whole.length).toBeGreaterThan(4 * 65_552)
    const lengths = [
      0,
      1,
      2,
      50,
      200,
      65_000,
      65_552,
      65_553,
      140_000,
      whole.length - 17,
      whole.length - 16,
      whole.length - 1,
    ]
    for (const length of lengths) expect(await refusal(whole.subarray(0, length))).toMatch(/troncato|non è un backup/)
  })

  test('cut off between two pieces, so that each of them is whole', async () => {
    for (const pieces of [0, 1, 2, 3])
      expect(await refusal(whole.subarray(0, payloadStart() + pieces * 65_552))).toMatch(/troncato/)
  })

  const check = (bytes: Buffer) =>
    checkFile(Readable.from([bytes]), { secrets }).then(
      () => 'opens',
      (error: Error) => error.message,
    )
  const withChangedBit = (at: number, bit: number) => {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ (1 << bit)
    return changed
  }

  test('one bit in any byte of the header', async () => {
    expect(await check(whole)).toBe('opens')
    for (let at = 0; at < payloadStart(); at += 1) {
      expect(await check(withChangedBit(at, at % 5))).toMatch(/modificato|non è un backup|non si apre/)
    }
  })

  test('one bit anywhere behind the header', async () => {
    for (let step = 0; step < 24; step += 1) {
      const at = payloadStart() + Math.floor((step / 24) * (whole.length - payloadStart()))
      expect(await check(withChangedBit(at, step % 8))).toMatch(/modificato/)
    }
    expect(await refusal(withChangedBit(whole.length - 1, 0))).toMatch(/modificato/)
  })

  test('pieces in another order, repeated or missing; bytes after the end', async () => {
    const start = payloadStart()
    const piece = (index: number) => whole.subarray(start + index * 65_552, start + (index + 1) * 65_552)
    const rest = whole.subarray(start + 2 * 65_552)
    const head = whole.subarray(0, start)
    expect(await refusal(Buffer.concat([head, piece(1), piece(0), rest]))).toMatch(/modificato/)
    expect(await refusal(Buffer.concat([head, piece(0), piece(0), rest]))).toMatch(/modificato/)
    expect(await refusal(Buffer.concat([head, piece(0), rest]))).toMatch(/modificato/)
    expect(await refusal(Buffer.concat([whole, Buffer.from('x')]))).toMatch(/modificato/)
    expect(await refusal(Buffer.concat([whole, whole]))).toMatch(/modificato/)
  })

  test('another file', async () => {
    expect(await refusal(Buffer.from('PK\u0003\u0004 no backup at all'))).toMatch(/non è un backup/)
    expect(await refusal(readFileSync('package.json'))).toMatch(/non è un backup/)
    const error = await restoreFile('/nowhere/x.backup', { address: target.address, storage }, { secrets }).catch(
      (reason: unknown) => reason,
    )
    expect((error as Error).message).toBe('Non riesco a leggere /nowhere/x.backup.')
  })
})

describe('the key', () => {
  const other = (key: string) => ({ secrets: createSecrets({ SECRET_KEY: key, DATA_DIR: '/nowhere' }) })
  const bytes = (fill: number) => Buffer.alloc(32, fill).toString('base64')

  test('another one is refused', async () => {
    expect(await refusal(whole, other(`test:${bytes(8)}`))).toMatch(
      /la chiave di SECRET_KEY con cui fu cifrato.*è un’altra/,
    )
    expect(await refusal(whole, { ...other(`test:${bytes(8)}`), privateKey: pair.privateKey })).toMatch(
      /chiave di SECRET_KEY/,
    )
  })

  test('an old one that SECRET_KEY still holds after a rotation opens it, under any name', async () => {
    const { address } = rotated
    writeFileSync(path, whole)
    const restored = await restoreFile(path, { address, storage }, other(`new:${bytes(8)},old:${bytes(7)}`))
    expect(restored.rows).toBeGreaterThan(200)
  })

  test('a public one: the server writes and cannot open, the owner of the private half can', async () => {
    const sealed = createBackups(encryptedForPair)
    const { name } = await sealed.make(null)
    await sealed.idle()
    // The server verified it with the identity that it had made for this file.
    const [row] = await sql`select verified_at, verification from backup where name = ${name}`
    expect(row?.['verified_at']).not.toBe(null)
    const file = readFileSync(join(config.DATA_DIR, 'backups', name))
    expect(await refusal(file)).toMatch(/metà privata della chiave, in BACKUP_PRIVATE_KEY, e qui non c’è/)
    expect(await refusal(file, { secrets, privateKey: (await newKeyPair()).privateKey })).toMatch(/è un’altra/)
    expect(await refusal(file, { secrets, privateKey: 'x' })).toMatch(/BACKUP_PRIVATE_KEY non è una chiave/)
    const { address } = opened
    writeFileSync(path, file)
    const restored = await restoreFile(path, { address, storage }, { secrets, privateKey: pair.privateKey })
    expect(restored.rows).toBeGreaterThan(200)
  })
})

test('a database that is not empty is left unchanged', async () => {
  await used.sql`create table precious (n int)`
  writeFileSync(path, whole)
  await expect(restoreFile(path, { address: used.address, storage }, { secrets })).rejects.toThrow(
    /non è vuota.*«precious»/,
  )
  const tables = await used.sql`select relname from pg_class where relnamespace = 'public'::regnamespace`
  expect(tables).toEqual([{ relname: 'precious' }])
})
