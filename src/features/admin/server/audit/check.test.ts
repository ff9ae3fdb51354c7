import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Sql } from '#server/database/database.ts'
import { createStorage, type Storage } from '#server/files/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { asOwner } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { registerAdmin } from '../routes.ts'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { recordAudit } from '#server/audit.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { checkAudit } from './check.ts'

const kernel = await testKernel({ now: '2026-11-20T03:15:00.000Z' })
await kernel.outbox.close()
const { sql, clock, config, lines } = kernel
const storage = createStorage(config)
const app = await testApp(kernel, registerAdmin)
const capo = await person(kernel, 'capo', { is_admin: true })
const folder = join(config.DATA_DIR, 'uploads', 'audit-roots')

const act = (n: number) =>
  sql.begin((tx) =>
    recordAudit(tx, null, { action: 'system.logs', subject: null, details: { n }, at: '2026-11-20T00:00:00.000Z' }),
  )
// Nights pass: an admin's session would expire.
const shown = async () => {
  const headers = await signedIn(kernel, capo.trader_id)
  return (await app.inject({ method: 'GET', url: '/api/admin/audit', headers })).json<{ check: unknown }>().check
}
const alerts = () => sql<{ body: string }[]>`select body from outbox where cause like 'audit-changed:%'`
/** Changes the log as an owner of the database could, beyond the product's rights. */
const past = (change: (tx: Sql) => Promise<unknown>) =>
  asOwner(kernel, (own) =>
    own.begin(async (tx) => {
      await tx`alter table audit_log disable trigger user`
      await change(tx as unknown as Sql)
      await tx`alter table audit_log enable trigger user`
    }),
  )
/** Computes every hash again from the present lines: the chain itself shows nothing afterwards. */
const rechain = (tx: Sql) => tx`
  do $$
  declare line record; previous bytea;
  begin
    for line in select * from audit_log order by audit_id loop
      previous := audit_hash(previous, line.audit_id, line.at, line.actor, line.action, line.subject, line.details, line.address, line.request_id);
      update audit_log set entry_hash = previous where audit_id = line.audit_id;
    end loop;
  end $$`
beforeEach(() => sql`delete from outbox`)

test('an empty log holds, and has no root', async () => {
  expect(await shown()).toBeNull()
  expect(await checkAudit(kernel, storage)).toBe(0)
  expect(await shown()).toEqual({
    checked_at: '2026-11-20T03:15:00.000Z',
    lines: 0,
    broken_at: null,
    differs_from: null,
    exported: false,
  })
})

test('each night stores its root outside the database, in the server’s log, and in the list of checks', async () => {
  for (const n of [1, 2, 3]) await act(n)
  clock.advance(DAY_MS)
  expect(await checkAudit(kernel, storage)).toBe(0)
  await act(4)
  clock.advance(DAY_MS)
  expect(await checkAudit(kernel, storage)).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual(['2026-11-21.json', '2026-11-22.json'])
  const [row] = await sql<
    { hash: string }[]
  >`select encode(entry_hash, 'hex') as hash from audit_log where audit_id = 3`
  const root = { day: '2026-11-21', checked_at: '2026-11-21T03:15:00.000Z', line: 3, hash: row?.hash }
  expect(JSON.parse(readFileSync(join(folder, '2026-11-21.json'), 'utf8'))).toEqual(root)
  expect(lines.map((line) => line['audit_root'])).toContainEqual(root)
  expect(await shown()).toMatchObject({ lines: 4, exported: true })
  expect(await alerts()).toEqual([])
  // No route serves a root.
  expect((await app.inject('/uploads/audit-roots/2026-11-21.json')).statusCode).toBe(404)
})

test('a second check of a day leaves the stored root as it is', async () => {
  const file = join(folder, '2026-11-22.json')
  const before = [readFileSync(file, 'utf8'), statSync(file).mtimeMs]
  await act(5)
  clock.advance(MINUTE_MS)
  expect(await checkAudit(kernel, storage)).toBe(0)
  expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs]).toEqual(before)
})

test('the list of checks cannot be changed either', async () => {
  await expect(sql`update audit_check set broken_at = null`).rejects.toThrow('append-only')
  await expect(sql`delete from audit_check`).rejects.toThrow('append-only')
})

test('without an answer of the store that night has no root, and nothing else fails', async () => {
  const away: Storage = {
    ...storage,
    read: () => Promise.reject(new Error('away')),
    write: () => Promise.reject(new Error('away')),
  }
  clock.advance(MINUTE_MS)
  expect(await checkAudit(kernel, away)).toBe(0)
  expect(await shown()).toMatchObject({ exported: false, broken_at: null })
  expect(lines.map((line) => line['msg'])).toContain('root of the audit log not stored')
})

test('one line altered in the database: found the next night, shown, and reported once a day', async () => {
  await past((tx) => tx`update audit_log set details = '{"n": 99}' where audit_id = 2`)
  clock.advance(DAY_MS)
  expect(await checkAudit(kernel, storage)).toBe(1)
  clock.advance(MINUTE_MS)
  expect(await checkAudit(kernel, storage)).toBe(1)
  expect(await shown()).toMatchObject({ broken_at: 2, differs_from: null, exported: false })
  expect(await alerts()).toHaveLength(1)
  expect((await alerts())[0]?.body).toContain('La catena si interrompe alla riga 2.')
  // A log that fails the check stores no root.
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a log rewritten with its chain differs from the stored roots', async () => {
  await past(rechain)
  expect(await auditBrokenAt(sql)).toBeNull()
  clock.advance(DAY_MS)
  expect(await checkAudit(kernel, storage)).toBe(1)
  expect(await shown()).toMatchObject({ broken_at: null, differs_from: '2026-11-21' })
  expect((await alerts())[0]?.body).toContain('Non corrisponde più alla radice conservata il 21/11/2026.')
})

test('so do a log that lost its end, and a root whose file was emptied', async () => {
  await past(async (tx) => {
    await tx`update audit_log set details = '{"n": 2}' where audit_id = 2`
    await rechain(tx)
  })
  clock.advance(DAY_MS)
  expect(await checkAudit(kernel, storage)).toBe(0)
  await past((tx) => tx`delete from audit_log where audit_id >= 4`)
  clock.advance(MINUTE_MS)
  expect(await checkAudit(kernel, storage)).toBe(1)
  expect(await shown()).toMatchObject({ broken_at: null, differs_from: '2026-11-22' })

  for (const name of readdirSync(folder)) if (name !== '2026-11-21.json') rmSync(join(folder, name))
  clock.advance(MINUTE_MS)
  expect(await checkAudit(kernel, storage)).toBe(0)
  writeFileSync(join(folder, '2026-11-21.json'), '')
  clock.advance(MINUTE_MS)
  expect(await checkAudit(kernel, storage)).toBe(1)
})
