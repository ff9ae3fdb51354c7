import type { Queryable } from '#server/database/database.ts'
import type { Level } from '#shared/levels.ts'
import { levelOf } from '../../levels/level.ts'

/** The facts behind a level, as a statement over `account` reads them. */
export interface LevelColumns {
  trade_mode: 'real' | 'demo' | 'contest'
  first_snapshot_at: string | null
  upheld: boolean
  proven_at: string | null
  match_until: string | null
}

export const levelColumns = (sql: Queryable) => sql`
  account.trade_mode, account.first_snapshot_at,
  exists (select from integrity_case stored
           where stored.account_id = account.account_id and stored.holds and stored.decision = 'upheld') as upheld,
  proof.proven_at, matched.valid_until as match_until`

export const levelSources = (sql: Queryable) => sql`
  left join ownership_proof proof on proof.account_id = account.account_id
  left join lateral (
    select max(valid_until) as valid_until from external_match
     where external_match.account_id = account.account_id and accepted and revoked_at is null
  ) matched on true`

/**
 * The compared figures of a match, in the currency of `account`. The drawdown is null in matches that were stored before it could be
 * entered.
 */
export const matchFigures = (sql: Queryable) =>
  sql`jsonb_build_object('drawdown_percentage', null, 'currency', account.currency) || external_match.figures`

/** @param now milliseconds UTC */
export function levelIn(row: LevelColumns, now: number): Level {
  return levelOf(
    {
      real: row.trade_mode === 'real',
      synced: row.first_snapshot_at !== null,
      upheld: row.upheld,
      proven: row.proven_at !== null,
      matchUntil: row.match_until === null ? null : Date.parse(row.match_until),
    },
    now,
  )
}

/** A hold of any account of a trader counts: a new start leaves none behind. `open` while something is undecided. */
export type Held = 'open' | 'upheld' | null

/** @param relation of the statement, which has the column `trader_id` */
export const heldOf = (sql: Queryable, relation: string) => sql`
  (select case when bool_or(stored.decision is null) then 'open' when count(*) > 0 then 'upheld' end
     from trading_account of_trader join integrity_case stored using (account_id)
    where of_trader.trader_id = ${sql(relation)}.trader_id and stored.holds and (stored.decision is null or stored.decision = 'upheld'))`
