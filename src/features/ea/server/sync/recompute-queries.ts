import type { EngineState } from '#features/performance/rules/engine-state.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { onlyRow, type Queryable, type Transaction } from '#server/database/database.ts'

export interface OutdatedAccount {
  account_id: string
  trader_id: string
  engine: unknown
}

/** The next accounts with a state of version 1, locked; those that another transaction holds are left out. @param after null: the first ones */
export function lockVersionOne(tx: Transaction, after: string | null, most: number): Promise<OutdatedAccount[]> {
  return tx<OutdatedAccount[]>`
    select account_id, trader_id, engine from trading_account
     where engine ->> 'formula' = '1' and (${after}::uuid is null or account_id > ${after}::uuid)
     order by account_id limit ${most} for update skip locked`
}

export async function versionOneLeft(sql: Queryable): Promise<number> {
  const rows = await sql<{ left: number }[]>`
    select count(*)::int as left from trading_account where engine ->> 'formula' = '1'`
  return onlyRow(rows).left
}

/** All daily rows of these accounts, each account's in day order. */
export function dailyRowsOf(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<(DailyRow & { account_id: string })[]> {
  return tx<(DailyRow & { account_id: string })[]>`
    select account_id, day - date '1970-01-01' as day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
           drawdown, trades, wins, counted, counted_wins, profit, coalesce(drawdown_end, 0) as drawdown_end
      from daily_row where account_id = any(${[...accountIds]}::uuid[]) order by account_id, day`
}

export async function storeEngine(tx: Transaction, states: ReadonlyMap<string, EngineState>): Promise<void> {
  const rows = [...states].map(([account_id, engine]) => ({ account_id, engine }))
  await tx`
    update trading_account account set engine = now.engine
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as now(account_id uuid, engine jsonb)
     where account.account_id = now.account_id`
}
