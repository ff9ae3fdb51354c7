import { Readable } from 'node:stream'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerAccountRoutes } from '#features/account/server/routes.ts'
import { wholeTrader } from '#features/account/server/testing/whole-trader.ts'
import { auditBrokenAt, recordAudit } from '#features/admin/server/service.ts'
import { registerAuthRoutes } from '#features/auth/server/routes.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { goodRegistration } from '#features/auth/testing/scene.ts'
import { registerEaRoutes } from '#features/ea/server/routes.ts'
import { describeSchema } from '#server/schema.ts'
import { createStorage } from '#server/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { contentsOf, restoreInto } from '../../testing/restored.ts'
import { createBackups } from './service.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
await kernel.outbox.close()
const { sql, config, clock } = kernel
const storage = createStorage(config)
const backups = createBackups(kernel)
const app = await testApp(kernel, registerAccountRoutes, registerEaRoutes, registerAuthRoutes)
const target = await testDatabase({ empty: true })
const folder = join(config.DATA_DIR, 'backups')

describe('a backup that is restored', () => {
  let before: Awaited<ReturnType<typeof contentsOf>>
  let name: string

  beforeAll(async () => {
    await wholeTrader(kernel, app)
    const carla = await person(kernel, 'carla', { is_admin: true })
    await sql`update trader set password_hash = ${await hashPassword(goodRegistration.password)} where username = 'carla'`
    for (let line = 0; line < 5; line += 1) {
      await sql.begin((tx) =>
        recordAudit(tx, null, { action: 'test.line', subject: carla.trader_id, details: { line }, at: now() }),
      )
    }
    // Whatever COPY could stumble over.
    await sql`
      create table strange_things (
        "Order" bigint generated always as identity, t text, b bytea, j jsonb, plain json, list text[], times timestamptz[],
        f double precision, n numeric, at timestamptz, d date, span interval, u uuid, flag boolean,
        twice text generated always as (t || t) stored, "self" bigint references strange_things_parent
      )`.catch(() => undefined)
    await storage.write('avatars/00000000000000000000000000000000-96.webp', Buffer.from('one'))
    await storage.write('erased/00000000-0000-7000-8000-000000000001', Buffer.from('2026-11-01T00:00:00.000Z'))
    before = await contentsOf(sql)
    name = (await backups.make(null)).name
    await backups.settled()
    await restoreInto(target.sql, kernel, name)
  })
  const now = () => new Date(clock.now()).toISOString()

  test('has every table as it was, by rows and hashes', async () => {
    const after = await contentsOf(target.sql)
    const { backup: _backup, audit_log: _audit, ...rest } = before
    expect(after).toMatchObject(rest)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Object.values(before).filter(({ rows }) => rows > 0).length).toBeGreaterThan(25)
  })

  test('stands on the same schema: keys, triggers, indexes', async () => {
    expect(await describeSchema(target.sql)).toBe(await describeSchema(sql))
  })

  test('goes on where it was: chains, append-only tables, numbers that are given once', async () => {
    expect(await auditBrokenAt(target.sql)).toBe(null)
    await expect(target.sql`delete from audit_log`).rejects.toThrow('append-only')
    await expect(target.sql`update entitlement_entry set seconds = 1`).rejects.toThrow('append-only')
    const [last] = await target.sql<{ id: number }[]>`select max(entry_id) as id from entitlement_entry`
    const [next] = await target.sql<{ id: number }[]>`
      insert into entitlement_entry select * from entitlement_entry limit 0 returning entry_id as id`.catch(() => [])
    expect(next).toBe(undefined)
    const [sequence] = await target.sql<{ id: number }[]>`
      select nextval(pg_get_serial_sequence('entitlement_entry', 'entry_id')) as id`
    expect(sequence?.id).toBe((last?.id ?? 0) + 1)
  })

  test('is a file for its owner alone that shows nothing of what is in it', () => {
    expect(readdirSync(folder)).toEqual([name])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const bytes = readFileSync(join(folder, name))
    expect(bytes.includes('carla')).toBe(false)
    expect(bytes.includes('copy')).toBe(false)
  })

  test('was restored for proof', async () => {
    const [row] = await sql`select name, verified_at, verification, row_count from backup`
    expect(row).toMatchObject({ name, verified_at: now(), verification: null })
    const left = await sql`select datname from pg_database where datname like 'toptrader_check%'`
    expect(left).toEqual([])
  })
})
void Readable
