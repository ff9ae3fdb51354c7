import type { Dec, ProviderStatus } from '../provider.ts'
import { isPositive, largerOf, type Priced, type Observed } from './coverage.ts'
import { claimsPaid, mergeNotified, rankOf, type PaymentFacts } from './payment.ts'
import { retryReadingMs } from './schedule.ts'

export interface Message {
  /** Genuine notification, or the answer to our own question. */
  source: 'notification' | 'reading'
  /** When it came; for an answer, when the question was sent. Milliseconds. */
  at: number
}

/** The columns that show the best knowledge: the newest answer, else the furthest notification. */
export interface Shown {
  raw_status: string
  provider_invoice_id: string | null
  claimed_order_id: string | null
  price_amount: Dec | null
  price_currency: string | null
  asked: Dec | null
  coin: string | null
  last_seen_at: number
}

/**
 * Merges one more message into a payment. Notifications merge in any order to the same result. Among answers, the one to the latest
 * question counts (`answerOf`).
 * @param order null where it is not ours: then nothing is claimed yet
 */
export function withMessage<P extends PaymentFacts & Shown>(
  before: P,
  observed: Observed,
  { source, at }: Message,
  order: Priced | null,
): P {
  const isNotified = source === 'notification'
  const notified = isNotified ? mergeNotified(before.notified, observed) : before.notified
  const reading = isNotified ? before.reading : answerOf(before, observed, at)
  const status = furtherStatus(before, observed)
  const merged: P = {
    ...before,
    ...status,
    parent_payment_id: before.parent_payment_id ?? observed.parentPaymentId,
    received: largerOf(before.received, observed.received),
    notified,
    notified_at: isNotified ? Math.max(before.notified_at ?? at, at) : before.notified_at,
    reading,
    read_back_at: isNotified ? before.read_back_at : Math.max(before.read_back_at ?? at, at),
    next_reading_at: isNotified ? before.next_reading_at : null,
    ...(!isNotified && answeredNow),
    first_seen_at: Math.min(before.first_seen_at, at),
    last_seen_at: Math.max(before.last_seen_at, at),
    ...shownBy(before, (reading === 'absent' ? null : reading) ?? notified?.furthest ?? observed),
  }
  return order === null ? merged : withClaim(merged, order, isNotified ? { observed, at } : null)
}

const answeredNow = { unanswered_since: null, unanswered_until: null }

/** A payment after the answer that the provider has no such payment, or refuses to report it. */
export function withDenial<P extends PaymentFacts>(before: P, at: number): P {
  if (before.read_back_at !== null && before.read_back_at > at) return before
  return answered({
    ...before,
    reading: reportsMoney(before.reading) ? before.reading : ('absent' as const),
    read_back_at: at,
    next_reading_at: null,
    ...answeredNow,
  })
}

/** A payment after an attempt, made at `at`, that got no answer. An answer to a later question counts instead. */
export function withoutAnswer<P extends PaymentFacts>(before: P, at: number): P {
  if (before.read_back_at !== null && before.read_back_at >= at) return before
  return {
    ...before,
    next_reading_at: at + retryReadingMs(at - (before.claimed_paid_at ?? at)),
    unanswered_since: Math.min(before.unanswered_since ?? at, at),
    unanswered_until: at,
  }
}

/**
 * Chooses between two answers: the one to the latest question counts. One exception: money that has arrived stays under a lower status
 * without more money.
 */
function answerOf({ reading, read_back_at }: PaymentFacts, observed: Observed, at: number): Observed | 'absent' {
  const isNewest = read_back_at === null || at >= read_back_at
  if (reading === null || reading === 'absent') return isNewest ? observed : (reading ?? observed)
  const by = rankOf(observed.status) - rankOf(reading.status)
  const hasMore = isPositive(observed.received) && largerOf(reading.received, observed.received) !== reading.received
  if (isNewest) return reportsMoney(reading) && by < 0 && !hasMore ? reading : observed
  return reportsMoney(observed) && by > 0 ? observed : reading
}

/** True for a status that means money. `failed` is none, whatever arrived: the provider may still push it through. */
function reportsMoney(reading: PaymentFacts['reading']): boolean {
  if (reading === null || reading === 'absent' || reading.status === 'failed') return false
  return rankOf(reading.status) >= rankOf('confirmed')
}

/**
 * Evaluates what the notifications claim of an order's payment, since when, and whether the claim waits for an answer. An answer to a
 * question from before the newest notification does not count.
 * @param arrived the notification that came just now
 */
export function withClaim<P extends PaymentFacts>(
  payment: P,
  order: Priced,
  arrived: { observed: Observed; at: number } | null,
): P {
  const { notified } = payment
  if (notified === null || !claimsPaid(order, notified)) return { ...payment, reading_wanted: false }
  const since = arrived?.at ?? payment.notified_at ?? payment.first_seen_at
  const byItself =
    arrived !== null &&
    claimsPaid(order, { furthest: arrived.observed, received: arrived.observed.received, unknownWord: null })
  const claimedAt = payment.claimed_paid_at
  const claimed_paid_at = claimedAt === null ? since : byItself ? Math.min(claimedAt, since) : claimedAt
  if (arrived === null) return answered({ ...payment, claimed_paid_at, reading_wanted: true })
  const isOlder = payment.read_back_at !== null && payment.read_back_at > (payment.notified_at ?? 0)
  return { ...payment, claimed_paid_at, reading_wanted: !isOlder, next_reading_at: null }
}

/** An answer to a question at or after the newest notification leaves nothing to wait for. */
function answered<P extends PaymentFacts>(payment: P): P {
  const isAnswered = payment.read_back_at !== null && payment.read_back_at >= (payment.notified_at ?? 0)
  return isAnswered ? { ...payment, reading_wanted: false } : payment
}

function furtherStatus(
  before: Pick<PaymentFacts, 'status'> & Pick<Shown, 'raw_status'>,
  observed: Observed,
): { status: ProviderStatus; raw_status: string } {
  const by = rankOf(observed.status) - rankOf(before.status)
  const isFurther = by > 0 || (by === 0 && observed.rawStatus < before.raw_status)
  return isFurther
    ? { status: observed.status, raw_status: observed.rawStatus }
    : { status: before.status, raw_status: before.raw_status }
}

function shownBy(before: Shown, observed: Observed): Omit<Shown, 'raw_status' | 'last_seen_at'> {
  return {
    provider_invoice_id: observed.providerInvoiceId ?? before.provider_invoice_id,
    claimed_order_id: observed.orderId ?? before.claimed_order_id,
    price_amount: observed.price?.amount ?? before.price_amount,
    price_currency: observed.price?.currency ?? before.price_currency,
    asked: observed.asked ?? before.asked,
    coin: observed.coin,
  }
}
