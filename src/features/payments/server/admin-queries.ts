import type { Queryable, Sql } from '#server/database.ts'
import { containing } from '#server/search.ts'
import type { PaymentFilter } from '../admin-contract.ts'
import type { OwnedOrder, PaymentRow } from './order-queries.ts'
import { orderReviewed, positive, strayId, strayReviewed } from './review-queries.ts'

/** An order, or a payment of the provider under an order that we do not know, by its place in the list. */
export interface ListedKey {
  is_known: boolean
  id: string
  /** Microseconds since 1970, as text. */
  place: string
}

export interface Listing {
  q: string | null
  filter: PaymentFilter
}

const shown = (sql: Queryable) => sql`(o.deleted_at is null or o.resurfaced_at is not null)`
const toReconcile = (sql: Queryable) => sql`
  not o.activated and o.reconciled_at is null and o.status in ('waiting', 'confirming', 'partially_paid')`
const inReview = (sql: Queryable) => sql`
  (o.state = 'review' or o.review_reason is not null
    or o.order_id in (select order_id from provider_payment where review_reason is not null and order_id is not null))
  and not ${orderReviewed(sql)}`
/** A payment that serves nobody: a deposit in more, or a second payment of an order that is served already. */
export const spare = (sql: Queryable) => sql`
  (p.parent_payment_id is not null
    or (o.activated and o.paid_payment_id <> p.provider_payment_id and p.received ~ ${positive}))`
/** An order whose buyer is erased, has no e-mail or is deactivated. */
export const unserved = (sql: Queryable) => sql`
  (o.trader_id is null or o.user_email is null or o.review_reason is not distinct from 'orphan')`
// One pass over all payments: looking each order's up by itself takes seconds where there are many.
const orphaned = (sql: Queryable) => sql`
  ${unserved(sql)}
  or o.order_id in (select order_id from provider_payment p join payment_order o using (order_id) where ${spare(sql)})`

const orderWhere = (sql: Sql, { q, filter }: Listing) => {
  const chosen = {
    all: sql`true`,
    to_reconcile: toReconcile(sql),
    review: inReview(sql),
    orphans: orphaned(sql),
    hidden: sql`true`,
  }[filter]
  const place = filter === 'hidden' ? sql`not ${shown(sql)}` : shown(sql)
  if (q === null) return sql`${place} and (${chosen})`
  const pattern = containing(q)
  return sql`
    ${place} and (${chosen})
    and o.order_id in (
      select order_id from payment_order
       where lower(order_id) like ${pattern} or lower(user_email) like ${pattern} or lower(username) like ${pattern}
       union all
      select order_id from provider_payment where provider_payment_id like ${pattern} and order_id is not null
       union all
      select order_id from payment_invoice where lower(invoice_id) like ${pattern})`
}

const strayWhere = (sql: Sql, { q, filter }: Listing) => {
  const pattern = containing(q ?? '')
  return sql`
    p.order_id is null and ${filter !== 'to_reconcile' && filter !== 'hidden'}
    and (${q === null} or lower(p.claimed_order_id) like ${pattern} or p.provider_payment_id like ${pattern}
         or lower(p.provider_invoice_id) like ${pattern})`
}

const listed = (sql: Sql, listing: Listing) => sql`
  select true as is_known, o.order_id as id, o.created_at
    from payment_order o
   where ${orderWhere(sql, listing)}
   union all
  select false, s.id, s.created_at
    from (select ${strayId(sql)} as id, min(p.first_seen_at) as created_at
            from provider_payment p
           where ${strayWhere(sql, listing)}
           group by 1) as s
   where ${listing.filter === 'review' ? sql`not ${strayReviewed(sql)}` : sql`true`}`

/** A page of the list, the newest first: by moment and id, so that rows that come meanwhile move nothing. */
export async function listedKeys(
  sql: Sql,
  listing: Listing,
  page: { after: { place: string; id: string } | null; limit: number },
): Promise<ListedKey[]> {
  const { after, limit } = page
  return sql<ListedKey[]>`
    select is_known, id, (extract(epoch from created_at) * 1000000)::bigint::text as place
      from (${listed(sql, listing)}) as listed
     where ${after === null}
           or (created_at, id) < (timestamptz 'epoch' + ${after?.place ?? '0'}::bigint * interval '1 microsecond', ${after?.id ?? ''})
     order by created_at desc, id desc
     limit ${limit}`
}

export async function listedCount(sql: Sql, listing: Listing): Promise<number> {
  const rows = await sql<{ total: number }[]>`select count(*) as total from (${listed(sql, listing)}) as listed`
  return rows[0]?.total ?? 0
}

