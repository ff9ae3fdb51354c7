import type { Queryable, Transaction } from '#server/database/database.ts'
import type { PlanCode, Tier } from '#features/subscriptions/catalogue.ts'
import type { PaymentStatus } from '../../contract.ts'
import type { ProviderStatus } from '../../provider.ts'
import type { OrderState, ReviewCode } from '../../rules.ts'
import type { Observed } from '../../rules/coverage.ts'
import { positive } from './review-queries.ts'

/** An order with the fields that its owner and the checks read. */
export interface OwnedOrder {
  order_id: string
  trader_id: string | null
  /** The user is erased or deactivated. */
  user_gone: boolean
  user_email: string | null
  username: string | null
  plan: PlanCode
  tier: Tier
  price_cents: number
  provider: string
  state: OrderState
  status: PaymentStatus
  activated: boolean
  activated_at: string | null
  paid_payment_id: string | null
  reconciled_at: string | null
  created_at: string
  deleted_at: string | null
  next_check_at: string | null
  last_checked_at: string | null
  last_check_result: string | null
}

/** An order by its id, for its owner or an admin; null where there is none. */
export async function orderById(sql: Queryable, orderId: string): Promise<OwnedOrder | null> {
  const rows = await sql<OwnedOrder[]>`
    select order_id, trader_id, user_email, username, plan, tier, price_cents, provider, state, status, activated,
           activated_at, paid_payment_id, reconciled_at, created_at, deleted_at, next_check_at, last_checked_at, last_check_result,
           not exists (select from trader
                        where trader.trader_id = payment_order.trader_id and deactivated_at is null) as user_gone
      from payment_order
     where order_id = ${orderId}`
  return rows[0] ?? null
}

export interface Buyer {
  email: string
  username: string
  deactivated_at: string | null
}

/** Locks the buyer's row until the transaction ends: one choice of an order at a time. */
export async function lockBuyer(tx: Transaction, traderId: string): Promise<Buyer | null> {
  const rows = await tx<Buyer[]>`
    select email, username, deactivated_at from trader where trader_id = ${traderId} for update`
  return rows[0] ?? null
}

export interface NewPurchase {
  traderId: string
  plan: PlanCode
  priceCents: number
  provider: string
}

/** Money came to an address of order `o` that was used before, or in another coin. It leaves the order's state as it is. */
export const hasDeposit = (sql: Queryable) => sql`
  exists (select from provider_payment p
           where p.order_id = o.order_id and p.received ~ ${positive}
             and (p.parent_payment_id is not null or p.review_reason = 'child_payment'))`

/** The newest order of this buyer for this plan at this price that waits for its money. */
export async function openOrder(sql: Queryable, purchase: NewPurchase, since: string): Promise<string | null> {
  const rows = await sql<{ order_id: string }[]>`
    select o.order_id
      from payment_order o
     where o.trader_id = ${purchase.traderId} and o.plan = ${purchase.plan} and o.price_cents = ${purchase.priceCents}
       and o.provider = ${purchase.provider} and o.state in ('creating', 'open') and not ${hasDeposit(sql)}
       and o.deleted_at is null and o.created_at > ${since}
     order by o.created_at desc, o.order_id desc
     limit 1`
  return rows[0]?.order_id ?? null
}

/** Inserts an order that waits for its checkout. */
export async function insertOrder(
  tx: Transaction,
  order: NewPurchase & { orderId: string; tier: Tier; buyer: Buyer; at: string; nextCheckAt: string | null },
): Promise<void> {
  await tx`
    insert into payment_order (order_id, trader_id, user_email, username, plan, tier, price_cents, provider, state, status,
                               created_at, updated_at, next_check_at)
    values (${order.orderId}, ${order.traderId}, ${order.buyer.email}, ${order.buyer.username}, ${order.plan},
            ${order.tier}, ${order.priceCents}, ${order.provider}, 'creating', 'waiting', ${order.at}, ${order.at},
            ${order.nextCheckAt})`
}

export interface InvoiceRow {
  invoice_id: string
  invoice_url: string
  coin: string | null
}

/** The checkouts of an order, newest first. */
export async function invoicesOf(sql: Queryable, orderId: string): Promise<InvoiceRow[]> {
  return sql<InvoiceRow[]>`
    select invoice_id, invoice_url, coin
      from payment_invoice
     where order_id = ${orderId}
     order by created_at desc, invoice_id desc
     limit 50`
}

/**
 * Records a checkout: the order can be paid, unless money has already moved it further.
 * @returns false where the invoice belongs to another order; nothing is written then
 */
export async function recordInvoice(
  tx: Transaction,
  orderId: string,
  invoice: InvoiceRow & { provider: string; at: string; nextCheckAt: string | null },
): Promise<boolean> {
  const known = await tx`
    insert into payment_invoice (provider, invoice_id, order_id, invoice_url, coin, created_at)
    values (${invoice.provider}, ${invoice.invoice_id}, ${orderId}, ${invoice.invoice_url}, ${invoice.coin}, ${invoice.at})
    on conflict (provider, invoice_id) do update set invoice_id = excluded.invoice_id
     where payment_invoice.order_id = excluded.order_id
    returning order_id`
  if (known.length === 0) return false
  await tx`
    update payment_order
       set state = 'open', status = 'waiting', updated_at = ${invoice.at},
           next_check_at = coalesce(next_check_at, ${invoice.nextCheckAt})
     where order_id = ${orderId} and state in ('creating', 'dead')
       and not exists (select from provider_payment where provider_payment.order_id = ${orderId})`
  return true
}

