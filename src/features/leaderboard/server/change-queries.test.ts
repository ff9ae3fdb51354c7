import { expect, test } from 'vitest'
import { flushSyncs } from '#features/ea/server/sync/flush.ts'
import { makeTrader, newLogin, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { createSyncChecks } from '#features/integrity/server/checks/sync-checks.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { changesSince, endOfChanges, pruneChanges, type Position } from './change-queries.ts'
import { tradersById } from './queries.ts'
import { account } from './testing/accounts.ts'

const kernel = await testKernel()
const { sql, clock, secrets } = kernel
const at = new Date(clock.now()).toISOString()
const { trader_id, account_id } = await account(kernel, { username: 'changing', nets: [5, 5] })
const other = await account(kernel, { username: 'other', nets: [5] })
await sql`
  insert into integrity_tag (account_id, code, first_at, last_at, occurrences) values (${account_id}, 'x', ${at}, ${at}, 1)`
await sql`
  insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence, occurrences)
  values (${secrets.newId()}, ${account_id}, 'x', true, ${at}, ${at}, ${at}, 1, '{}', 1)`
await sql`insert into ownership_proof (account_id, code, issued_at, expires_at) values (${account_id}, 'TT-1', ${at}, ${at})`
await sql`
  insert into external_match (match_id, account_id, source, figures, accepted, matched_at, valid_until, reason)
  values (${secrets.newId()}, ${account_id}, 'other', '{}', true, ${at}, ${at}, 'x')`
await sql`
  insert into imported_row
  select account_id, day - 100, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low, drawdown, trades, wins,
         counted, counted_wins, profit, 0 as profit_high
    from daily_row where account_id = ${account_id}`

/** Tables whose changes the log has, by their triggers. */
const logged = (
  await sql<{ name: string }[]>`
    select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where proname in ('log_changed_traders', 'log_changed_accounts')`
).map(({ name }) => name)
/** Its days count once they are packed; those of an account with an imported history are read with each change of the account. */
const withAccount = ['daily_row']

test('every table that the ranking reads of a trader is in the log, or changes with one that is', async () => {
  const read = await sql.begin(async (tx) => {
    await tradersById(tx, [trader_id], utcDay(clock.now()), true)
    // A statement locks every table that it names.
    return tx<{ name: string }[]>`
      select distinct relation::regclass::text as name from pg_locks join pg_class on pg_class.oid = relation
       where pid = pg_backend_pid() and relkind = 'r' and relnamespace = 'public'::regnamespace`
  })
  expect(read.map(({ name }) => name).toSorted()).toEqual([...logged, ...withAccount].toSorted())
})

/** Anything of the trader may have changed, or the account's row alone has. */
const whole = { traders: [trader_id], accounts: [] as string[] }
const alone = { traders: [] as string[], accounts: [trader_id] }

test.for([
  ['before', 'after'],
  ['after', 'before'],
])('a transaction that writes more than the account %s it names the trader whole', async ([order]) => {
  const begin = await endOfChanges(sql)
  await sql.begin(async (tx) => {
    const write = [
      () => tx`update trading_account set sync_count = sync_count where account_id = ${account_id}`,
      () => tx`update trade set net = net where account_id = ${account_id}`,
    ]
    for (const one of order === 'after' ? write : write.toReversed()) await one()
  })
  expect((await changesSince(sql, begin)).changes).toEqual(whole)
})

test('several transactions that write the account alone name it so, until one writes more', async () => {
  const begin = await endOfChanges(sql)
  const sync = () => sql`update trading_account set sync_count = sync_count where account_id = ${account_id}`
  await sync()
  await sync()
  expect((await changesSince(sql, begin)).changes).toEqual(alone)
  await sql`update recent_days set newest = newest where account_id = ${account_id}`
  await sync()
  expect((await changesSince(sql, begin)).changes).toEqual(whole)
})

test.for(logged)('an insert, an update and a deletion of %s name the trader', async (table) => {
  const change = async (work: () => Promise<unknown>, expected = whole) => {
    const begin = await endOfChanges(sql)
    await work()
    expect((await changesSince(sql, begin)).changes).toEqual(expected)
  }
  const key = ['trader', 'trading_account', 'subscription'].includes(table) ? 'trader_id' : 'account_id'
  const id = key === 'trader_id' ? trader_id : account_id
  await change(
    () => sql`update ${sql(table)} set ${sql(key)} = ${sql(key)} where ${sql(key)} = ${id}`,
    table === 'trading_account' ? alone : whole,
  )
  if (table === 'trader' || table === 'trading_account') return
  const rows = await sql<
    Record<string, unknown>[]
  >`select row_to_json(t)::text as row from ${sql(table)} t where ${sql(key)} = ${id}`
  expect(rows.length).toBeGreaterThan(0)
  await change(() => sql`delete from ${sql(table)} where ${sql(key)} = ${id}`)
  for (const { row } of rows)
    await change(
      () =>
        sql`insert into ${sql(table)} select * from json_populate_record(null::${sql(table)}, ${row as string}::json)`,
    )
})

test('a flush of syncs names each of its traders once', async () => {
  const traders = await Promise.all(Array.from({ length: 3 }, () => makeTrader(kernel)))
  const begin = await endOfChanges(sql)
  const sent = traders.map(({ token }) => ({
    tokenHash: secrets.hashToken(token).toString('hex'),
    request: syncRequestOf({ now: clock.now(), login: newLogin() }),
  }))
  const results = await flushSyncs(kernel, createSyncChecks(kernel), sent)
  expect(results.every((result) => 'answer' in result)).toBe(true)
  const ids = traders.map((trader) => trader.trader_id).toSorted()
  const rows = await sql<{ trader_id: string }[]>`
    select trader_id from trader_change, unnest(trader_ids) as trader_id
     where not pg_visible_in_snapshot(at_xid, ${begin.snapshot}::pg_snapshot) order by trader_id`
  expect(rows.map((row) => row.trader_id)).toEqual(ids)
  expect((await changesSince(sql, begin)).changes?.traders.toSorted()).toEqual(ids)
})

test('a transaction that is open during a read hides no other one, and is found once it is over', async () => {
  let position: Position = await endOfChanges(sql)
  const next = async () => {
    const read = await changesSince(sql, position)
    position = read.position
    return read.changes?.traders
  }
  await sql.begin(async (tx) => {
    await tx`update trader set bio = 'slow' where trader_id = ${trader_id}`
    await sql`update trader set bio = 'quick' where trader_id = ${other.trader_id}`
    expect(await next()).toEqual([other.trader_id])
    expect(await next()).toEqual([])
  })
  expect(await next()).toEqual([trader_id])
  expect(await next()).toEqual([])
})

test('a transaction that is rolled back leaves no change', async () => {
  const begin = await endOfChanges(sql)
  await sql
    .begin(async (tx) => {
      await tx`update trader set bio = 'undone' where trader_id = ${trader_id}`
      throw new Error('undone')
    })
    .catch(() => undefined)
  expect((await changesSince(sql, begin)).changes).toEqual({ traders: [], accounts: [] })
})

test('the log does not answer for a position of more than an hour ago, or of a later moment of the database', async () => {
  const { snapshot, at: now } = await endOfChanges(sql)
  const hoursAgo = new Date(Date.parse(now) - 3_600_001).toISOString()
  expect((await changesSince(sql, { snapshot, at: hoursAgo })).changes).toBeNull()
  expect((await changesSince(sql, { snapshot: '9999999999:9999999999:', at: now })).changes).toBeNull()
})

test('entries of another server, whose transactions are ahead, are not read; entries of two hours ago are deleted', async () => {
  const begin = await endOfChanges(sql)
  await sql`insert into trader_change (at_xid, trader_ids) values ('9999999999', array[${trader_id}]::uuid[])`
  expect((await changesSince(sql, begin)).changes).toEqual({ traders: [], accounts: [] })
  const count = async () => (await sql<{ n: number }[]>`select count(*)::int as n from trader_change`)[0]?.n ?? 0
  await sql`update trader_change set at = at - interval '2 hours' where at_xid = '9999999999'`
  const before = await count()
  await pruneChanges(sql)
  expect(await count()).toBe(before - 1)
})
