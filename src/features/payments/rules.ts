import type { PaymentClass } from './admin-contract.ts'
import type { PaymentStatus } from './contract.ts'
import { childrenAmong } from './rules/children.ts'
import { isPositive } from './rules/coverage.ts'
import { meaningOf, isConfirmed, type Meaning, type PaymentFacts } from './rules/payment.ts'
import { confirmationMs, creationMs, orderLifeMs, nextCheckAt, unconfirmedMs } from './rules/schedule.ts'

export const orderStates = ['creating', 'open', 'in_flight', 'underpaid', 'paid', 'review', 'dead'] as const
export type OrderState = (typeof orderStates)[number]

/** Why a person has to look, at an order or at one of its payments. */
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
  'stuck_with_money',
  'never_confirmed',
  'unread_claim',
  'unknown_status',
  'unknown_order',
] as const
export type ReviewCode = (typeof reviewCodes)[number]

/** An order as it stands. Instants in milliseconds. */
export interface OrderFacts {
  order_id: string
  price_cents: number
  state: OrderState
  status: PaymentStatus
  activated: boolean
  activated_at: number | null
  /** The payment that activated it. */
  paid_payment_id: string | null
  /** Nobody is there to serve: erased or deactivated. */
  user_gone: boolean
  /** What was paid cannot be granted (a plan that is not sold any more, an end beyond all bounds). */
  grant_refused: boolean
  deleted_at: number | null
  /** Money came after the deletion. */
  resurfaced_at: number | null
  created_at: number
}

export interface Decision {
  state: OrderState
  status: PaymentStatus
  /** The payment with which the order is to be activated now. */
  activateBy: string | null
  orderReview: ReviewCode | null
  paymentReviews: ReadonlyMap<string, ReviewCode | null>
  /** Milliseconds; null: the schedule has nothing more to ask. */
  nextCheckAt: number | null
}

interface Judged extends PaymentFacts {
  meaning: Meaning
}

/**
 * What an order's payments make of it: a function of all that is known, whatever came first (`docs/payments.md`). Each payment is
 * judged alone; what is paid activates once unless the order is blocked (nobody to serve, deleted, refunded, contradicted).
 * @param payments all of the order's, deposits to a used address included
 * @param now milliseconds
 */
export function decide(order: OrderFacts, payments: readonly PaymentFacts[], now: number): Decision {
  const isChild = childrenAmong(payments)
  const roots = payments
    .filter((payment) => !isChild(payment))
    .map((payment): Judged => ({ ...payment, meaning: meaningOf(order, payment, now) }))
    .toSorted((a, b) => a.first_seen_at - b.first_seen_at || (a.payment_id < b.payment_id ? -1 : 1))
  const blocked = blockOf(order, roots)
  const paid = roots.find(({ meaning }) => meaning === 'pays')
  const activateBy = !order.activated && paid !== undefined && blocked === null ? paid.payment_id : null
  const served = order.activated || activateBy !== null
  const paidBy = activateBy ?? order.paid_payment_id
  const { state, review } = served ? { state: 'paid' as const, review: null } : unserved(order, roots, blocked, now)
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
            served ? itemOfServed({ ...order, paid_payment_id: paidBy }, root, now) : itemOf(root, now),
          ] as const,
      ),
    ]),
    nextCheckAt: scheduled(
      watchOf({ ...order, state, paid_payment_id: paidBy, activated_at: order.activated_at ?? now }, roots),
      lastNews(order, roots),
      now,
    ),
  }
}

/** What keeps an order from being activated by itself, whatever was paid. */
function blockOf(order: OrderFacts, roots: readonly Judged[]): ReviewCode | null {
  if (order.user_gone) return 'orphan'
  if (order.deleted_at !== null) return 'money_after_delete'
  if (roots.some(({ meaning }) => meaning === 'refunded')) return 'refunded'
  if (roots.some(({ meaning }) => meaning === 'contradiction')) return 'contradiction'
  return order.grant_refused ? 'grant_refused' : null
}

/** Doubts that put an order before a person, the gravest first. */
const doubts = [
  'refunded',
  'contradiction',
  'order_mismatch',
  'price_mismatch',
  'currency_mismatch',
  'finished_short',
] as const satisfies readonly Meaning[]

function unserved(
  order: OrderFacts,
  roots: readonly Judged[],
  blocked: ReviewCode | null,
  now: number,
): { state: OrderState; review: ReviewCode | null } {
  const some = (...meanings: readonly Meaning[]) => roots.some(({ meaning }) => meanings.includes(meaning))
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
  // Nothing that tells anything: as the order's making left it.
  return { state: isOver ? 'dead' : order.state === 'creating' ? 'creating' : 'open', review: null }
}

