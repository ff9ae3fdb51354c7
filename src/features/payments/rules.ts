import type { PaymentClass } from './admin-contract.ts'
import type { PaymentStatus } from './contract.ts'
import { childrenOf } from './rules/children.ts'
import { isPositive } from './rules/coverage.ts'
import { classifyPayment, isConfirmed, surplusOf, type Classification, type PaymentFacts } from './rules/payment.ts'
import { confirmationMs, creationMs, orderLifeMs, nextCheckAt, unconfirmedMs } from './rules/schedule.ts'

export const orderStates = ['creating', 'open', 'in_flight', 'underpaid', 'paid', 'review', 'dead'] as const
export type OrderState = (typeof orderStates)[number]

/** Reasons for a review of an order, or of one of its payments. */
export const reviewCodes = [
  'orphan',
  'money_after_delete',
  'grant_refused',
  'refunded',
  'contradiction',
  'price_mismatch',
  'currency_mismatch',
  'order_mismatch',
  'finished_short',
  'failed_with_money',
  'expired_with_money',
  'child_payment',
  'paid_twice',
  'failed_after_payment',
  'short_after_payment',
  'part_besides',
  'extra_refunded',
  'surplus',
  'stuck_with_money',
  'never_confirmed',
  'unread_claim',
  'unknown_status',
  'unknown_order',
] as const
export type ReviewCode = (typeof reviewCodes)[number]

/** An order as the rules need it. Instants in milliseconds. */
export interface OrderFacts {
  order_id: string
  price_cents: number
  state: OrderState
  status: PaymentStatus
  activated: boolean
  activated_at: number | null
  /** The payment that activated it. */
  paid_payment_id: string | null
  /** The user is erased or deactivated. */
  user_gone: boolean
  /** The paid plan cannot be granted: it is not sold any more, or ends beyond all bounds. */
  grant_refused: boolean
  deleted_at: number | null
  /** Money came after the deletion. */
  resurfaced_at: number | null
  created_at: number
}

export interface Decision {
  state: OrderState
  status: PaymentStatus
  /** The payment that activates the order now. */
  activateBy: string | null
  orderReview: ReviewCode | null
  paymentReviews: ReadonlyMap<string, ReviewCode | null>
  /** Milliseconds; null: no further check. */
  nextCheckAt: number | null
}

interface ClassifiedPayment extends PaymentFacts {
  classification: Classification
}

/**
 * Decides an order from all messages, in whatever order they came (`docs/payments.md` 4). Each payment is classified alone. A paid
 * order activates once, unless it is blocked (no user, deleted, refunded, contradicted).
 * @param payments all payments of the order, children included
 * @param now milliseconds
 */
export function decide(order: OrderFacts, payments: readonly PaymentFacts[], now: number): Decision {
  const isChild = childrenOf(payments)
  const roots = payments
    .filter((payment) => !isChild(payment))
    .map((payment): ClassifiedPayment => ({ ...payment, classification: classifyPayment(order, payment, now) }))
    .toSorted((a, b) => a.first_seen_at - b.first_seen_at || (a.payment_id < b.payment_id ? -1 : 1))
  const blocked = blockOf(order, roots)
  const paid = roots.find(({ classification }) => classification === 'pays')
  const activateBy = !order.activated && paid !== undefined && blocked === null ? paid.payment_id : null
  const isActive = order.activated || activateBy !== null
  const paidBy = activateBy ?? order.paid_payment_id
  const { state, review } = isActive ? { state: 'paid' as const, review: null } : inactive(order, roots, blocked, now)
  return {
    state,
    status: wireStatus(order, state, payments, roots, paidBy),
    activateBy,
    orderReview: review,
    paymentReviews: new Map([
      ...payments.filter(isChild).map(({ payment_id }) => [payment_id, 'child_payment'] as const),
      ...roots.map(
        (root) =>
          [
            root.payment_id,
            isActive ? reviewOfActive({ ...order, paid_payment_id: paidBy }, root, now) : reviewOf(root, now),
          ] as const,
      ),
    ]),
    nextCheckAt: scheduled(
      watchOf({ ...order, state, paid_payment_id: paidBy, activated_at: order.activated_at ?? now }, roots),
      lastEventAt(order, roots),
      now,
    ),
  }
}

