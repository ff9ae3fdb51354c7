import { withImported } from '#features/performance/rules/imported.ts'
import { foldRows, windowRows, type DailyRow } from '#features/performance/rules/rows.ts'
import type { Queryable } from '#server/database/database.ts'
import { instantText, utcDay } from '#shared/dates.ts'
import type { Finding } from '../../finding.ts'
import { claimsFinding, judgeClaims, type Claim, type VerifiedFigures } from '../../rules/claims.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { dailyRowsOf, judgedAccountOf, type ReviewedAccount } from './review-queries.ts'

const windows = [30, 90]

/** What is verified of an account, in percent. @param rows in day order; today: UTC day */
function verifiedFigures(rows: readonly DailyRow[], today: number): VerifiedFigures {
  const whole = foldRows(rows)
  const grown = [whole, ...windows.map((days) => foldRows(windowRows(rows, today, days)))]
  return {
    roi: rows.length === 0 ? [] : grown.map(({ growth }) => 100 * (growth - 1)),
    win_rate: whole.trades === 0 ? null : (100 * whole.wins) / whole.trades,
    max_drawdown: rows.length === 0 ? null : 100 * whole.drawdown,
    trades: rows.length === 0 ? null : whole.trades,
  }
}

/** R49: names and bio against what is verified; the imported history is, while somebody vouches for it. */
export async function claimsOf(
  sql: Queryable,
  { account_id, username, display_name, bio, social_text, matched }: ReviewedAccount,
  witnessed: readonly DailyRow[],
  today: number,
  limits: Thresholds,
): Promise<Finding[]> {
  const rows = await verifiedRows(sql, { account_id, matched }, witnessed)
  const texts = { username, display_name, ...(bio !== null && { bio }), ...(social_text !== null && { social_text }) }
  return claimsFinding(texts, verifiedFigures(rows, today), limits)
}

async function verifiedRows(
  sql: Queryable,
  { account_id, matched }: Pick<ReviewedAccount, 'account_id' | 'matched'>,
  witnessed: readonly DailyRow[],
): Promise<readonly DailyRow[]> {
  const imported = matched ? await dailyRowsOf(sql, account_id, 'imported_row') : []
  return imported.length === 0 ? witnessed : withImported(imported, [...witnessed])
}

/**
 * R49 in other texts of a trader, by the name of each text: against what is verified of the bound account at this moment. Without an
 * account only promises are found. @param now milliseconds UTC
 */
export async function claimsInTexts(
  sql: Queryable,
  traderId: string,
  texts: Readonly<Record<string, string>>,
  now: number,
  limits: Thresholds,
): Promise<(Claim & { field: string })[]> {
  const account = await judgedAccountOf(sql, traderId, instantText(Math.floor(now)))
  const rows =
    account === undefined
      ? []
      : await verifiedRows(sql, account, await dailyRowsOf(sql, account.account_id, 'daily_row'))
  const figures = verifiedFigures(rows, utcDay(now))
  return Object.entries(texts).flatMap(([field, text]) =>
    judgeClaims(text, figures, limits).map((claim) => ({ field, ...claim })),
  )
}
