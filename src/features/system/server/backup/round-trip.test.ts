import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { eraseRestored, finishErasures } from '#features/account/server/erasure/jobs.ts'
import { eraseTrader } from '#features/account/server/erasure/erasure.ts'
import { registerAccount } from '#features/account/server/routes.ts'
import { wholeTrader, type WholeTrader } from '#features/account/server/testing/whole-trader.ts'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { recordAudit } from '#server/audit.ts'
import { registerAuth } from '#features/auth/server/routes.ts'
import { goodRegistration } from '#features/auth/testing/scene.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { describeSchema } from '#server/database/schema.ts'
import { createStorage } from '#server/files/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel, type TestKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { contentsOf } from '../../testing/backups.ts'
import { restoreFile } from './restore.ts'
import { createBackups } from './service.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
await kernel.outbox.close()
const { sql, config, clock } = kernel
const storage = createStorage(config)
const backups = createBackups(kernel)
const app = await testApp(kernel, registerAccount, registerCheckedEa, registerAuth)
const target = await testDatabase({ empty: true })
const restored: TestKernel = { ...kernel, sql: target.sql, address: target.address }
const folder = join(config.DATA_DIR, 'backups')
const picture = `avatars/${'0'.repeat(32)}-96.webp`
const storedKey = `avatars/${'1'.repeat(32)}-96.webp`

describe('a backup that is restored', () => {
  let before: Awaited<ReturnType<typeof contentsOf>>
  let name: string
  let gone: WholeTrader

  beforeAll(async () => {
    gone = await wholeTrader(kernel, app)
    await wholeTrader(kernel, app)
    const carla = await person(kernel, 'carla', { is_admin: true })
    await sql`update trader set password_hash = ${await kernel.secrets.hashPassword(goodRegistration.password)} where username = 'carla'`
    for (let line = 0; line < 5; line += 1) {
      await sql.begin((tx) =>
        recordAudit(tx, null, { action: 'user.restore', subject: carla.trader_id, details: { line }, at: now() }),
      )
    }
    await sql`insert into visitor_key (day, key) values ('2026-11-20', ${Buffer.alloc(32, 7)})`
    await storage.write(picture, Buffer.from('one'))
    await storage.write(storedKey, Buffer.from('two'))
    await storage.write('erased/00000000-0000-7000-8000-000000000001', Buffer.from('2026-11-01T00:00:00.000Z'))
    before = await contentsOf(sql)
    name = (await backups.make(null)).name
    await backups.idle()
    await person(kernel, 'tardiva')
    await eraseTrader(kernel, gone.trader_id, { trader_id: gone.trader_id, address: '127.0.0.1', request_id: 'r' })
    await storage.remove(picture)
    const file = join(folder, name)
    await restoreFile(file, { address: target.address, storage }, { secrets: kernel.secrets })
  })
  const now = () => new Date(clock.now()).toISOString()

  test('has every table as it was, by rows and hashes', async () => {
    const after = await contentsOf(target.sql)
    const { backup: _backup, audit_log: _audit, ...rest } = before
    expect(after).toMatchObject(rest)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Object.values(before).filter(({ rows }) => rows > 0).length).toBeGreaterThan(25)
  })

  test('holds no key of the day, which would identify the visitors of that day', async () => {
    expect(await sql`select day from visitor_key`).toHaveLength(1)
    expect(await target.sql`select day from visitor_key`).toEqual([])
  })

  test('stands on the same schema: keys, triggers, indexes', async () => {
    expect(await describeSchema(target.sql)).toBe(await describeSchema(sql))
  })

  test('continues: chains, append-only tables, unique numbers', async () => {
    expect(await auditBrokenAt(target.sql)).toBe(null)
    await expect(target.sql`delete from audit_log`).rejects.toThrow('append-only')
    await expect(target.sql`update entitlement_entry set seconds = 1`).rejects.toThrow('append-only')
    const [last] = await target.sql<{ id: number }[]>`select max(entry_id) as id from entitlement_entry`
    const [sequence] = await target.sql<{ id: number }[]>`
      select nextval(pg_get_serial_sequence('entitlement_entry', 'entry_id')) as id`
    expect(sequence?.id).toBe((last?.id ?? 0) + 1)
  })

  test('is a file for its owner alone, and reveals nothing of its content', () => {
    expect(readdirSync(folder)).toEqual([name])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const bytes = readFileSync(join(folder, name))
    expect(bytes.includes('carla')).toBe(false)
    expect(bytes.includes('copy')).toBe(false)
  })

  test('is verified', async () => {
    const [row] = await sql`select name, verified_at, verification, row_count from backup`
    expect(row).toMatchObject({ name, verified_at: now(), verification: null })
    // Other test files verify backups of their own in the same cluster.
    const left = await sql`
      select datname from pg_database
       where starts_with(datname, 'toptrader_check_' || left(encode(sha256(current_database()::bytea), 'hex'), 12))`
    expect(left).toEqual([])
  })

  test('restores missing uploads, and leaves the list of the erased unchanged', async () => {
    const textOf = async (key: string) => text((await storage.read(key))?.stream ?? Readable.from([]))
    expect(await textOf(picture)).toBe('one')
    expect(await textOf(storedKey)).toBe('two')
    expect(await textOf('erased/00000000-0000-7000-8000-000000000001')).toBe('2026-11-01T00:00:00.000Z')
    const listed = await Array.fromAsync(storage.list('erased'))
    expect(listed.map(({ key }) => key)).toContain(`erased/${gone.trader_id}`)
  })

  test('serves: an admin signs in with the former password, and traders erased since have no access and are removed', async () => {
    const before = await target.sql`select from trader where trader_id = ${gone.trader_id}`
    expect(before).toHaveLength(1)
    expect(await eraseRestored(restored, storage)).toBe(1)
    const again = await testApp(restored, registerAuth, registerAdmin)
    const signIn = (email: string, password: string) =>
      again.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
    expect((await signIn(gone.email, gone.password)).statusCode).toBe(401)
    const opened = await signIn('carla@example.com', goodRegistration.password)
    expect(opened.statusCode).toBe(200)
    const headers = { authorization: `Bearer ${opened.json<{ access_token: string }>().access_token}` }
    const users = await again.inject({ method: 'GET', url: '/api/admin/users', headers })
    expect(users.json<{ users: { username: string }[] }>().users.map(({ username }) => username)).toContain('carla')
    clock.advance(MINUTE_MS)
    expect(await finishErasures(restored)).toBe(1)
    expect(await target.sql`select from trader where trader_id = ${gone.trader_id}`).toHaveLength(0)
    expect(await target.sql`select from trader`).toHaveLength(2)
  })

  test('gives no number of a user again that was given after the backup', async () => {
    const [lost] = await sql<{ number: number }[]>`
      select user_sequential_id as number from trader where username = 'tardiva'`
    const next = await person(restored, 'nuova')
    const [given] = await target.sql<{ number: number }[]>`
      select user_sequential_id as number from trader where trader_id = ${next.trader_id}`
    expect(given?.number).toBeGreaterThan(lost?.number ?? Infinity)
  })
})