/** The reason that blocks the activation even of a paid order; null where there is none. */
function blockOf(order: OrderFacts, roots: readonly ClassifiedPayment[]): ReviewCode | null {
  if (order.user_gone) return 'orphan'
  if (order.deleted_at !== null) return 'money_after_delete'
  if (roots.some(({ classification }) => classification === 'refunded')) return 'refunded'
  if (roots.some(({ classification }) => classification === 'contradiction')) return 'contradiction'
  return order.grant_refused ? 'grant_refused' : null
}

/** Doubts by which an order needs a person, the gravest first. */
const doubts = [
  'refunded',
  'contradiction',
  'order_mismatch',
  'price_mismatch',
  'currency_mismatch',
  'finished_short',
] as const satisfies readonly Classification[]

function inactive(
  order: OrderFacts,
  roots: readonly ClassifiedPayment[],
  blocked: ReviewCode | null,
  now: number,
): { state: OrderState; review: ReviewCode | null } {
  const some = (...classifications: readonly Classification[]) =>
    roots.some(({ classification }) => classifications.includes(classification))
  if (order.resurfaced_at !== null) return { state: 'review', review: 'money_after_delete' }
  if (some('pays')) return { state: 'review', review: blocked }
  const doubt = doubts.find((each) => some(each))
  if (doubt !== undefined) return { state: 'review', review: doubt }
  if (some('claims', 'in_flight')) return { state: 'in_flight', review: null }
  if (some('short')) return { state: 'underpaid', review: null }
  if (some('waiting')) return { state: 'open', review: null }
  if (some('failed_with_money')) return { state: 'review', review: 'failed_with_money' }
  if (some('expired_with_money')) return { state: 'review', review: 'expired_with_money' }
  if (some('failed', 'expired')) return { state: 'dead', review: null }
  const life = order.state === 'creating' ? creationMs : orderLifeMs
  const isOver = order.state === 'dead' || now >= order.created_at + life
  // Without a payment the order keeps the state that its making gave it.
  return { state: isOver ? 'dead' : order.state === 'creating' ? 'creating' : 'open', review: null }
}

/** The status on screens. `confirmed` and `finished` belong to active plans alone. */
function wireStatus(
  order: OrderFacts,
  state: OrderState,
  payments: readonly PaymentFacts[],
  roots: readonly ClassifiedPayment[],
  paidBy: string | null,
): PaymentStatus {
  switch (state) {
    case 'creating':
    case 'open':
      return 'waiting'
    case 'in_flight':
      return 'confirming'
    case 'underpaid':
      return 'partially_paid'
    case 'review':
      return payments.some(({ received }) => isPositive(received)) ? 'confirming' : 'waiting'
    case 'paid': {
      const by = roots.find(({ payment_id }) => payment_id === paidBy)
      return by?.status === 'finished' || by?.status === 'refunded' ? 'finished' : 'confirmed'
    }
    case 'dead':
      if (roots.some(({ classification }) => classification === 'failed')) return 'failed'
      // The provider refused to make the checkout.
      return order.state === 'dead' && order.status === 'failed' ? 'failed' : 'expired'
  }
}

/** The review reason of a payment whose order is not active. */
function reviewOf(payment: ClassifiedPayment, now: number): ReviewCode | null {
  const { classification, status, notified } = payment
  switch (classification) {
    case 'refunded':
    case 'contradiction':
    case 'price_mismatch':
    case 'currency_mismatch':
    case 'order_mismatch':
    case 'finished_short':
    case 'failed_with_money':
    case 'expired_with_money':
      return classification
    case 'claims':
    case 'in_flight':
    case 'short':
      if (now >= lastEventOf(payment) + orderLifeMs) return 'stuck_with_money'
      if (classification === 'claims' && now >= (payment.claimed_paid_at ?? now) + unconfirmedMs) return 'unread_claim'
      return isPuzzling(status, notified) ? 'unknown_status' : null
    default:
      return isPuzzling(status, notified) ? 'unknown_status' : null
  }
}

