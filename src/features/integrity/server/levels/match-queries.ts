import type * as z from 'zod/mini'
import type { Queryable, Transaction } from '#server/database/database.ts'
import type { comparedFigures } from '../../match-figures.ts'
import { levelColumns, levelSources, type LevelColumns } from './level-columns.ts'

export interface MatchRow {
  source: string
  link: string | null
  matched_at: string
  valid_until: string
}

/** The match that counts at `now` (ISO text); null without one. */
export async function matchInForce(sql: Queryable, accountId: string, now: string): Promise<MatchRow | null> {
  const rows = await sql<MatchRow[]>`
    select source, link, matched_at, valid_until
      from external_match
     where account_id = ${accountId} and accepted and revoked_at is null and valid_until > ${now}
     order by valid_until desc limit 1`
  return rows[0] ?? null
}

export interface MatchedAccount extends LevelColumns {
  account_id: string
  currency: string
  balance: number | null
  /** Imported and witnessed; late ones count for nothing. */
  closed_trades: number
}

/** Null where there is no such trader; `account_id` null where none is bound. The account is locked until the transaction ends. */
export async function lockMatched(
  tx: Transaction,
  traderId: string,
): Promise<MatchedAccount | { account_id: null } | null> {
  await tx`select from trading_account where trader_id = ${traderId} and closed_at is null for no key update`
  const rows = await tx<(MatchedAccount | { account_id: null })[]>`
    select account.account_id, account.currency, account.balance, ${levelColumns(tx)},
           (select count(*) from trade where trade.account_id = account.account_id and origin <> 'late') as closed_trades
      from trader
      left join trading_account account on account.trader_id = trader.trader_id and account.closed_at is null
      ${levelSources(tx)}
     where trader.trader_id = ${traderId}`
  return rows[0] ?? null
}

/** Closes the open cases about refused matches of an account; answers how many. */
export async function closeRefusals(
  tx: Transaction,
  closed: { account_id: string; reason: string; by: string; at: string },
): Promise<number> {
  const { count } = await tx`
    update integrity_case set decision = 'cleared', reason = ${closed.reason}, decided_by = ${closed.by},
                              decided_at = ${closed.at}
     where account_id = ${closed.account_id} and code = 'match_refused' and decision is null`
  return count
}

/** Ends every match that lasts; answers how many. */
export async function revokeMatches(tx: Transaction, accountId: string, at: string): Promise<number> {
  const { count } = await tx`
    update external_match set revoked_at = ${at}
     where account_id = ${accountId} and accepted and revoked_at is null and valid_until > ${at}`
  return count
}

export async function storeMatch(
  tx: Transaction,
  match: {
    match_id: string
    account_id: string
    source: string
    link: string | null
    figures: z.output<typeof comparedFigures>
    accepted: boolean
    at: string
    valid_until: string
    by: string
    reason: string
  },
): Promise<void> {
  await tx`
    insert into external_match (match_id, account_id, source, link, figures, accepted, matched_at, valid_until, decided_by,
                                reason)
    values (${match.match_id}, ${match.account_id}, ${match.source}, ${match.link}, ${tx.json(match.figures)},
            ${match.accepted}, ${match.at}, ${match.valid_until}, ${match.by}, ${match.reason})`
}
