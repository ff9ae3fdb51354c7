import type { Queryable } from '#server/database/database.ts'

/** When an account's behaviour is reviewed next. */

/** An account that syncs all day is reviewed this often. */
const pause = '15 minutes'
/** Windows move on where nothing new is stored. */
const longest = '1 day'

/**
 * Takes accounts whose review is due, those that wait longest first: what is stored from now on makes them due again. Nothing is
 * locked afterwards, so that no sync waits for a review.
 * @param now ISO-8601
 */
export async function claimDue(sql: Queryable, now: string, limit: number): Promise<string[]> {
  const rows = await sql<{ account_id: string }[]>`
    update account_integrity as claimed set review_due_at = null, reviewed_at = ${now}
      from (
        select account_id
          from account_integrity due
          join trading_account account using (account_id)
         where account.closed_at is null
           and ((review_due_at <= ${now} and (reviewed_at is null or reviewed_at <= ${now}::timestamptz - ${pause}::interval))
                or reviewed_at <= ${now}::timestamptz - ${longest}::interval)
         order by coalesce(review_due_at, reviewed_at), account_id
         limit ${limit}
           for update of due skip locked
      ) due
     where claimed.account_id = due.account_id
    returning claimed.account_id`
  return rows.map(({ account_id }) => account_id)
}

/** Makes a review due again. */
export async function dueAgain(sql: Queryable, accountId: string, now: string): Promise<void> {
  await sql`
    update account_integrity set review_due_at = ${now}
     where account_id = ${accountId} and review_due_at is null`
}

/** The trader's bound account is reviewed at the next run that may. */
export async function reviewSoon(tx: Queryable, traderId: string, now: string): Promise<void> {
  await tx`
    update account_integrity set review_due_at = ${now}
      from trading_account account
     where account.account_id = account_integrity.account_id and account.trader_id = ${traderId}
       and account.closed_at is null`
}