/** The review reason of a payment whose order is active. The plan stays. */
function reviewOfActive(order: OrderFacts, payment: ClassifiedPayment, now: number): ReviewCode | null {
  switch (payment.classification) {
    case 'pays':
    case 'claims':
      if (payment.payment_id !== order.paid_payment_id) return 'paid_twice'
      if (isUnconfirmed(order, payment) && now >= (order.activated_at ?? now) + confirmationMs) return 'never_confirmed'
      return surplusOf(order, payment) >= surplusItemCents ? 'surplus' : null
    case 'failed':
    case 'failed_with_money':
      return 'failed_after_payment'
    case 'short':
      return payment.payment_id === order.paid_payment_id ? 'short_after_payment' : 'part_besides'
    case 'refunded':
      return payment.payment_id === order.paid_payment_id ? 'refunded' : 'extra_refunded'
    default:
      return reviewOf(payment, now)
  }
}

/** From this surplus on a person looks: days or money back are worth the work. US cents. */
const surplusItemCents = 500

/** A status that we do not know, and nothing final since. */
function isPuzzling(status: PaymentFacts['status'], notified: PaymentFacts['notified']): boolean {
  return status === 'unknown' || (notified !== null && notified.unknownWord !== null && status !== 'finished')
}

/** How long an order is checked: no more, until day 8, or without end. */
type Watch = 'ended' | 'for a life' | 'endless'

function watchOf(order: OrderFacts, roots: readonly ClassifiedPayment[]): Watch {
  switch (order.state) {
    case 'creating':
    case 'open':
      return 'for a life'
    case 'in_flight':
    case 'underpaid':
    case 'review':
      // A doubt about one payment stops no other payment. An admin who hid the order saw the money that is on its way.
      return order.deleted_at === null && roots.some(({ classification }) => onItsWay.has(classification))
        ? 'endless'
        : 'for a life'
    case 'paid':
      return watchOfPaid(order, roots)
    case 'dead':
      return 'ended'
  }
}

const onItsWay: ReadonlySet<Classification> = new Set(['claims', 'in_flight', 'short'])

/** Active by a claim alone: no answer since the activation. */
function isUnconfirmed(order: OrderFacts, { reading, read_back_at }: PaymentFacts): boolean {
  return !isConfirmed(order, reading) && (read_back_at === null || read_back_at < (order.activated_at ?? 0))
}

/** An order that a claim alone activated waits for an answer. */
function watchOfPaid(order: OrderFacts, roots: readonly ClassifiedPayment[]): Watch {
  const by = roots.find(({ payment_id }) => payment_id === order.paid_payment_id)
  if (by === undefined || isConfirmed(order, by.reading)) return 'ended'
  if (isUnconfirmed(order, by)) return 'endless'
  return by.classification === 'contradiction' || onItsWay.has(by.classification) ? 'for a life' : 'ended'
}

function scheduled(watch: Watch, anchor: number, now: number): number | null {
  return watch === 'ended' ? null : nextCheckAt(anchor, now, watch === 'endless')
}

function lastEventAt(order: OrderFacts, roots: readonly ClassifiedPayment[]): number {
  return Math.max(order.created_at, ...roots.map(lastEventOf))
}

function lastEventOf({ first_seen_at, claimed_paid_at }: PaymentFacts): number {
  return Math.max(first_seen_at, claimed_paid_at ?? 0)
}

/** The class of an order in statistics and filters. */
export function paymentClass(order: {
  status: PaymentStatus
  activated: boolean
  reconciled_at: unknown
}): PaymentClass {
  if (order.status === 'confirmed' || order.status === 'finished') return 'completed'
  const underway = order.status === 'waiting' || order.status === 'confirming' || order.status === 'partially_paid'
  return underway && !order.activated && order.reconciled_at === null ? 'to_reconcile' : 'pending'
}
