import type { Dec, ProviderStatus } from '../provider.ts'
import { covers, isPositive, largerOf, mismatchOf, surplusCents, type Priced, type Observed } from './coverage.ts'
import { orderLifeMs, unansweredMs } from './schedule.ts'

/** How far each status brings one payment. Unknown statuses bring it nowhere. A late deposit revives an expired payment. */
const ranks: Record<ProviderStatus, number> = {
  unknown: -1,
  waiting: 0,
  expired: 0.5,
  confirming: 1,
  confirmed: 2,
  sending: 3,
  failed: 3.5,
  partially_paid: 4,
  finished: 5,
  refunded: 6,
}

export const rankOf = (status: ProviderStatus): number => ranks[status]

/** The merge of all genuine notifications of a payment. */
export interface Notified {
  /** The one that got furthest. */
  furthest: Observed
  /** The largest amount of any of them. */
  received: Dec | null
  /** A status that we do not know; null where none came. */
  unknownWord: string | null
  /** Payments that any of them names as deposits to the same address. */
  childIds?: readonly string[]
}

/** One payment as it is stored: a merge of all messages, whatever their order. Instants in milliseconds. */
export interface PaymentFacts {
  payment_id: string
  parent_payment_id: string | null
  /** The furthest status of any message. */
  status: ProviderStatus
  /** The largest received amount of any message. */
  received: Dec | null
  notified: Notified | null
  notified_at: number | null
  /** The first notification by which it is covered. */
  claimed_paid_at: number | null
  /** The last answer to our own question; `absent`: the provider has no such payment, or refuses to report it. */
  reading: Observed | 'absent' | null
  read_back_at: number | null
  /** A claim that waits for an answer. */
  reading_wanted: boolean
  /** The next question is sent at this instant at the earliest; null: at once. */
  next_reading_at: number | null
  /** The first and the last of our own attempts without an answer since the last answer; null where there is none. */
  unanswered_since: number | null
  unanswered_until: number | null
  first_seen_at: number
}

/** A total order of messages, so that their merge does not depend on their arrival. */
function further(left: Observed, right: Observed): Observed {
  const byRank = rankOf(left.status) - rankOf(right.status)
  if (byRank !== 0) return byRank > 0 ? left : right
  if (left.received !== right.received) return largerOf(left.received, right.received) === left.received ? left : right
  return textOf(left) >= textOf(right) ? left : right
}

/** Storage may return the fields in another order. */
function textOf({ orderId, providerInvoiceId, parentPaymentId, rawStatus, price, asked, coin }: Observed): string {
  return JSON.stringify([
    orderId,
    providerInvoiceId,
    parentPaymentId,
    rawStatus,
    price?.amount,
    price?.currency,
    asked,
    coin,
  ])
}

/** Merges one more notification into those of a payment. The order of merging does not change the result. */
export function mergeNotified(before: Notified | null, observed: Observed): Notified {
  const unknownWord = observed.status === 'unknown' ? observed.rawStatus : null
  const children = [...new Set([...(before?.childIds ?? []), ...(observed.childIds ?? [])])].toSorted()
  const childIds = children.length === 0 ? null : { childIds: children }
  if (before === null) return { furthest: observed, received: observed.received, unknownWord, ...childIds }
  const unknownWords = [before.unknownWord, unknownWord].filter((word) => word !== null).toSorted()
  return {
    furthest: further(before.furthest, observed),
    received: largerOf(before.received, observed.received),
    unknownWord: unknownWords[0] ?? null,
    ...childIds,
  }
}

/** Statuses at which the money has arrived or is bound to. */
export const paying: ReadonlySet<ProviderStatus> = new Set(['confirmed', 'sending', 'partially_paid', 'finished'])

/** True where the notifications together cover the order. */
export function claimsPaid(order: Priced, { furthest, received }: Notified): boolean {
  return paying.has(furthest.status) && covers(order, { ...furthest, received })
}