/** Records that the provider refused the order's only checkout. An order with another checkout, made or under way, stays as it is. */
export async function markRefused(sql: Queryable, orderId: string, at: string): Promise<void> {
  await sql`
    update payment_order set state = 'dead', status = 'failed', next_check_at = null, updated_at = ${at}
     where order_id = ${orderId} and state = 'creating'
       and not exists (select from payment_invoice where payment_invoice.order_id = ${orderId})`
}

export interface PaymentRow {
  provider_payment_id: string
  parent_payment_id: string | null
  status: ProviderStatus
  asked: string | null
  received: string | null
  coin: string | null
  /** The payment's own price. */
  price_amount: string | null
  price_currency: string | null
  notified_at: string | null
  /** The reason for a review, as the rules decided. */
  review_reason: ReviewCode | null
}

/** The known payments of an order, oldest first. */
export async function paymentsOf(sql: Queryable, orderId: string): Promise<PaymentRow[]> {
  return sql<PaymentRow[]>`
    select provider_payment_id, parent_payment_id, status, asked, received, coin, price_amount, price_currency,
           notified_at, review_reason
      from provider_payment
     where order_id = ${orderId}
     order by first_seen_at, provider_payment_id
     limit 200`
}

/** The orders that a payment or an invoice with this number belongs to: a payment and an invoice may have the same number. */
export async function ordersOfNumber(sql: Queryable, provider: string, id: string): Promise<string[]> {
  const rows = await sql<{ order_id: string | null }[]>`
    select coalesce(order_id, claimed_order_id) as order_id
      from provider_payment
     where provider = ${provider} and provider_payment_id = ${id}
    union all
    select order_id from payment_invoice where provider = ${provider} and invoice_id = ${id}`
  return rows.flatMap((row) => row.order_id ?? [])
}

/** Marks an order as reconciled. @param at ISO-8601 */
export async function markReconciled(tx: Transaction, orderId: string, at: string): Promise<void> {
  await tx`update payment_order set reconciled_at = ${at}, updated_at = ${at} where order_id = ${orderId}`
}

/** Locks the order's row before the buyer's, as a settlement does, so that two transactions never wait for each other. */
export async function lockOrderRow(tx: Transaction, orderId: string): Promise<void> {
  await tx`select from payment_order where order_id = ${orderId} for key share`
}

/** Gives an order whose user is erased or deactivated to an account; false where its user is active. */
export async function bindOrder(
  tx: Transaction,
  orderId: string,
  buyer: { trader_id: string; email: string; username: string; at: string },
): Promise<boolean> {
  const { count } = await tx`
    update payment_order
       set trader_id = ${buyer.trader_id}, user_email = ${buyer.email}, username = ${buyer.username}, updated_at = ${buyer.at}
     where order_id = ${orderId}
       and not activated
       and not exists (select from trader where trader.trader_id = payment_order.trader_id and deactivated_at is null)`
  return count > 0
}

/** Locks the account of an e-mail address until the transaction ends; null where none is active. */
export async function lockAccountOfEmail(
  tx: Transaction,
  email: string,
): Promise<{ trader_id: string; email: string; username: string } | null> {
  const rows = await tx<{ trader_id: string; email: string; username: string }[]>`
    select trader_id, email, username from trader
     where lower(email) = lower(${email}) and deactivated_at is null
       for key share`
  return rows[0] ?? null
}

/** The names and the e-mail of a buyer; null where the user is gone. */
export async function buyerNames(
  sql: Queryable,
  traderId: string,
): Promise<{ display_name: string; username: string; email: string } | null> {
  const rows = await sql<{ display_name: string; username: string; email: string }[]>`
    select display_name, username, email from trader where trader_id = ${traderId}`
  return rows[0] ?? null
}

interface KnownAnswer {
  status: ProviderStatus
  received: string | null
  /** The last answer to our own question. */
  reading: Observed | { absent: true } | null
  reading_wanted: boolean
}

export interface KnownPayment {
  /** The payment; null where it is unknown. */
  payment: KnownAnswer | null
  /** Whether the order that it names is active; null where that order is not ours. */
  activated: boolean | null
}

/** The stored state of one payment, and of the order that it names. */
export async function knownPayment(
  sql: Queryable,
  provider: string,
  { paymentId, orderId }: { paymentId: string; orderId: string | null },
): Promise<KnownPayment> {
  const [payments, orders] = await Promise.all([
    sql<KnownAnswer[]>`
      select status, received, reading, reading_wanted from provider_payment
       where provider = ${provider} and provider_payment_id = ${paymentId}`,
    sql<{ activated: boolean }[]>`
      select activated from payment_order
       where provider = ${provider}
         and order_id = coalesce((select order_id from provider_payment
                                   where provider = ${provider} and provider_payment_id = ${paymentId}), ${orderId})`,
  ])
  return { payment: payments[0] ?? null, activated: orders[0]?.activated ?? null }
}

/** Stores the result of a nightly reconciliation, in Italian for admins. @param at ISO-8601 */
export async function recordNightly(sql: Queryable, provider: string, at: string, result: string): Promise<void> {
  await sql`
    insert into provider_health (provider, last_sweep_at, last_sweep_result) values (${provider}, ${at}, ${result})
    on conflict (provider) do update
       set last_sweep_at = excluded.last_sweep_at, last_sweep_result = excluded.last_sweep_result`
}
