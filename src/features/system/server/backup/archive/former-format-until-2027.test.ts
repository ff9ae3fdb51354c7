import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createSecrets } from '#server/settings/crypto.ts'
import { createStorage } from '#server/files/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { restoreFile } from '../restore.ts'
import { createBackups } from '../service.ts'
import { checkFile } from './open.ts'

/**
 * Files that the former program wrote: two traders, an attempt to sign in whose subject has a tab and a line break, one upload, in the
 * first file another one of 70,000 bytes, so that it has two pieces.
 */
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', `former-${name}.backup`))
const bySecretKey = fixture('secret-key')
const byKeyPair = fixture('key-pair')
const privateKey = 'EKKAWrW54hbDt/5blyAPnjWgmRGPVlvq/sRSqI2rYEA='
const publicKey = 'IJInlIH2utVxbIW2GVflPOkcvkhVTqHp32GtmQin5kI='

const kernel = await testKernel()
await kernel.outbox.close()
const { config, secrets, sql } = kernel
const storage = createStorage(config)
const path = join(config.DATA_DIR, 'former.backup')
const [first, second, third] = [
  await testDatabase({ empty: true }),
  await testDatabase({ empty: true }),
  await testDatabase({ empty: true }),
]

const secretsOf = (key: string) => createSecrets({ SECRET_KEY: key, DATA_DIR: '/nowhere' })
const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const check = (bytes: Buffer, keys = { secrets }) =>
  checkFile(Readable.from([bytes]), keys).then(
    () => 'opens',
    (error: Error) => error.message,
  )

test('a former file restores, by the key of SECRET_KEY that it names', async () => {
  writeFileSync(path, bySecretKey)
  const rotated = secretsOf(`new:${keyOf(8)},test:${keyOf(7)}`)
  const restored = await restoreFile(path, { address: first.address, storage }, { secrets: rotated })
  expect(restored).toMatchObject({
    tables: 59,
    rows: 23,
    files: 2,
    files_added: 2,
    made_at: '2026-11-20T10:00:00.000Z',
  })
  expect(await first.sql`select username from trader order by username`).toEqual([
    { username: 'anna' },
    { username: 'bruno' },
  ])
  expect(await first.sql`select subject from login_attempt`).toEqual([{ subject: 'tab\there\nline\\n è' }])
  expect(await first.sql`select nextval(pg_get_serial_sequence('entitlement_entry', 'entry_id'))::int as n`).toEqual([
    { n: 42 },
  ])
  const file = await storage.read(`avatars/${'1'.repeat(32)}-96.webp`)
  expect((await buffer(file?.stream ?? Readable.from([]))).length).toBe(70_000)
})

test('a former file restores by the private half of a pair', async () => {
  writeFileSync(path, byKeyPair)
  const restored = await restoreFile(path, { address: second.address, storage }, { secrets, privateKey })
  expect(restored).toMatchObject({ tables: 59, rows: 21, files: 1 })
})

test('a pair that a former program printed encrypts and opens files of today', async () => {
  const backups = createBackups({ ...kernel, config: { ...config, BACKUP_PUBLIC_KEY: publicKey } })
  const { name } = await backups.make(null)
  await backups.idle()
  expect(await sql`select from backup where name = ${name} and verified_at is not null`).toHaveLength(1)
  const file = join(config.DATA_DIR, 'backups', name)
  await restoreFile(file, { address: third.address, storage }, { secrets, privateKey })
})

test('a former file that was changed, or whose key is missing, is refused', async () => {
  expect(await check(bySecretKey)).toBe('opens')
  const line = 2 + bySecretKey.readUInt16BE()
  for (let step = 0; step < 100; step += 1) {
    const changed = Buffer.from(bySecretKey)
    const at = Math.floor((step / 100) * bySecretKey.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << (step % 8))
    expect(await check(changed)).toMatch(/modificato|non è un backup|non si apre/)
  }
  for (const length of [line + 65_552, line + 20, bySecretKey.length - 1]) {
    expect(await check(bySecretKey.subarray(0, length))).toMatch(/troncato/)
  }
  expect(await check(Buffer.concat([bySecretKey, Buffer.from('x')]))).toMatch(/modificato/)
  expect(await check(bySecretKey, { secrets: secretsOf(`test:${keyOf(8)}`) })).toMatch(
    /la chiave «test» di SECRET_KEY.*è un’altra/,
  )
  expect(await check(bySecretKey, { secrets: secretsOf(`new:${keyOf(7)}`) })).toMatch(
    /la chiave «test» di SECRET_KEY.*non c’è/,
  )
  expect(await check(byKeyPair)).toMatch(/la metà privata della chiave «[0-9a-f]{8}».*non c’è/)
})
