import type { Queryable } from '#server/database/database.ts'
import { orderReviewed, strayId } from '../orders/review-queries.ts'
import { statusesByProgress } from '../orders/order-display.ts'

/** Conditions on an order `o` and its payments `p` that the list, its counts and the clean-up share. */

export const shown = (sql: Queryable) => sql`(o.deleted_at is null or o.resurfaced_at is not null)`
export const toReconcile = (sql: Queryable) => sql`
  not o.activated and o.reconciled_at is null and o.status in ('waiting', 'confirming', 'partially_paid')`
// Each part has its index; beside each other in one condition they would read every order.
export const inReview = (sql: Queryable) => sql`
  o.order_id in (select order_id from payment_order where state = 'review' or review_reason is not null
                  union all
                 select order_id from provider_payment where review_reason is not null and order_id is not null)
  and not ${orderReviewed(sql)}`
/** An order whose buyer is erased, has no e-mail or is deactivated. */
export const withoutBuyer = (sql: Queryable) => sql`
  (o.trader_id is null or o.user_email is null or o.review_reason is not distinct from 'orphan')`
export const orphaned = (sql: Queryable) => sql`
  o.order_id in (select order_id from payment_order o where ${withoutBuyer(sql)}
                  union all
                 select order_id from provider_payment where is_surplus)`

/**
 * Payments under order ids that are not ours, one row for each id: status of the furthest (`shownPayment`), and its price in US
 * cents where it has one.
 */
export const strayPayments = (sql: Queryable) => sql`
  select distinct on (p.id) p.id, p.status, min(p.first_seen_at) over (partition by p.id) as created_at,
         case when p.price_currency = 'usd' and p.price_amount ~ ${String.raw`^\d{1,7}(\.\d{1,20})?$`}
              then round(p.price_amount::numeric * 100)::integer else 0 end as cents
    from (select p.*, ${strayId(sql)} as id from provider_payment p where p.order_id is null) as p
   order by p.id, (p.parent_payment_id is null and p.review_reason is distinct from 'child_payment') desc,
         array_position(${[...statusesByProgress]}::text[], p.status) desc, p.first_seen_at desc, p.provider_payment_id desc`

/** The status that `strayStatus` gives stray payments `s` for the provider's word. */
export const strayStatusOf = (sql: Queryable) => sql`
  case when s.status in ('waiting', 'unknown') then 'waiting'
       when s.status in ('partially_paid', 'failed', 'expired') then s.status
       else 'confirming' end`
