import type { Queryable, Transaction } from '#server/database/database.ts'

/** Any digit but zero: a canonical decimal above zero. */
export const positive = '[1-9]'

/** Order ids that no address can carry. */
const unusable = String.raw`^\.{0,2}$|[[:cntrl:]\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]`

/** The order id under which a stray payment `p` is listed; one made of the payment's id where the provider's cannot be requested. */
export const strayId = (sql: Queryable) => sql`
  case when p.claimed_order_id is null or length(p.claimed_order_id) > 200 or p.claimed_order_id ~ ${unusable}
       then 'payment-' || p.provider_payment_id else p.claimed_order_id end`

/** The review reasons and money of payments `p` as one text, which changes with nothing else. */
const items = (sql: Queryable) => sql`
  string_agg(concat_ws(':', p.provider, p.provider_payment_id, p.review_reason, p.received), ' '
             order by p.provider, p.provider_payment_id)
    filter (where p.review_reason is not null or p.received ~ ${positive})`

/** The review mark of an order `o`: it changes as soon as a reason arises or goes, or money comes. */
const orderMark = (sql: Queryable) => sql`
  md5(concat(o.review_reason, '|', (select ${items(sql)} from provider_payment p where p.order_id = o.order_id)))`

/** The review mark of the payments that are listed under the unknown order id `s.id`. */
const strayMark = (sql: Queryable) => sql`
  md5(concat('|', (select ${items(sql)} from provider_payment p where p.order_id is null and ${strayId(sql)} = s.id)))`

/** True where the order `o` was reviewed with its present mark. Only a reviewed one needs its mark made: none is for the others. */
export const orderReviewed = (sql: Queryable) => sql`
  coalesce((select r.mark = ${orderMark(sql)} from payment_review r where r.order_id = o.order_id), false)`

export const strayReviewed = (sql: Queryable) => sql`
  coalesce((select r.mark = ${strayMark(sql)} from payment_review r where r.order_id = s.id), false)`

/** When an order of ours was reviewed with its present mark; null where it was not. */
export async function reviewedAt(sql: Queryable, orderId: string): Promise<string | null> {
  const rows = await sql<{ reviewed_at: string }[]>`
    select r.reviewed_at from payment_order o join payment_review r using (order_id)
     where o.order_id = ${orderId} and r.mark = ${orderMark(sql)}`
  return rows[0]?.reviewed_at ?? null
}

export interface Review {
  order_id: string
  /** The present mark. */
  mark: string
  /** The reviewed mark; null where there is no review. */
  reviewed_mark: string | null
  reviewed_at: string | null
  reviewed_by: string | null
  note: string | null
}

/** Marks and reviews of these orders and of these unknown ones. */
export async function reviewsOf(sql: Queryable, ids: readonly string[]): Promise<Review[]> {
  return sql<Review[]>`
    select listed.order_id, listed.mark, r.mark as reviewed_mark, r.reviewed_at, trader.username as reviewed_by, r.note
      from (select o.order_id, ${orderMark(sql)} as mark from payment_order o where o.order_id = any(${ids as string[]})
             union all
            select s.id, ${strayMark(sql)}
              from (select distinct ${strayId(sql)} as id from provider_payment p
                     where p.order_id is null and ${strayId(sql)} = any(${ids as string[]})) as s) as listed
      left join payment_review r using (order_id)
      left join trader on trader.trader_id = r.reviewed_by`
}

/** @returns false where this mark was reviewed already: that note stays */
export async function saveReview(
  tx: Transaction,
  { orderId, mark, at, by, note }: { orderId: string; mark: string; at: string; by: string; note: string },
): Promise<boolean> {
  const { count } = await tx`
    insert into payment_review (order_id, mark, reviewed_at, reviewed_by, note)
    values (${orderId}, ${mark}, ${at}, ${by}, ${note})
    on conflict (order_id) do update
      set mark = excluded.mark, reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by, note = excluded.note
    where payment_review.mark <> excluded.mark`
  return count === 1
}

/** @returns false where there was none */
export async function deleteReviews(tx: Transaction, orderIds: readonly string[]): Promise<boolean> {
  const rows = await tx`delete from payment_review where order_id = any(${orderIds as string[]}) returning order_id`
  return rows.length > 0
}
