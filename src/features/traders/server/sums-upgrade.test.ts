import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationsFolder } from '#server/database/migrate.ts'
import type { Sql } from '#server/database/database.ts'
import { testDatabase } from '#server/testing/database.ts'

const sums = '202611230915_trade_sums.sql'
const fill = '202611231700_fill_trade_sums'
const days = '202611232015_days_of_records.sql'
const fillDays = '202611232016_fill_days_of_records'
const recordSums = '202611241515_record_sums.sql'
const fillRecordSums = '202611241516_fill_record_sums'
const unobserved = '202611241645_unobserved_days.sql'
const fillUnobserved = '202611241646_fill_unobserved_days'
const accounts = 120

/** The migrations of a program from before the one named. */
function migrationsBefore(first = sums): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of readdirSync(migrationsFolder).filter((file) => file < first)) {
    cpSync(join(migrationsFolder, name), join(folder, name))
  }
  return folder
}

/** Accounts with three trades each. */
const populate = (sql: Sql) =>
  sql.unsafe(`
    insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server, account_number,
                        terms_accepted_at, terms_version, created_at, updated_at)
    select gen_random_uuid(), 'trader' || number, 'T', number || '@example.com', 'IT', 'x', 'Omega', number, now(), '1', now(), now()
      from generate_series(1, ${accounts}) as number;
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode, bound_at,
                                 last_receipt_at, ea_version, intake)
    select gen_random_uuid(), trader_id, 'MT5', 'Omega', account_number, 'Broker', 'EUR', 2, 'real', now(), now(), '1.0.0', '{}' from trader;
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
    select account_id, login || '-' || number, 'EURUSD', 'buy', 1, now() - interval '1 day', now() - number * interval '1 hour',
           10 - 5 * number, 'witnessed'
      from trading_account cross join generate_series(1, 3) as number`)

test('an upgrade sums the trades of all accounts in batches, while syncs go on', async () => {
  const { sql, address } = await testDatabase({ empty: true })
  await migrate(address, migrationsBefore())
  await populate(sql)
  const batches: number[] = []
  const onBatch = (name: string, rows: number) => void (name === fill && batches.push(rows))
  const upgrade = migrate(address, undefined, { onBatch })
  let isDone = false
  const ended = upgrade.finally(() => (isDone = true))
  let added = 0
  while (!isDone) {
    // As a sync does: the account is locked first.
    await sql.begin(async (tx) => {
      const [account] = await tx<{ account_id: string }[]>`
        select account_id from trading_account order by random() limit 1 for update`
      await tx`
        insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
        values (${account?.account_id ?? ''}, ${`new-${added}`}, ${`NEW${added % 7}`}, 'sell', 1, now() - interval '1 hour', now(), 1, 'witnessed')`
    })
    added += 1
  }
  expect(await ended).toContain(fill)
  expect(batches).toEqual([50, 100, 120])
  expect(added).toBeGreaterThan(5)
  const stored = () => sql`select * from trade_sum order by account_id, origin, symbol, side, weekday, hour`
  const filled = await stored()
  await sql`select renew_trade_sums(array(select account_id from trading_account))`
  expect(filled).toEqual(await stored())
  expect(filled.reduce((trades, row) => trades + Number(row['trades']), 0)).toBe(3 * accounts + added)
})

test('a database that summed all at once has nothing left to fill', async () => {
  const { sql, address } = await testDatabase({ empty: true })
  const folder = migrationsBefore()
  await migrate(address, folder)
  await populate(sql)
  const [head = '', ...rest] = readFileSync(join(migrationsFolder, sums), 'utf8').split('\n')
  const earlier = `${rest.join('\n')}\nselect renew_trade_sums(array_agg(account_id)) from trading_account;\n`
  expect(head).toContain(createHash('sha256').update(earlier).digest('hex'))
  writeFileSync(join(folder, sums), earlier)
  await migrate(address, folder)
  const batches: number[] = []
  const onBatch = (name: string, rows: number) => void (name === fill && batches.push(rows))
  expect(await migrate(address, undefined, { onBatch })).toContain(fill)
  expect(batches).toEqual([])
  expect(await sql`select sum(trades)::int as trades from trade_sum`).toEqual([{ trades: 3 * accounts }])
})

