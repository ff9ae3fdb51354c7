import type { Queryable } from '#server/database/database.ts'

/** An account at its first snapshot. Amounts in account currency. */
export interface Opening {
  account_id: string
  currency: string
  /** Milliseconds UTC. */
  t: number
  balance: number
  /** Own equity. */
  equity: number
}

/** The openings of these accounts; of those without a first snapshot, and of which it was not stored, none. */
export function openingsOf(sql: Queryable, accountIds: readonly string[]): Promise<Opening[]> {
  return sql<Opening[]>`
    select account_id, currency, (extract(epoch from first_snapshot_at) * 1000)::float8 as t, opening_balance as balance,
           opening_equity - opening_credit as equity
      from trading_account
     where account_id = any(${[...accountIds]}::uuid[]) and first_snapshot_at is not null and opening_balance is not null`
}
