import type { Queryable, Transaction } from '#server/database/database.ts'
import { instantText } from '#shared/dates.ts'
import type { Dec, ProviderStatus } from '../../provider.ts'
import type { ReviewCode } from '../../rules.ts'
import type { Observed } from '../../rules/coverage.ts'
import type { Notified, PaymentFacts } from '../../rules/payment.ts'

/** A payment as it is stored, with the fields that the rules and admins read. */
export interface StoredPayment extends PaymentFacts {
  provider: string
  claimed_order_id: string | null
  order_id: string | null
  provider_invoice_id: string | null
  raw_status: string
  price_amount: Dec | null
  price_currency: string | null
  asked: Dec | null
  coin: string | null
  review_reason: ReviewCode | null
  last_seen_at: number
}

interface PaymentRow extends Omit<
  StoredPayment,
  | 'payment_id'
  | 'reading'
  | 'notified_at'
  | 'claimed_paid_at'
  | 'read_back_at'
  | 'next_reading_at'
  | 'unanswered_since'
  | 'unanswered_until'
  | 'first_seen_at'
  | 'last_seen_at'
> {
  provider_payment_id: string
  status: ProviderStatus
  notified: Notified | null
  reading: Observed | { absent: true } | null
  notified_at: string | null
  claimed_paid_at: string | null
  read_back_at: string | null
  next_reading_at: string | null
  unanswered_since: string | null
  unanswered_until: string | null
  first_seen_at: string
  last_seen_at: string
}

const instant = (text: string | null) => (text === null ? null : Date.parse(text))

function read({ provider_payment_id, ...row }: PaymentRow): StoredPayment {
  return {
    ...row,
    payment_id: provider_payment_id,
    reading: row.reading !== null && 'absent' in row.reading ? 'absent' : row.reading,
    notified_at: instant(row.notified_at),
    claimed_paid_at: instant(row.claimed_paid_at),
    read_back_at: instant(row.read_back_at),
    next_reading_at: instant(row.next_reading_at),
    unanswered_since: instant(row.unanswered_since),
    unanswered_until: instant(row.unanswered_until),
    first_seen_at: Date.parse(row.first_seen_at),
    last_seen_at: Date.parse(row.last_seen_at),
  }
}

/** The order that a payment belongs to already, or the one that its message names, where it is ours. */
export async function orderOfPayment(
  sql: Queryable,
  payment: { provider: string; paymentId: string; claimedOrderId: string | null },
): Promise<string | null> {
  const rows = await sql<{ order_id: string }[]>`
    select order_id from (
      select order_id, 0 as place from provider_payment
       where provider = ${payment.provider} and provider_payment_id = ${payment.paymentId} and order_id is not null
      union all
      select order_id, 1 from payment_order
       where order_id = ${payment.claimedOrderId} and provider = ${payment.provider}
    ) as found
    order by place limit 1`
  return rows[0]?.order_id ?? null
}

/** Locks a payment's row until the transaction ends; null where there is none yet. */
export async function lockPayment(tx: Transaction, provider: string, paymentId: string): Promise<StoredPayment | null> {
  const rows = await tx<PaymentRow[]>`
    select * from provider_payment
     where provider = ${provider} and provider_payment_id = ${paymentId} for update`
  return rows[0] === undefined ? null : read(rows[0])
}

/** Inserts a first row where there is none, so that it can be locked. A second caller finds it. */
export async function addPayment(
  tx: Transaction,
  { provider, payment_id, status, raw_status, first_seen_at }: StoredPayment,
): Promise<void> {
  const at = instantText(first_seen_at)
  await tx`
    insert into provider_payment (provider, provider_payment_id, status, raw_status, first_seen_at, last_seen_at)
    values (${provider}, ${payment_id}, ${status}, ${raw_status}, ${at}, ${at})
    on conflict do nothing`
}

