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
 * Merges one more message into a payment. Notifications merge in any order to the same result. Of answers the one to the latest
 * question counts (`answerOf`).
 * @param order null where it is not ours: then nothing is claimed yet
 */
export function withMessage<P extends PaymentFacts & Shown>(
  before: P,
  seen: Observed,
  { source, at }: Message,
  order: Priced | null,
): P {
  const isNotified = source === 'notification'
  const notified = isNotified ? mergeNotified(before.notified, seen) : before.notified
  const reading = isNotified ? before.reading : answerOf(before, seen, at)
  const word = furtherWord(before, seen)
  const joined: P = {
    ...before,
    ...word,
    parent_payment_id: before.parent_payment_id ?? seen.parentPaymentId,
    received: largerOf(before.received, seen.received),
    notified,
    notified_at: isNotified ? Math.max(before.notified_at ?? at, at) : before.notified_at,
    reading,
    read_back_at: isNotified ? before.read_back_at : Math.max(before.read_back_at ?? at, at),
    next_reading_at: isNotified ? before.next_reading_at : null,
    ...(!isNotified && answeredNow),
    first_seen_at: Math.min(before.first_seen_at, at),
    last_seen_at: Math.max(before.last_seen_at, at),
    ...shown(before, (reading === 'absent' ? null : reading) ?? notified?.furthest ?? seen),
  }
  return order === null ? joined : withClaim(joined, order, isNotified ? { seen, at } : null)
}

const answeredNow = { unanswered_since: null, unanswered_until: null }

/** A payment after an answer that the provider has none such, or tells nothing of it. */
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
 * Of two answers the one to the latest question counts. One exception: money that has arrived is not taken back by a lower status
 * without more money.
 */
function answerOf({ reading, read_back_at }: PaymentFacts, seen: Observed, at: number): Observed | 'absent' {
  const isNewest = read_back_at === null || at >= read_back_at
  if (reading === null || reading === 'absent') return isNewest ? seen : (reading ?? seen)
  const by = rankOf(seen.status) - rankOf(reading.status)
  const hasMore = isPositive(seen.received) && largerOf(reading.received, seen.received) !== reading.received
  if (isNewest) return reportsMoney(reading) && by < 0 && !hasMore ? reading : seen
  return reportsMoney(seen) && by > 0 ? seen : reading
}

/** True for a status that means money. `failed` is none, whatever arrived: the provider may still push it through. */
function reportsMoney(reading: PaymentFacts['reading']): boolean {
  if (reading === null || reading === 'absent' || reading.status === 'failed') return false
  return rankOf(reading.status) >= rankOf('confirmed')
}

/**
 * Evaluates what the notifications claim of an order's payment, since when, and whether that waits for an answer. An answer to a
 * question from before the newest notification does not count.
 * @param arrived the notification that came just now
 */
export function withClaim<P extends PaymentFacts>(
  payment: P,
  order: Priced,
  news: { seen: Observed; at: number } | null,
): P {
  const { notified } = payment
  if (notified === null || !claimsPaid(order, notified)) return { ...payment, reading_wanted: false }
  const since = news?.at ?? payment.notified_at ?? payment.first_seen_at
  const byItself =
    news !== null && claimsPaid(order, { furthest: news.seen, received: news.seen.received, unknownWord: null })
  const claimedAt = payment.claimed_paid_at
  const claimed_paid_at = claimedAt === null ? since : byItself ? Math.min(claimedAt, since) : claimedAt
  if (news === null) return answered({ ...payment, claimed_paid_at, reading_wanted: true })
  const isOlder = payment.read_back_at !== null && payment.read_back_at > (payment.notified_at ?? 0)
  return { ...payment, claimed_paid_at, reading_wanted: !isOlder, next_reading_at: null }
}

/** An answer to a question at or after the newest notification leaves nothing to wait for. */
function answered<P extends PaymentFacts>(payment: P): P {
  const isAnswered = payment.read_back_at !== null && payment.read_back_at >= (payment.notified_at ?? 0)
  return isAnswered ? { ...payment, reading_wanted: false } : payment
}

function furtherWord(
  before: Pick<PaymentFacts, 'status'> & Pick<Shown, 'raw_status'>,
  seen: Observed,
): { status: ProviderStatus; raw_status: string } {
  const by = rankOf(seen.status) - rankOf(before.status)
  const isFurther = by > 0 || (by === 0 && seen.rawStatus < before.raw_status)
  return isFurther
    ? { status: seen.status, raw_status: seen.rawStatus }
    : { status: before.status, raw_status: before.raw_status }
}

function shown(before: Shown, seen: Observed): Omit<Shown, 'raw_status' | 'last_seen_at'> {
  return {
    provider_invoice_id: seen.providerInvoiceId ?? before.provider_invoice_id,
    claimed_order_id: seen.orderId ?? before.claimed_order_id,
    price_amount: seen.price?.amount ?? before.price_amount,
    price_currency: seen.price?.currency ?? before.price_currency,
    asked: seen.asked ?? before.asked,
    coin: seen.coin,
  }
}
