import { engineColumns, unpackEngine, type EngineColumns } from '#features/ea/server/sync/stored-state.ts'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import type { Queryable } from '#server/database/database.ts'
import type { TraderRow } from './queries.ts'

/** The columns of an account that the row of the list shows, without the engine's state. */
export type AccountCells = Pick<
  TraderRow,
  'account_id' | 'platform' | 'currency' | 'digits' | 'trade_mode' | 'last_receipt_at' | 'first_snapshot_at'
>

/** An account as read, before the engine's stored state is checked. */
export type StoredAccount = Pick<TraderRow, 'trader_id'> & AccountCells & EngineColumns

/** The bound accounts of the named traders that synced, by one look-up each. Traders without one are left out. */
export async function boundAccounts(sql: Queryable, traderIds: readonly string[]): Promise<StoredAccount[]> {
  return sql<StoredAccount[]>`
    select account.trader_id, account.account_id, account.platform, account.currency, account.digits, account.trade_mode,
           account.last_receipt_at, account.first_snapshot_at, ${engineColumns(sql, 'account')}
      from trading_account account
     where account.trader_id = any(${[...traderIds]}::uuid[]) and account.closed_at is null and account.sync_count > 0`
}

/** @throws as `unpackEngine` */
export function readAccount(account: StoredAccount): AccountCells & { engine: EngineState | null } {
  return { ...account, engine: unpackEngine(account) }
}
