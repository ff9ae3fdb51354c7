import { expect, test } from 'vitest'
import {
  dealOf,
  makeTrader,
  newLogin,
  sendSync,
  syncRequestOf,
  type RequestOptions,
} from '#features/ea/server/testing/world.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { asOwner } from '#server/testing/database.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'

/**
 * The database can be spread over machines by account (docs/scale.md): every table that a sync writes has the account or the trader in
 * its keys, and a transaction writes the accounts of its flush alone. The tables are those that syncs write here, whatever their names.
 */

/** Tables that syncs write without such a key. */
const unkeyedTables: Record<string, string> = {
  integrity_case: 'opened where a person must decide: seldom, and one of a kind for each account',
  trader_change:
    'a log of transactions, one row for each flush: it stays on one machine and is deleted after two hours',
}
/** Unique indexes without the account or the trader: what they promise holds over all accounts. */
const unkeyedIndexes: Record<string, string> = {
  trader_user_sequential_id_key: 'a number for each person: written at registration',
  trader_email_key: 'written when people register or change their mail',
  trader_username_key: 'written when people register or change their name',
  trader_username_lookalike: 'likewise',
  trading_account_bound: 'a number at a broker belongs to one trader: written once in the life of an account',
  trading_account_revoked_token_key: 'the token that a former binding had: written when an account changes its owner',
  ea_token_token_hash_key: 'finds the trader of a token: written when a token is made',
  ea_token_replaced_hash_key: 'finds the owner of a replaced token: written when a token is made',
}

/** The work of the triggers of these tables. Citus refuses a table that has triggers: before step 4 the flush does their work itself. */
const triggerFunctions: Record<string, string> = {
  add_payment_sums: 'sums of the account, from the rows of its insert',
  add_trade_sums: 'likewise',
  change_trade_sums: 'likewise, from a corrected trade',
  log_changed_accounts: 'a line in the log of changes',
  log_changed_traders: 'likewise',
  log_updated_accounts: 'likewise',
  note_exposed: 'days of the account with open positions',
  note_imported_days: 'days of the account before its first sync',
  note_late_record: 'likewise, where a record comes late',
  note_revision: 'likewise, where a record is corrected',
  pack_days: 'the recent days of the account as one value',
  refuse_change: 'keeps the ledger append-only',
  refuse_ledger_change: 'likewise',
}

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

/** Every write of a transaction, by table and account, seen by triggers on all tables. */
async function observeWrites() {
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  await asOwner(
    kernel,
    (own) => own`create table observed (at_xid xid8, relation text, account_id text, trader_id text)`,
  )
  await asOwner(kernel, (own) =>
    own.unsafe(`
    create function observe() returns trigger language plpgsql as $$
    begin
      insert into observed
      select pg_current_xact_id(), tg_table_name, touched ->> 'account_id', touched ->> 'trader_id'
        from (select to_jsonb(rows) as touched from changed rows) written;
      return null;
    end $$`),
  )
  for (const { name } of tables) {
    for (const [action, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ]) {
      await asOwner(kernel, (own) =>
        own.unsafe(
          `create trigger zz_observe_${action} after ${action} on "${name}" referencing ${rows} table as changed for each statement execute function observe()`,
        ),
      )
    }
  }
}

async function send(token: string, login: string, seq: number, step: Partial<RequestOptions>): Promise<void> {
  const { status } = await sendSync(app, token, syncRequestOf({ login, seq, now: clock.now(), ...step }))
  expect(status).toBe(200)
}

const brokerTime = (minutesAgo: number) => Math.floor(clock.now() / 1000) + 7_200 - 60 * minutesAgo
const trade = (ticket: number, profit: number) => {
  const common = { position: String(ticket), symbol: 'EURUSD', volume: 0.1 }
  return [
    dealOf({ ...common, ticket: String(ticket), time: brokerTime(30), type: 'buy', price: 1.1 }),
    dealOf({
      ...common,
      ticket: String(ticket + 1),
      time: brokerTime(10),
      type: 'sell',
      entry: 'out',
      price: 1.2,
      profit,
    }),
  ]
}
/** A history from before, a trade, a deposit, a corrected record, and one without anything; half a day apart. */
const steps: Partial<RequestOptions>[] = [
  { items: [dealOf({ ticket: '1', time: brokerTime(9_000), profit: 500 }), ...trade(100, 20)], balance: 1_520 },
  { items: trade(200, 30), balance: 1_550 },
  { items: [dealOf({ ticket: '300', time: brokerTime(5), type: 'balance', profit: 100 })], balance: 1_650 },
  { items: trade(200, 35), balance: 1_655 },
  { balance: 1_655, equity: 1_640 },
]

