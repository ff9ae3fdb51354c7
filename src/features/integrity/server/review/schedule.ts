import type { Queryable } from '#server/database/database.ts'
import type { Fragment } from '#server/database/sql.ts'

/** When an account's behaviour is reviewed next: `review_due_at`. Null before there is anything to review, and once it is closed. */

/** An account that syncs all day is reviewed this often. */
const pause = '15 minutes'
/** Windows move on where nothing new is stored. */
const longest = '1 day'
/**
 * A review that its server takes along when it dies is due again after this time. Longer than the pause: a date that a sync sets meanwhile
 * differs from it.
 */
const lease = '20 minutes'

/** The next review where something was stored at a moment, or null where nothing was; `known` names the row of `account_integrity`. */
export const nextReview = (sql: Queryable, at: Fragment): Fragment => sql`
  case when ${at} is null then known.review_due_at
       else least(known.review_due_at, greatest(${at}, known.reviewed_at + ${pause}::interval)) end`

/**
 * Takes accounts whose review is due, those that wait longest first. Nothing is locked afterwards, so that no sync waits for a review.
 * @param now ISO-8601
 */
export async function claimDue(sql: Queryable, now: string, limit: number): Promise<string[]> {
  const rows = await sql<{ account_id: string }[]>`
    update account_integrity as claimed
       set review_due_at = ${now}::timestamptz + ${lease}::interval, reviewed_at = ${now}
      from (select account_id from account_integrity
             where review_due_at <= ${now}
             order by review_due_at, account_id
             limit ${limit}
               for update skip locked) due
     where claimed.account_id = due.account_id
    returning claimed.account_id`
  return rows.map(({ account_id }) => account_id)
}

/** An account whose review is done. */
export interface DoneReview {
  account_id: string
  /** 95th percentile of holding times in milliseconds; null while there are too few positions. */
  holding: number | null
}

/**
 * The next review of these accounts is tomorrow's, unless a sync has asked for an earlier one since the claim.
 * @param claimedAt ISO-8601
 */
export async function finishReviews(sql: Queryable, done: readonly DoneReview[], claimedAt: string): Promise<void> {
  await sql`
    update account_integrity known
       set holding_p95_ms = done.holding,
           review_due_at = case when review_due_at = ${claimedAt}::timestamptz + ${lease}::interval
                                then ${claimedAt}::timestamptz + ${longest}::interval else review_due_at end
      from json_to_recordset(${JSON.stringify(done)}::text::json) as done(account_id uuid, holding float8)
     where known.account_id = done.account_id`
}

/** Closed accounts are not reviewed again. */
export async function endReviews(sql: Queryable, accountIds: readonly string[]): Promise<void> {
  await sql`update account_integrity set review_due_at = null where account_id = any (${accountIds}::uuid[])`
}

/** The trader's bound account is reviewed at the next run that may. */
export async function reviewSoon(tx: Queryable, traderId: string, now: string): Promise<void> {
  await tx`
    update account_integrity known set review_due_at = ${nextReview(tx, tx`${now}::timestamptz`)}
      from trading_account account
     where account.account_id = known.account_id and account.trader_id = ${traderId} and account.closed_at is null`
}
