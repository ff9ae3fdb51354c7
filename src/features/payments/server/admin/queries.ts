import { onlyRow, type Queryable, type Sql } from '#server/database/database.ts'
import { inReview, orphaned, shown, toReconcile, withoutBuyer } from './sql-fragments.ts'
import type { OwnedOrder, PaymentRow } from '../orders/order-queries.ts'
import { strayId, strayReviewed } from '../orders/review-queries.ts'

export interface Statistics {
  total_payments: number
  completed_payments: number
  revenue_cents: number
  refunded_cents: number
  to_reconcile: number
  review: number
  orphans: number
}

const strays = (sql: Sql) => sql`
  from (select distinct ${strayId(sql)} as id from provider_payment p where p.order_id is null) as s`

/**
 * Counts of shown orders and stray payments, and what activated orders brought in US cents: revenue, and what the provider refunded.
 * Each figure reads the index of what it counts.
 */
export async function orderStatistics(sql: Sql): Promise<Statistics> {
  const those = (condition: ReturnType<typeof shown>) =>
    sql`(select count(*) from payment_order o where ${shown(sql)} and (${condition}))`
  const rows = await sql<Statistics[]>`
    select total_payments, completed_payments, coalesce(paid_cents, 0)::bigint - refunded_cents as revenue_cents, refunded_cents,
           ${those(toReconcile(sql))} as to_reconcile,
           ${those(inReview(sql))} + (select count(*) ${strays(sql)} where not ${strayReviewed(sql)}) as review,
           ${those(orphaned(sql))} + (select count(*) ${strays(sql)}) as orphans
      from (select count(*) as total_payments, count(*) filter (where o.activated) as completed_payments,
                   sum(o.price_cents) filter (where o.activated) as paid_cents
              from payment_order o
             where ${shown(sql)}) as sums,
           (select coalesce(sum(o.price_cents), 0)::bigint as refunded_cents
              from provider_payment p join payment_order o using (order_id)
             where p.status = 'refunded' and p.provider_payment_id = o.paid_payment_id and o.activated and ${shown(sql)}) as back`
  return onlyRow(rows)
}

export interface AdminOrder extends Omit<OwnedOrder, 'provider'> {
  review_reason: string | null
  is_orphan: boolean
}

/** These orders with their buyers, in no defined order. */
export async function adminOrders(sql: Queryable, orderIds: readonly string[]): Promise<AdminOrder[]> {
  return sql<AdminOrder[]>`
    select o.order_id, o.trader_id, o.user_email, o.username, o.plan, o.tier, o.price_cents, o.state, o.status, o.activated,
           o.activated_at, o.paid_payment_id, o.reconciled_at, o.review_reason, o.created_at, o.deleted_at, o.next_check_at,
           o.last_checked_at, o.last_check_result,
           (t.trader_id is null or t.deactivated_at is not null) as user_gone,
           (${withoutBuyer(sql)}
             or exists (select from provider_payment p where p.order_id = o.order_id and p.is_surplus)) as is_orphan
      from payment_order o left join trader t using (trader_id)
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
  /** The symbol in the provider's list of coins; null for a coin that is not in it. */
  coin_symbol: string | null
  /** The network's name; null where it is unknown, and where the network has the coin's own name. */
  coin_network: string | null
  first_seen_at: string
  read_back_at: string | null
}

/** The payments of these orders and of these unknown ones, the oldest first. */
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