/** Writes all fields of a payment's row, which must be locked. */
export async function savePayment(tx: Transaction, payment: StoredPayment): Promise<void> {
  const reading = payment.reading === 'absent' ? { absent: true } : payment.reading
  await tx`
    update provider_payment
       set claimed_order_id = ${payment.claimed_order_id}, order_id = ${payment.order_id},
           provider_invoice_id = ${payment.provider_invoice_id}, parent_payment_id = ${payment.parent_payment_id},
           status = ${payment.status}, raw_status = ${payment.raw_status}, price_amount = ${payment.price_amount},
           price_currency = ${payment.price_currency}, asked = ${payment.asked}, received = ${payment.received},
           coin = ${payment.coin}, notified = ${payment.notified === null ? null : tx.json(payment.notified as never)},
           notified_at = ${instantText(payment.notified_at)}, claimed_paid_at = ${instantText(payment.claimed_paid_at)},
           reading = ${reading === null ? null : tx.json(reading as never)},
           read_back_at = ${instantText(payment.read_back_at)}, reading_wanted = ${payment.reading_wanted},
           next_reading_at = ${instantText(payment.next_reading_at)},
           unanswered_since = ${instantText(payment.unanswered_since)},
           unanswered_until = ${instantText(payment.unanswered_until)}, review_reason = ${payment.review_reason},
           first_seen_at = ${instantText(payment.first_seen_at)}, last_seen_at = ${instantText(payment.last_seen_at)}
     where provider = ${payment.provider} and provider_payment_id = ${payment.payment_id}`
}

/** Stores the review reason of a payment; null clears it. */
export async function setPaymentReview(
  tx: Transaction,
  payment: Pick<StoredPayment, 'provider' | 'payment_id'>,
  code: ReviewCode | null,
): Promise<void> {
  await tx`
    update provider_payment set review_reason = ${code}
     where provider = ${payment.provider} and provider_payment_id = ${payment.payment_id}`
}

/** All payments of an order. The order's row must be locked: no payment joins it meanwhile. */
export async function paymentsOfOrder(tx: Transaction, orderId: string): Promise<StoredPayment[]> {
  const rows = await tx<PaymentRow[]>`
    select * from provider_payment where order_id = ${orderId} order by first_seen_at, provider_payment_id`
  return rows.map(read)
}

/** Attaches payments that named this order before it was known. @returns how many */
export async function attachStrays(tx: Transaction, orderId: string, provider: string): Promise<number> {
  const rows = await tx`
    update provider_payment set order_id = ${orderId}, review_reason = null
     where provider = ${provider} and claimed_order_id = ${orderId} and order_id is null
    returning provider_payment_id`
  return rows.length
}

/** An order "o" of a buyer "t" that its payments can still activate without a person. */
const servable = (sql: Queryable) => sql`
  o.deleted_at is null and t.trader_id is not null and t.deactivated_at is null and o.review_reason is distinct from 'refunded'`

/**
 * Claims that wait for confirmation: those that were never asked about first, then those that have waited longest. A payment that
 * cannot activate anything is asked about once; after that its order's checks ask.
 * @param except payments that this run asked about already
 */
export async function pendingClaims(
  sql: Queryable,
  provider: string,
  { now, except, limit }: { now: string; except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await sql<{ provider_payment_id: string }[]>`
    select provider_payment_id
      from provider_payment p join payment_order o using (order_id) left join trader t using (trader_id)
     where p.provider = ${provider} and reading_wanted and not activated
       and (next_reading_at is null or (next_reading_at <= ${now} and ${servable(sql)}))
       and not provider_payment_id = any(${except as string[]})
     order by next_reading_at is not null, claimed_paid_at, provider_payment_id
     limit ${limit}`
  return rows.map(({ provider_payment_id }) => provider_payment_id)
}

/** A claim of such an order, and no answer since. */
const unread = (sql: Queryable, provider: string) => sql`
  provider_payment p join payment_order o using (order_id) left join trader t using (trader_id)
  where p.provider = ${provider} and reading_wanted and not activated
    and ${servable(sql)} and o.review_reason is distinct from 'contradiction'`

/** Since when the oldest such claim waits, and how many orders have one from before `lateSince`. */
export async function unconfirmedClaims(
  sql: Queryable,
  provider: string,
  lateSince: string,
): Promise<{ oldest: string | null; late: number }> {
  const [row] = await sql<{ oldest: string | null; late: number }[]>`
    select min(claimed_paid_at) as oldest,
           (count(distinct order_id) filter (where claimed_paid_at <= ${lateSince}))::int as late
      from ${unread(sql, provider)}`
  return row ?? { oldest: null, late: 0 }
}

/** Puts the next question about a payment off until `at`. */
export async function postponeReading(sql: Queryable, provider: string, paymentId: string, at: string): Promise<void> {
  await sql`
    update provider_payment set next_reading_at = ${at}
     where provider = ${provider} and provider_payment_id = ${paymentId}`
}