export interface Statistics {
  total_payments: number
  completed_payments: number
  revenue_cents: number
  to_reconcile: number
  review: number
  orphans: number
}

const strays = (sql: Sql) => sql`
  from (select distinct ${strayId(sql)} as id from provider_payment p where p.order_id is null) as s`

export async function orderStatistics(sql: Sql): Promise<Statistics> {
  const rows = await sql<Statistics[]>`
    select count(*) as total_payments,
           count(*) filter (where o.activated) as completed_payments,
           coalesce(sum(o.price_cents) filter (where o.activated), 0)::bigint as revenue_cents,
           count(*) filter (where ${toReconcile(sql)}) as to_reconcile,
           count(*) filter (where ${inReview(sql)})
             + (select count(*) ${strays(sql)} where not ${strayReviewed(sql)}) as review,
           count(*) filter (where ${orphaned(sql)}) + (select count(*) ${strays(sql)}) as orphans
      from payment_order o
     where ${shown(sql)}`
  const [statistics] = rows
  if (statistics === undefined) throw new Error('an aggregate without a row')
  return statistics
}

export interface AdminOrder extends Omit<OwnedOrder, 'provider'> {
  review_reason: string | null
  is_orphan: boolean
}

export async function adminOrders(sql: Queryable, orderIds: readonly string[]): Promise<AdminOrder[]> {
  return sql<AdminOrder[]>`
    select o.order_id, o.trader_id, o.user_email, o.username, o.plan, o.tier, o.price_cents, o.state, o.status, o.activated,
           o.activated_at, o.paid_payment_id, o.reconciled_at, o.review_reason, o.created_at, o.deleted_at, o.next_check_at,
           o.last_checked_at, o.last_check_result,
           not exists (select from trader t where t.trader_id = o.trader_id and t.deactivated_at is null) as user_gone,
           (${unserved(sql)}
             or exists (select from provider_payment p where p.order_id = o.order_id and ${spare(sql)})) as is_orphan
      from payment_order o
     where o.order_id = any(${orderIds as string[]})`
}

export interface AdminPayment extends PaymentRow {
  /** The order id under which it is listed. */
  listed_id: string
  /** False: of an order that we do not know. */
  is_known: boolean
  provider: string
  provider_invoice_id: string | null
  raw_status: string
  /** Of the provider's list of coins; null where it is not on it. */
  coin_symbol: string | null
  /** Null, too, where the coin has one network that is called as itself. */
  coin_network: string | null
  first_seen_at: string
  read_back_at: string | null
}

/** The payments of these orders and of these unknown ones, the first seen first. */
export async function adminPayments(sql: Queryable, ids: readonly string[]): Promise<AdminPayment[]> {
  return sql<AdminPayment[]>`
    select coalesce(p.order_id, ${strayId(sql)}) as listed_id, p.order_id is not null as is_known, p.provider,
           p.provider_payment_id, p.claimed_order_id, p.parent_payment_id, p.provider_invoice_id, p.status, p.raw_status,
           p.price_amount, p.price_currency, p.asked, p.received, p.coin, p.review_reason, p.first_seen_at, p.notified_at,
           p.claimed_paid_at, p.read_back_at, c.symbol as coin_symbol, nullif(c.network, c.name) as coin_network
      from provider_payment p left join payment_coin c using (provider, coin)
     where p.order_id = any(${ids as string[]}) or (p.order_id is null and ${strayId(sql)} = any(${ids as string[]}))
     order by p.first_seen_at, p.provider_payment_id`
}

export interface AdminInvoice {
  order_id: string
  invoice_id: string
  invoice_url: string
  coin: string | null
  created_at: string
}

/** The checkouts of these orders, the newest first. */
export async function adminInvoices(sql: Queryable, orderIds: readonly string[]): Promise<AdminInvoice[]> {
  return sql<AdminInvoice[]>`
    select order_id, invoice_id, invoice_url, coin, created_at
      from payment_invoice
     where order_id = any(${orderIds as string[]})
     order by created_at desc, invoice_id desc`
}

export interface AdminNotification {
  received_at: string
  payment_id: string | null
  raw_status: string | null
  outcome: string | null
}

/** The 50 newest notifications of these payments, oldest first. */
export async function notificationsOf(sql: Queryable, paymentIds: readonly string[]): Promise<AdminNotification[]> {
  return sql<AdminNotification[]>`
    select received_at, provider_payment_id as payment_id, snapshot ->> 'rawStatus' as raw_status, outcome
      from (select event_id, received_at, provider_payment_id, snapshot, outcome
              from provider_event
             where provider_payment_id = any(${paymentIds as string[]})
             order by event_id desc
             limit 50) as newest
     order by event_id`
}
