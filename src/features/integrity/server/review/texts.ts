import { withImported } from '#features/performance/rules/imported.ts'
import { foldRows, windowRows, type DailyRow } from '#features/performance/rules/rows.ts'
import type { Queryable } from '#server/database/database.ts'
import { instantText, utcDay } from '#shared/dates.ts'
import { claimsIn, type Claim, type ClaimLimits, type VerifiedFigures } from '../../rules/texts/claims.ts'
import { boundAccountOf, dailyRowsOf, type ReviewedAccount } from './review-queries.ts'

const windows = [30, 90]

/**
 * The verified figures of an account, in percent.
 * @param witnessed daily rows in day order
 * @param imported those of the imported history, while an external source confirms it
 * @param today UTC day
 */
export function verifiedFigures(
  witnessed: readonly DailyRow[],
  imported: readonly DailyRow[],
  today: number,
): VerifiedFigures {
  return figuresOf(imported.length === 0 ? witnessed : withImported(imported, witnessed), today)
}

function figuresOf(rows: readonly DailyRow[], today: number): VerifiedFigures {
  const whole = foldRows(rows)
  const grown = [whole, ...windows.map((days) => foldRows(windowRows(rows, today, days)))]
  return {
    roi: rows.length === 0 ? [] : grown.map(({ growth }) => 100 * (growth - 1)),
    win_rate: whole.trades === 0 ? null : (100 * whole.wins) / whole.trades,
    max_drawdown: rows.length === 0 ? null : 100 * whole.drawdown,
    trades: rows.length === 0 ? null : whole.trades,
  }
}

async function figuresOfBound(
  sql: Queryable,
  { account_id, matched }: Pick<ReviewedAccount, 'account_id' | 'matched'>,
  today: number,
): Promise<VerifiedFigures> {
  const rowsOf = async (table: 'daily_row_now' | 'imported_row') =>
    (await dailyRowsOf(sql, [account_id], table)).get(account_id) ?? []
  return verifiedFigures(await rowsOf('daily_row_now'), matched ? await rowsOf('imported_row') : [], today)
}

/** The texts of a trader that the review reads, by the field that they stand in. */
export function textsOf({ username, display_name, bio, social_text }: ReviewedAccount): Record<string, string> {
  return { username, display_name, ...(bio !== null && { bio }), ...(social_text !== null && { social_text }) }
}

/**
 * Claims in other texts of a trader, by the name of each text: against what is verified of the bound account at this moment. Without an
 * account only promises are found. @param now milliseconds UTC
 */
export async function claimsInTexts(
  sql: Queryable,
  traderId: string,
  texts: Readonly<Record<string, string>>,
  now: number,
  limits: ClaimLimits,
): Promise<(Claim & { field: string })[]> {
  const account = await boundAccountOf(sql, traderId, instantText(Math.floor(now)))
  const today = utcDay(now)
  const figures = account === undefined ? figuresOf([], today) : await figuresOfBound(sql, account, today)
  return Object.entries(texts).flatMap(([field, text]) =>
    claimsIn(text, figures, limits).map((claim) => ({ field, ...claim })),
  )
}
