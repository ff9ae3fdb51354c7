import type { Queryable } from '#server/database/database.ts'

/** Whether the public page of the statement's `trader` is there, as `knownTrader` of the leaderboard finds it. */
export const hasProfile = (sql: Queryable) => sql`
  trader.deactivated_at is null and trader.email_proof <> 'awaited'
    -- "exists" would read the tables once, from end to end.
    and (select true from subscription ever where ever.trader_id = trader.trader_id limit 1) is not null
    and (select true from trading_account synced where synced.trader_id = trader.trader_id and synced.sync_count > 0 limit 1) is not null`