test('an upgrade stores the days of all accounts', async () => {
  const { sql, address } = await testDatabase({ empty: true })
  await migrate(address, migrationsBefore(days))
  await populate(sql)
  await sql.unsafe(`
    update trading_account set first_snapshot_at = now() - interval '30 hours';
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
    select account_id, 'before', 'EURUSD', 'buy', 1, now() - interval '60 hours', now() - interval '50 hours', 7, 'imported'
      from trading_account`)
  const batches: number[] = []
  const onBatch = (name: string, rows: number) => void (name === fillDays && batches.push(rows))
  expect(await migrate(address, undefined, { onBatch })).toContain(fillDays)
  expect(batches).toEqual([20, 40, 60, 80, 100, 120])
  // Three trades from a day ago to one, two and three hours ago.
  const exposed = await sql<{ hours: number }[]>`
    select round(sum(exposed) / 3_600_000)::int as hours from exposed_day group by account_id`
  expect(exposed.map(({ hours }) => hours)).toEqual(Array.from({ length: accounts }, () => 23))
  expect(await sql`select distinct trades, profit from imported_day`).toEqual([{ trades: 1, profit: 7 }])
})

test('an upgrade sums the payments, late and revised records of all accounts', async () => {
  const { sql, address } = await testDatabase({ empty: true })
  await migrate(address, migrationsBefore(recordSums))
  await populate(sql)
  await sql.unsafe(`
    insert into balance_operation (account_id, ticket, at, type, amount, origin)
    select account_id, 'p' || number, now(), 'transfer', (array[100, -30, 7])[number], (array['witnessed', 'witnessed', 'imported'])[number]
      from trading_account cross join generate_series(1, 3) as number;
    insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, late, record)
    select account_id, 'r' || number, 0, now(), now(), '\\x00', number, number < 3, '{}'
      from trading_account cross join generate_series(1, 3) as number;
    insert into record_revision (account_id, ticket, revision, record, replaced_at, grave)
    select account_id, 'r1', revision, '{}', now(), false from trading_account cross join generate_series(0, 1) as revision`)
  const batches: number[] = []
  const onBatch = (name: string, rows: number) => void (name === fillRecordSums && batches.push(rows))
  expect(await migrate(address, undefined, { onBatch })).toContain(fillRecordSums)
  expect(batches).toEqual([50, 100, 120])
  expect(
    await sql`select kind, records, amount, count(*)::int as accounts from record_sum group by 1, 2, 3 order by 1`,
  ).toEqual([
    { kind: 'deposit', records: 1, amount: 100, accounts },
    { kind: 'imported_deposit', records: 1, amount: 7, accounts },
    { kind: 'late', records: 2, amount: 3, accounts },
    { kind: 'revised', records: 1, amount: 0, accounts },
    { kind: 'withdrawal', records: 1, amount: -30, accounts },
  ])
})

test('an upgrade finds the days without a snapshot of all accounts', async () => {
  const { sql, address } = await testDatabase({ empty: true })
  await migrate(address, migrationsBefore(unobserved))
  await populate(sql)
  // Two points of one day, three days without one, a weekend without one.
  await sql.unsafe(`
    update trading_account set first_snapshot_at = now();
    insert into account_point (account_id, at, balance, equity)
    select account_id, at, 1, 1 from trading_account
     cross join unnest(array['2026-01-01T00:00:00Z', '2026-01-01T23:59:00Z', '2026-01-05T12:00:00Z', '2026-01-08T12:00:00Z']::timestamptz[]) as at`)
  const batches: number[] = []
  const onBatch = (name: string, rows: number) => void (name === fillUnobserved && batches.push(rows))
  expect(await migrate(address, undefined, { onBatch })).toContain(fillUnobserved)
  expect(batches).toEqual([100, 120])
  expect(
    await sql`select from_day::text, to_day::text, count(*)::int as accounts from unobserved_days group by 1, 2`,
  ).toEqual([{ from_day: '2026-01-02', to_day: '2026-01-04', accounts }])
})
