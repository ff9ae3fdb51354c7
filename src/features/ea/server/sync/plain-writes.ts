import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Sql } from '#server/database/database.ts'
import { joined } from '#server/database/packing/packing.ts'
import { instantText } from '#shared/dates.ts'
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
  const ofDay = (value: (row: DailyRow) => number) =>
    of(({ outcome: { account } }) => account.engine && value(account.engine.row))
  const states = joined(syncs.map(({ state }) => state.bytes))
  const rows = await sql<{ account_id: string; version: string }[]>`
    with now as materialized (
      select one.*, substring(states.bytes from state_at for state_length) as state_bytes
        from (select ${states.bytes}::bytea as bytes) states
       cross join unnest(
               ${of((sync) => sync.held.sender.account_id)}::uuid[], ${of((sync) => sync.held.version)}::xid[],
               ${of((sync) => sync.held.memoryVersion)}::xid[], ${of((sync) => sync.tokenHash)}::text[], ${of((sync) => held.heldByCase(sync.held.memory))}::text[],
               ${of((sync) => instantText(sync.outcome.account.last_receipt))}::timestamptz[],
               ${of(({ outcome }) => instantText(outcome.snapshot?.t ?? null))}::timestamptz[], ${figure(({ balance }) => balance)}::float8[],
               ${figure((_, sync) => statedEquity(sync) ?? 0)}::float8[],
               ${figure((_, { request }) => request.snapshot.credit)}::float8[],
               ${figure(({ equity, balance }) => equity - balance)}::float8[],
               ${of(({ outcome }) => outcome.account.engine?.profit_total ?? 0)}::float8[],
               ${of(({ outcome }) => outcome.account.engine?.profit_max ?? 0)}::float8[],
               ${listOf(states.starts)}::int[], ${listOf(states.lengths)}::int[],
               ${ofDay((row) => row.equity_end)}::float8[], ${ofDay((row) => row.growth)}::float8[],
               ${ofDay((row) => row.high)}::float8[], ${ofDay((row) => row.low)}::float8[],
               ${ofDay((row) => row.drawdown)}::float8[], ${ofDay((row) => row.drawdown_end)}::float8[]
             ) as one(account_id, version, memory_version, token_hash, held_by_case, last_receipt_at, last_snapshot_at, balance,
                      equity, credit, floating, total_profit, profit_max, state_at, state_length, equity_end, growth, high, low,
                      drawdown, drawdown_end)
    ), written as (
      update trading_account as account
         set last_receipt_at = now.last_receipt_at, sync_count = account.sync_count + 1,
             last_snapshot_at = coalesce(now.last_snapshot_at, account.last_snapshot_at),
             balance = coalesce(now.balance, account.balance), equity = coalesce(now.equity, account.equity),
             credit = coalesce(now.credit, account.credit), floating = coalesce(now.floating, account.floating),
             total_profit = now.total_profit, profit_max = now.profit_max, today_equity_end = now.equity_end,
             today_growth = now.growth, today_high = now.high, today_low = now.low, today_drawdown = now.drawdown,
             today_drawdown_end = now.drawdown_end, state_bytes = now.state_bytes
        from now
        join ea_token token on token.token_hash = decode(now.token_hash, 'hex')
        join trader using (trader_id)
        join trader_plan plan using (trader_id)
       where account.account_id = now.account_id and account.xmin = now.version and account.closed_at is null
         and account.trader_id = token.trader_id and trader.deactivated_at is null
         and plan.leaderboard_expires > ${instantText(now)}::timestamptz
         and ${held.isCurrent(sql, sql`now.held_by_case`)}
      returning account.account_id, account.xmin as version
    )
    select account_id, version::text from written`
  return new Map(rows.map(({ account_id, version }) => [account_id, version]))
}