/** What screens are told. `confirmed` and `finished` belong to active plans alone. */
function wireStatus(
  order: OrderFacts,
  state: OrderState,
  payments: readonly PaymentFacts[],
  roots: readonly Judged[],
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
      if (roots.some(({ meaning }) => meaning === 'failed')) return 'failed'
      // A checkout that the provider refused to make.
      return order.state === 'dead' && order.status === 'failed' ? 'failed' : 'expired'
  }
}

/** The item of a payment whose order is not active. */
function itemOf(payment: Judged, now: number): ReviewCode | null {
  const { meaning, status, notified } = payment
  switch (meaning) {
    case 'refunded':
    case 'contradiction':
    case 'price_mismatch':
    case 'currency_mismatch':
    case 'order_mismatch':
    case 'finished_short':
    case 'failed_with_money':
    case 'expired_with_money':
      return meaning
    case 'claims':
    case 'in_flight':
    case 'short':
      if (now >= newsOf(payment) + orderLifeMs) return 'stuck_with_money'
      if (meaning === 'claims' && now >= (payment.claimed_paid_at ?? now) + unconfirmedMs) return 'unread_claim'
      return isPuzzling(status, notified) ? 'unknown_status' : null
    default:
      return isPuzzling(status, notified) ? 'unknown_status' : null
  }
}

/** The item of a payment whose order is active: the plan stays, a person hears of whatever does not go with it. */
function itemOfServed(order: OrderFacts, payment: Judged, now: number): ReviewCode | null {
  switch (payment.meaning) {
    case 'pays':
    case 'claims':
      if (payment.payment_id !== order.paid_payment_id) return 'paid_twice'
      return isUnconfirmed(order, payment) && now >= (order.activated_at ?? now) + confirmationMs
        ? 'never_confirmed'
        : null
    case 'failed':
    case 'failed_with_money':
      return 'failed_after_payment'
    case 'short':
      return 'short_after_payment'
    default:
      return itemOf(payment, now)
  }
}

/** A word that we do not know, and nothing final since. */
function isPuzzling(status: PaymentFacts['status'], notified: PaymentFacts['notified']): boolean {
  return status === 'unknown' || (notified !== null && notified.unknownWord !== null && status !== 'finished')
}

/** How long the provider may know more of an order than we do: not any more, until day 8, or for as long as it takes. */
type Watch = 'ended' | 'for a life' | 'endless'

function watchOf(order: OrderFacts, roots: readonly Judged[]): Watch {
  switch (order.state) {
    case 'creating':
    case 'open':
      return 'for a life'
    case 'in_flight':
    case 'underpaid':
    case 'review':
      // A doubt about one payment stops no other one. Whoever hid the order has seen the money that is on its way.
      return order.deleted_at === null && roots.some(({ meaning }) => onItsWay.has(meaning)) ? 'endless' : 'for a life'
    case 'paid':
      return watchOfPaid(order, roots)
    case 'dead':
      return 'ended'
  }
}

const onItsWay: ReadonlySet<Meaning> = new Set(['claims', 'in_flight', 'short'])

/** Active by its notification alone: nothing was answered that was asked for since. */
function isUnconfirmed(order: OrderFacts, { reading, read_back_at }: PaymentFacts): boolean {
  return !isConfirmed(order, reading) && (read_back_at === null || read_back_at < (order.activated_at ?? 0))
}

/** What one key activated waits for the other. */
function watchOfPaid(order: OrderFacts, roots: readonly Judged[]): Watch {
  const by = roots.find(({ payment_id }) => payment_id === order.paid_payment_id)
  if (by === undefined || isConfirmed(order, by.reading)) return 'ended'
  if (isUnconfirmed(order, by)) return 'endless'
  return by.meaning === 'contradiction' || onItsWay.has(by.meaning) ? 'for a life' : 'ended'
}

function scheduled(watch: Watch, anchor: number, now: number): number | null {
  return watch === 'ended' ? null : nextCheckAt(anchor, now, watch === 'endless')
}

function lastNews(order: OrderFacts, roots: readonly Judged[]): number {
  return Math.max(order.created_at, ...roots.map(newsOf))
}

function newsOf({ first_seen_at, claimed_paid_at }: PaymentFacts): number {
  return Math.max(first_seen_at, claimed_paid_at ?? 0)
}

/** How statistics and filters count an order. */
export function paymentClass(order: {
  status: PaymentStatus
  activated: boolean
  reconciled_at: unknown
}): PaymentClass {
  if (order.status === 'confirmed' || order.status === 'finished') return 'completed'
  const underway = order.status === 'waiting' || order.status === 'confirming' || order.status === 'partially_paid'
  return underway && !order.activated && order.reconciled_at === null ? 'to_reconcile' : 'pending'
}