/** True where our own answer covers the order. */
export function isConfirmed(order: Priced, reading: PaymentFacts['reading']): boolean {
  return reading !== null && reading !== 'absent' && paying.has(reading.status) && covers(order, reading)
}

/** The money beyond the price, by our own answer, else by the claim. US cents. */
export function surplusOf({ price_cents: priceCents }: Priced, { reading, notified }: PaymentFacts): number {
  const observed = reading !== null && reading !== 'absent' ? reading : notified?.furthest
  return observed === undefined ? 0 : surplusCents(priceCents, observed)
}

/** The classification of one payment for its order. */
export type Classification =
  /** Covered by an answer, or by a claim without an answer for 15 minutes: it activates. */
  | 'pays'
  /** Covered by a notification; our own question has no answer yet. */
  | 'claims'
  | 'contradiction'
  | 'refunded'
  | 'price_mismatch'
  | 'currency_mismatch'
  | 'order_mismatch'
  | 'finished_short'
  | 'in_flight'
  | 'short'
  | 'waiting'
  | 'failed'
  | 'failed_with_money'
  | 'expired'
  | 'expired_with_money'
  | 'nothing'

/** Classifies a payment that is no child of another one. */
export function classifyPayment(order: Priced, payment: PaymentFacts, now: number): Classification {
  const { reading, notified } = payment
  const answer = reading === 'absent' ? null : reading
  if (payment.status === 'refunded') return 'refunded'
  if (isConfirmed(order, reading)) return 'pays'
  const mismatch =
    (answer === null ? null : mismatchOf(order, answer)) ??
    (notified === null ? null : mismatchOf(order, notified.furthest))
  if (mismatch !== null) return mismatch
  if (payment.claimed_paid_at !== null && notified !== null && claimsPaid(order, notified)) {
    // The answer reports the same money at an earlier status.
    if (answer?.status === 'confirming' && covers(order, answer)) return 'in_flight'
    const { claimed_paid_at: claimedAt, read_back_at: readAt } = payment
    // Only another answer ends the contradiction. An attempt without an answer or a further notification does not.
    if (readAt !== null && readAt >= claimedAt) return 'contradiction'
    return unansweredFor(payment, claimedAt, now) >= unansweredMs ? 'pays' : 'claims'
  }
  return classifyByStatus(payment, now)
}

/** How long our own attempts to ask about a claim got no answer, milliseconds. An instant in the future, by a wrong clock, counts as none. */
function unansweredFor(
  { unanswered_since: since, unanswered_until: until }: PaymentFacts,
  claimedAt: number,
  now: number,
): number {
  if (since === null || until === null) return 0
  return Math.min(until, now) - Math.max(since, claimedAt)
}

function classifyByStatus(payment: PaymentFacts, now: number): Classification {
  const hasMoney = isPositive(payment.received)
  switch (effectiveStatus(payment, now)) {
    case 'waiting':
      return 'waiting'
    case 'confirming':
    case 'confirmed':
    case 'sending':
      return 'in_flight'
    case 'partially_paid':
      return 'short'
    case 'finished':
      return 'finished_short'
    case 'failed':
      return hasMoney ? 'failed_with_money' : 'failed'
    case 'expired':
      return hasMoney ? 'expired_with_money' : 'expired'
    default:
      return 'nothing'
  }
}

/** The status that counts: the furthest one, unless a newer answer or the time says that it came to nothing. */
function effectiveStatus(payment: PaymentFacts, now: number): ProviderStatus {
  const { reading, status } = payment
  if (status === 'waiting' && now >= payment.first_seen_at + orderLifeMs) return 'expired'
  const expired = reading !== null && reading !== 'absent' && reading.status === 'expired'
  const newest = payment.read_back_at !== null && payment.read_back_at >= (payment.notified_at ?? 0)
  return expired && newest && rankOf(status) < rankOf('failed') ? 'expired' : status
}