test('a sync writes tables whose keys hold its account or its trader, and no other account', async () => {
  const advisors = await Promise.all(Array.from({ length: 3 }, () => makeTrader(kernel)))
  const logins = advisors.map(newLogin)
  await observeWrites()
  for (const [seq, step] of steps.entries()) {
    clock.advance(13 * HOUR_MS)
    // One after the other: each flush has one sync.
    for (const [index, advisor] of advisors.entries()) await send(advisor.token, logins[index] ?? '', seq + 1, step)
  }

  const written = await sql<{ at_xid: string; relations: string[]; accounts: number; traders: number }[]>`
    select at_xid::text, array_agg(distinct relation) as relations, count(distinct observed.account_id)::int as accounts,
           count(distinct coalesce(observed.trader_id, account.trader_id::text))::int as traders
      from observed left join trading_account account on account.account_id::text = observed.account_id
     group by at_xid`
  expect(written.length).toBeGreaterThanOrEqual(steps.length * advisors.length)
  expect(written.filter(({ accounts, traders }) => accounts > 1 || traders > 1)).toEqual([])

  const hot = [...new Set(written.flatMap(({ relations }) => relations))].toSorted()
  expect(hot).toEqual(expect.arrayContaining(['daily_row', 'ledger_record', 'recent_days', 'trade', 'trading_account']))
  const indexes = await sql<{ relation: string; name: string; keyed: boolean; primary: boolean }[]>`
    select relation.relname as relation, index.relname as name, entry.indisprimary as primary,
           exists (
             select from pg_attribute column_of
              where column_of.attrelid = relation.oid and column_of.attnum = any (entry.indkey)
                and column_of.attname in ('account_id', 'trader_id')
           ) as keyed
      from pg_index entry
      join pg_class relation on relation.oid = entry.indrelid
      join pg_class index on index.oid = entry.indexrelid
     where entry.indisunique and relation.relname in ${sql(hot)}`
  const keyed = new Set(
    indexes.filter(({ primary, keyed: isKeyed }) => primary && isKeyed).map(({ relation }) => relation),
  )
  expect(hot.filter((relation) => !keyed.has(relation))).toEqual(Object.keys(unkeyedTables))
  const unkeyed = indexes.filter(({ relation, keyed: isKeyed }) => !isKeyed && !(relation in unkeyedTables))
  const excused = Object.keys(unkeyedIndexes)
  expect(unkeyed.map(({ name }) => name).filter((name) => !excused.includes(name))).toEqual([])

  // A distributed table may refer to one with the same key, or to a reference table: people's.
  const referred = await sql<{ constraint: string }[]>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as constraint from pg_constraint
     where contype = 'f' and conrelid::regclass::text in ${sql(hot)}
       and pg_get_constraintdef(oid) not like 'FOREIGN KEY (account_id) REFERENCES trading_account(account_id)%'
       and confrelid::regclass::text <> 'trader'`
  expect(referred).toEqual([])
  const triggers = await sql<{ name: string }[]>`
    select distinct proname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where not tgisinternal and tgrelid::regclass::text in ${sql(hot)} and proname <> 'observe'`
  const people = ['audit_role', 'end_sessions']
  expect(
    triggers
      .map(({ name }) => name)
      .filter((name) => !(name in triggerFunctions))
      .toSorted(),
  ).toEqual(hot.includes('trader') ? people : [])

  // A sequence is one place that all machines would ask. People's numbers come from one: at registration alone.
  const sequences = await sql`
    select table_name, column_name from information_schema.columns
     where table_schema = 'public' and table_name in ${sql(hot)} and (column_default like 'nextval%' or is_identity = 'YES')`
  expect(sequences).toEqual([{ table_name: 'trader', column_name: 'user_sequential_id' }])
})

test('plain syncs of many accounts at once write these accounts alone, and nothing but their rows', async () => {
  const advisors = await Promise.all(Array.from({ length: 6 }, () => makeTrader(kernel)))
  const logins = advisors.map(newLogin)
  const sendAll = (of: typeof advisors, seq: number, equity: number) =>
    Promise.all(of.map(({ token }, index) => send(token, logins[index] ?? '', seq, { balance: 1_000, equity })))
  // From the third one on an account is held: its sync takes the short way.
  for (const seq of [1, 2, 3]) {
    clock.advance(MINUTE_MS)
    await sendAll(advisors, seq, 1_000 + seq)
  }
  clock.advance(MINUTE_MS)
  await asOwner(kernel, (own) => own`truncate observed`)
  const some = advisors.slice(0, 4)
  await sendAll(some, 4, 1_010)
  const written = await sql<{ relations: string[]; traders: (string | null)[] }[]>`
    select array_agg(distinct relation order by relation) as relations, array_agg(distinct account.trader_id::text) as traders
      from observed left join trading_account account on account.account_id::text = observed.account_id
     where relation <> 'trader_change' group by at_xid`
  expect(new Set(written.flatMap(({ relations }) => relations))).toEqual(new Set(['trading_account']))
  const traders = new Set(written.flatMap(({ traders: of }) => of))
  expect(traders).toEqual(new Set(some.map(({ trader_id }) => trader_id)))
})

test('the exceptions exist', async () => {
  const names = [...Object.keys(unkeyedTables), ...Object.keys(unkeyedIndexes)]
  const found = await sql<{ name: string }[]>`select relname as name from pg_class where relname in ${sql(names)}`
  expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})
