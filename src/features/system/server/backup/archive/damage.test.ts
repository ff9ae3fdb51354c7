import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '#server/crypto.ts'
import { createStorage } from '#server/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { BackupError } from './error.ts'
import { restoreFile } from '../restore.ts'
import { newPair, type Opener } from './sealing.ts'
import { createBackups } from '../service.ts'

const pair = newPair()
const kernel = await testKernel()
const { sql, config, secrets } = kernel
const sealedForPair = { ...kernel, config: { ...config, BACKUP_PUBLIC_KEY: pair.publicKey } }
const backups = createBackups(kernel)
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
  // Several sealed pieces, also packed.
  await sql`
    insert into outbox (message_id, cause, kind, subject, body, created_at)
    select gen_random_uuid(), i::text, 'admin_alert', 'x', (select string_agg(md5(random()::text || i || k), '') from generate_series(1, 100) as k), now()
      from generate_series(1, 200) as i`
  const { name } = await backups.make(null)
  await backups.idle()
  whole = readFileSync(join(config.DATA_DIR, 'backups', name))
})

const attempt = async (bytes: Buffer, opener: Opener = { secrets }) => {
  writeFileSync(path, bytes)
  return restoreFile(path, { address: target.address, storage }, opener).then(
    () => null,
    (error: unknown) => error,
  )
}
const isEmpty = async () =>
  (await target.sql`select from pg_class where relnamespace = 'public'::regnamespace`).length === 0

/** What the operator reads, where the file was refused and the database is as empty as before. */
async function refusal(bytes: Buffer, opener?: Opener): Promise<string> {
  const error = await attempt(bytes, opener)
  if (!(error instanceof BackupError)) return `no refusal: ${String(error)}`
  return (await isEmpty()) ? error.message : 'something was kept'
}

describe('a file that is not what was written is refused, and nothing of it is kept', () => {
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
    for (const length of lengths)
      expect(await refusal(whole.subarray(0, length))).toMatch(/incompleto|modificato|non è un backup/)
  })

  test('cut off between two pieces, so that each of them is whole', async () => {
    const line = 2 + whole.readUInt16BE()
    for (const pieces of [1, 2, 3])
      expect(await refusal(whole.subarray(0, line + pieces * 65_552))).toMatch(/incompleto/)
    expect(await refusal(whole.subarray(0, line))).toMatch(/incompleto/)
  })

  test('one bit anywhere', async () => {
    for (let step = 0; step < 60; step += 1) {
      const at = Math.floor((step / 60) * whole.length)
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ (1 << (step % 8))
      expect(await refusal(changed)).toMatch(/modificato|non è un backup|non si apre|incompleto/)
    }
  })

  test('pieces that changed places, came twice, or were left out; something behind the end', async () => {
    const line = 2 + whole.readUInt16BE()
    const piece = (index: number) => whole.subarray(line + index * 65_552, line + (index + 1) * 65_552)
    const rest = whole.subarray(line + 2 * 65_552)
    const head = whole.subarray(0, line)
    expect(await refusal(Buffer.concat([head, piece(1), piece(0), rest]))).toMatch(/modificato/)
    expect(await refusal(Buffer.concat([head, piece(0), piece(0), rest]))).toMatch(/modificato/)
    expect(await refusal(Buffer.concat([head, piece(0), rest]))).toMatch(/modificato/)
    expect(await refusal(Buffer.concat([whole, Buffer.from('x')]))).toMatch(/modificato|incompleto/)
    expect(await refusal(Buffer.concat([whole, whole]))).toMatch(/modificato/)
  })

  test('another file', async () => {
    expect(await refusal(Buffer.from('PK\u0003\u0004 no backup at all'))).toMatch(/non è un backup/)
    expect(await refusal(readFileSync('package.json'))).toMatch(/non è un backup/)
    const error = await restoreFile('/nowhere/x.backup', { address: target.address, storage }, { secrets }).catch(
      (fault: unknown) => fault,
    )
    expect((error as Error).message).toBe('Non riesco a leggere /nowhere/x.backup.')
  })
})

describe('the key', () => {
  const other = (key: string) => ({ secrets: createSecrets({ SECRET_KEY: key, DATA_DIR: '/nowhere' }) })
  const bytes = (fill: number) => Buffer.alloc(32, fill).toString('base64')

  test('another one under the same name, or none of that name', async () => {
    expect(await refusal(whole, other(`test:${bytes(8)}`))).toMatch(/chiave «test» di SECRET_KEY.*è un’altra/)
    expect(await refusal(whole, other(`new:${bytes(7)}`))).toMatch(/chiave «test» di SECRET_KEY.*non c’è/)
  })

  test('an old one that SECRET_KEY still holds after a rotation opens it', async () => {
    const { address } = rotated
    writeFileSync(path, whole)
    const restored = await restoreFile(path, { address, storage }, other(`new:${bytes(8)},test:${bytes(7)}`))
    expect(restored.rows).toBeGreaterThan(200)
  })

  test('whose private half is elsewhere: the server seals and cannot open, its owner can', async () => {
    const sealed = createBackups(sealedForPair)
    const { name } = await sealed.make(null)
    await sealed.idle()
    // Restored for proof while the file's own key was still in memory.
    const [row] = await sql`select verified_at, verification from backup where name = ${name}`
    expect(row?.['verified_at']).not.toBe(null)
    const file = readFileSync(join(config.DATA_DIR, 'backups', name))
    expect(await refusal(file)).toMatch(/metà privata della chiave «[0-9a-f]{8}», in BACKUP_PRIVATE_KEY, e qui non c’è/)
    expect(await refusal(file, { secrets, privateKey: newPair().privateKey })).toMatch(/è un’altra/)
    expect(await refusal(file, { secrets, privateKey: 'x' })).toMatch(/BACKUP_PRIVATE_KEY non è una chiave/)
    const { address } = opened
    writeFileSync(path, file)
    const restored = await restoreFile(path, { address, storage }, { secrets, privateKey: pair.privateKey })
    expect(restored.rows).toBeGreaterThan(200)
  })
})

test('a database in which anything is, is left as it is', async () => {
  await used.sql`create table precious (n int)`
  writeFileSync(path, whole)
  await expect(restoreFile(path, { address: used.address, storage }, { secrets })).rejects.toThrow(
    /non è vuota.*«precious»/,
  )
  const tables = await used.sql`select relname from pg_class where relnamespace = 'public'::regnamespace`
  expect(tables).toEqual([{ relname: 'precious' }])
})
