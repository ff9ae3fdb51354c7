import { expect, test } from 'vitest'
import { asOwner } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { reviewAccounts } from '../review/review.ts'
import { reportSilentFindings } from './night-report.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const now = new Date(clock.now()).toISOString()

const accounts = 200

/** Accounts with ten days and ten trades of their own, `together` of them on each network. */
async function populate(kind: string, first: number, together: number): Promise<void> {
  await sql.unsafe(`
    create temp table made on commit drop as
    select number, gen_random_uuid() as trader_id, gen_random_uuid() as account_id
      from generate_series(${first}, ${first + accounts - 1}) as number;
    insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server, account_number,
                        terms_accepted_at, terms_version, created_at, updated_at)
    select trader_id, '${kind}' || number, '${kind}' || number, '${kind}' || number || '@example.com', 'IT', '-', 'Server', '1',
           '${now}', '1', '${now}', '${now}' from made;
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                 bound_at, last_receipt_at, ea_version, first_snapshot_at, intake)
    select account_id, trader_id, 'MT5', '${kind}-Live', (10000 + number)::text, 'Broker', 'EUR', 2, 'real', '${now}', '${now}',
           '1.0.0', timestamptz '${now}' - interval '60 days', '{}' from made;
    insert into account_integrity (account_id, sender, review_due_at)
    select account_id, decode(md5('${kind}' || (number - ${first}) / ${together}), 'hex'), '${now}' from made;
    insert into daily_row (account_id, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
                           drawdown, trades, wins, counted, counted_wins, profit)
    select account_id, (timestamptz '${now}')::date - ago, 1000, 1000, 1000, 0, 0, 1.01, 1.01, 1, 0, 0, 0, 0, 0, 0
      from made, generate_series(1, 10) as ago;
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
    select account_id, (number * 100 + trade)::text, 'EURUSD', 'buy', 1,
           timestamptz '${now}' - make_interval(secs => trade * 40000 + number * 31),
           timestamptz '${now}' - make_interval(secs => trade * 40000 + number * 31 - 600), 1, 'witnessed'
      from made, generate_series(1, 10) as trade;
    insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, consumed, record)
    select account_id, ticket, extract(epoch from close_at) * 1000, close_at, close_at, 'x', net, true,
           jsonb_build_object('ticket', ticket, 'type', 'sell', 'entry', 'out', 'position', ticket, 'symbol', symbol,
                              'volume', 1, 'price', 1.1, 'profit', 1, 'time', floor(extract(epoch from close_at)))
      from trade join made using (account_id);`)
}

/** Runs a statement on each connection of the pool. */
const everywhere = (call: string) =>
  Promise.all(Array.from({ length: 20 }, () => sql.unsafe(`select ${call}, pg_sleep(0.05)`)))

/** Rows of all tables that statements have read. */
async function rowsRead(): Promise<number> {
  // Each connection reports its own.
  await everywhere('pg_stat_force_next_flush()')
  const [row] = await sql<{ rows: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables`
  return row?.rows ?? Number.NaN
}

test('an account costs the same whether 200 or 5 accounts stand behind its network', async () => {
  // Tables of this size are read whole now and then; those of thousands of accounts are not.
  await everywhere("set_config('enable_seqscan', 'off', false)")
  // A connection plans a prepared statement anew five times, and may then keep one plan, which reads other rows. Which connection the pool
  // gives is chance: five plans for the large networks and kept ones for the small networks would be compared.
  await everywhere("set_config('plan_cache_mode', 'force_generic_plan', false)")
  await populate('crowd', 1000, accounts)
  await populate('home', 5500, 5)
  const costOf = async (kind: string) => {
    await sql`update account_integrity set review_due_at = ${now}
               where account_id in (select account_id from trading_account where server = ${`${kind}-Live`})`
    await sql`delete from night_check`
    await sql`insert into night_check (account_id, checked_at)
              select account_id, ${now} from trading_account where server <> ${`${kind}-Live`}`
    await asOwner(kernel, async (own) => {
      await own.unsafe('vacuum analyze')
      // Its own reads are counted before the comparison begins.
      await own`select pg_stat_force_next_flush()`
    })
    const before = await rowsRead()
    expect(await reviewAccounts(kernel, accounts)).toBe(accounts)
    expect(await reportSilentFindings(kernel)).toBe(accounts)
    return ((await rowsRead()) - before) / accounts
  }
  await sql`update account_integrity set review_due_at = null`
  const [crowd, home] = [await costOf('crowd'), await costOf('home')]
  expect(home).toBeGreaterThan(20)
  expect(crowd).toBeLessThan(1.3 * home)
  const people = await sql<{ people: number; tags: number }[]>`
    select (details -> 'found' ->> 'people')::int as people, count(*)::int as tags from integrity_tag
     where code = 'shared_network' group by 1 order by 1`
  expect([...people]).toEqual([
    { people: 5, tags: accounts },
    { people: accounts, tags: accounts },
  ])
})
