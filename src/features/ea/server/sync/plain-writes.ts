import type { Sql } from '#server/database/database.ts'
import { joined } from '#server/database/packing/packing.ts'
import { dayText, instantText } from '#shared/dates.ts'
import type { SyncOutcome } from '../../rules/counting/count-sync.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import { statedEquity } from './account-state.ts'
import type { HeldMemory, SyncChecks } from './checks.ts'
import type { HeldAccount } from './held-accounts.ts'
import type { PackedState } from './stored-state.ts'

/** A sync that changes its account alone, with the account that it found. */
export interface PlainSync {
  tokenHash: string
  held: HeldAccount
  request: SyncRequest
  outcome: SyncOutcome
  state: PackedState
  memory: HeldMemory
}

type Value = string | number | null

/** An array of values without blanks, quotes or commas, as PostgreSQL reads it: the driver would quote each of them. */
const listOf = (values: readonly Value[]): string => `{${values.map((one) => one ?? 'NULL').join()}}`

/**
 * Writes the syncs whose token, trader, plan, account and memory are as they were when the account was held.
 * @param now milliseconds UTC
 * @returns by account, the version of what was written; the others are not stored
 */
export async function writePlainSyncs(
  sql: Sql,
  { held }: Pick<SyncChecks, 'held'>,
  syncs: readonly PlainSync[],
  now: number,
): Promise<Map<string, string>> {
  const of = (value: (sync: PlainSync) => Value) => listOf(syncs.map(value))
  const figure = (value: (snapshot: NonNullable<SyncOutcome['snapshot']>, sync: PlainSync) => number) =>
    of((sync) => sync.outcome.snapshot && value(sync.outcome.snapshot, sync))
  const ofRow = (value: (row: SyncOutcome['rows'][number]) => Value) =>
    of(({ outcome: { rows } }) => (rows[0] === undefined ? null : value(rows[0])))
  const states = joined(syncs.flatMap(({ state, memory }) => [state.engine, state.intake, memory.bytes]))
  const parts = [0, 1, 2].flatMap((part) => [
    listOf(syncs.map((_, index) => states.starts[3 * index + part] ?? null)),
    listOf(syncs.map((_, index) => states.lengths[3 * index + part] ?? null)),
  ])
  const rows = await sql<{ account_id: string; version: string }[]>`
    with now as materialized (
      select one.*,
             substring(states.bytes from engine_at for engine_length) as engine_bytes,
             substring(states.bytes from intake_at for intake_length) as intake_bytes,
             substring(states.bytes from memory_at for memory_length) as memory_bytes
        from (select ${states.bytes}::bytea as bytes) states
       cross join unnest(
               ${of((sync) => sync.held.sender.account_id)}::uuid[], ${of((sync) => sync.held.version)}::xid[],
               ${of((sync) => sync.tokenHash)}::text[], ${of((sync) => held.heldByCase(sync.held.memory))}::text[],
               ${of((sync) => instantText(sync.outcome.account.last_receipt))}::timestamptz[],
               ${of(({ outcome }) => instantText(outcome.snapshot?.t ?? null))}::timestamptz[], ${figure(({ balance }) => balance)}::float8[],
               ${figure((_, sync) => statedEquity(sync) ?? 0)}::float8[],
               ${figure((_, { request }) => request.snapshot.credit)}::float8[],
               ${figure(({ equity, balance }) => equity - balance)}::float8[],
               ${of(({ outcome }) => outcome.account.engine?.profit_total ?? 0)}::float8[],
               ${of(({ outcome }) => outcome.account.engine?.profit_max ?? 0)}::float8[],
               ${parts[0] ?? ''}::int[], ${parts[1] ?? ''}::int[], ${parts[2] ?? ''}::int[], ${parts[3] ?? ''}::int[],
               ${parts[4] ?? ''}::int[], ${parts[5] ?? ''}::int[],
               ${ofRow(({ day }) => dayText(day))}::date[], ${ofRow((row) => row.equity_start)}::float8[],
               ${ofRow((row) => row.equity_end)}::float8[], ${ofRow((row) => row.balance_end)}::float8[],
               ${ofRow((row) => row.inflow)}::float8[], ${ofRow((row) => row.outflow)}::float8[],
               ${ofRow((row) => row.growth)}::float8[], ${ofRow((row) => row.high)}::float8[],
               ${ofRow((row) => row.low)}::float8[], ${ofRow((row) => row.drawdown)}::float8[],
               ${ofRow((row) => row.drawdown_end)}::float8[]
             ) as one(account_id, version, token_hash, held_by_case, last_receipt_at, last_snapshot_at, balance, equity, credit,
                      floating, total_profit, profit_max, engine_at, engine_length, intake_at, intake_length, memory_at,
                      memory_length, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
                      drawdown, drawdown_end)
    ), written as (
      update trading_account as account
         set last_receipt_at = now.last_receipt_at, sync_count = account.sync_count + 1,
             last_snapshot_at = coalesce(now.last_snapshot_at, account.last_snapshot_at),
             balance = coalesce(now.balance, account.balance), equity = coalesce(now.equity, account.equity),
             credit = coalesce(now.credit, account.credit), floating = coalesce(now.floating, account.floating),
             total_profit = now.total_profit, profit_max = now.profit_max, engine_bytes = now.engine_bytes,
             intake_bytes = now.intake_bytes
        from now
        join ea_token token on token.token_hash = decode(now.token_hash, 'hex')
        join trader using (trader_id)
        join trader_plan plan using (trader_id)
       where account.account_id = now.account_id and account.xmin = now.version and account.closed_at is null
         and account.trader_id = token.trader_id and trader.deactivated_at is null
         and plan.leaderboard_expires > ${instantText(now)}::timestamptz
         and ${held.isCurrent(sql, sql`now.held_by_case`)}
      returning account.account_id, account.xmin as version
    ), remembered as (
      ${held.update(sql, sql`now.memory_bytes`)}
        from now join written using (account_id) where known.account_id = now.account_id
    ), day as (
      update daily_row as stored
         set equity_start = now.equity_start, equity_end = now.equity_end, balance_end = now.balance_end,
             inflow = now.inflow, outflow = now.outflow, growth = now.growth, high = now.high, low = now.low,
             drawdown = now.drawdown, drawdown_end = now.drawdown_end
        from now join written using (account_id) where stored.account_id = now.account_id and stored.day = now.day
    )
    select account_id, version::text from written`
  return new Map(rows.map(({ account_id, version }) => [account_id, version]))
}
