import { grantPurchase } from '#features/subscriptions/server/service.ts'
import { planOf } from '#features/subscriptions/catalogue.ts'
import { DatabaseError, type Transaction } from '#server/database/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { PaymentStatus } from '../../contract.ts'
import type { Answer, ProviderClient } from '../../provider.ts'
import { decide, type Decision, type OrderState } from '../../rules.ts'
import { isPositive } from '../../rules/coverage.ts'
import { withClaim, withDenial, withMessage, withoutAnswer, type Message } from '../../rules/merge.ts'
import { isNewMoney } from '../../rules/new-money.ts'
import { mailActivated, mailUnderpaid, alertReview } from '../messages.ts'
import { activations } from '../metrics.ts'
import {
  addPayment,
  attachStrays,
  lockPayment,
  orderOfPayment,
  paymentsOfOrder,
  savePayment,
  type StoredPayment,
} from './payment-queries.ts'
import { saveReviews } from './reviews.ts'
import { lockOrder, saveOrder, type LockedOrder } from './settle-queries.ts'
import { newPayment, observedIn, type Snapshot } from './snapshot.ts'

/** Writes an audit line in the transaction that changes an order's state, status or activation. */
export interface Audited {
  auditChange?: (tx: Transaction, before: LockedOrder, after: LockedOrder) => Promise<void>
}

type Settler = Pick<Kernel, 'sql' | 'clock' | 'secrets' | 'config' | 'changes'> & Audited

/** The order after a settlement. */
export interface Applied {
  /** Null: the payment belongs to no order of ours. */
  order_id: string | null
  state: OrderState | null
  status: PaymentStatus | null
  /** True where this call activated the order. */
  activated: boolean
}

interface Settled extends Applied {
  traderId: string | null
  /** Since when the order is known to be paid, milliseconds; null where this call activated nothing. */
  paidSince: number | null
}

/**
 * Takes in one message about a payment and settles its order, in one transaction. It may be called any number of times, in any
 * order, on any number of instances.
 * @param message `at` in milliseconds; for an answer the moment of the question
 */
export function applySnapshot(
  kernel: Settler,
  provider: Pick<ProviderClient, 'name'>,
  snapshot: Snapshot,
  message: Message,
): Promise<Applied> {
  return inTransaction(kernel, (tx) => applyMessage(tx, kernel, provider.name, { snapshot, message }))
}

/** Decides an order anew: after it was bound, hidden or shown again, or because time passed. Null where there is none. */
export function settleOrder(kernel: Settler, orderId: string): Promise<Applied | null> {
  return inTransaction(kernel, async (tx) => {
    const order = await lockOrder(tx, orderId)
    return order === null ? null : settleIn(tx, kernel, order)
  })
}

/**
 * Takes in the answer to our own question about one payment, and settles its order. A question that was never sent changes
 * nothing.
 * @param at when the question was sent, milliseconds
 * @returns null where no question was sent
 */
export async function applyAnswer(
  kernel: Settler,
  provider: Pick<ProviderClient, 'name'>,
  paymentId: string,
  answer: Answer,
  at: number,
): Promise<Applied | null> {
  if (answer.kind === 'unasked') return null
  if (answer.kind === 'payment') return applySnapshot(kernel, provider, answer.payment, { source: 'reading', at })
  return inTransaction(kernel, async (tx) => {
    const key = { provider: provider.name, paymentId, claimedOrderId: null }
    const orderId = await orderOfPayment(tx, key)
    const order = orderId === null ? null : await lockOrder(tx, orderId)
    const before = await lockPayment(tx, provider.name, paymentId)
    if (before === null) return order === null ? unknown : settleIn(tx, kernel, order)
    const after = answer.kind === 'unreachable' ? withoutAnswer(before, at) : withDenial(before, at)
    await savePayment(tx, after)
    return order === null ? unknown : settleIn(tx, kernel, order, resurfacedAt(order, before, after, at))
  })
}

const unknown: Settled = {
  order_id: null,
  state: null,
  status: null,
  activated: false,
  traderId: null,
  paidSince: null,
}

/** Attempts after a deadlock, or after another transaction gave the payment its order: the same work finds the new state. */
const tries = 5
/**
 * A row that is locked for longer holds up this item, not all that waits behind it. Longer than PostgreSQL takes to find a
 * deadlock. Milliseconds.
 */
const lockMs = 1_500
class Moved extends Error {}

/** Runs one settlement in a transaction, and announces its outcome after the commit. */
export async function inTransaction<T extends Settled | null>(
  kernel: Pick<Kernel, 'sql' | 'changes' | 'clock' | 'config'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T extends null ? Applied | null : Applied> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const settled: Settled | null = await kernel.sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${`${lockMs}`}, true)`
        return work(tx)
      })
      if (settled === null) return null as never
      const { traderId, paidSince, ...applied } = settled
      if (paidSince !== null) activations(kernel).observe(Math.max(0, (kernel.clock.now() - paidSince) / 1000))
      if (applied.activated && traderId !== null) kernel.changes.announce(traderId)
      return applied as never
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Moved) return true
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')
}

/** Takes in one message inside a transaction. Locks in this order: the payment's order, the payment, the buyer. */
export async function applyMessage(
  tx: Transaction,
  kernel: Settler,
  provider: string,
  { snapshot, message }: { snapshot: Snapshot; message: Message },
): Promise<Settled> {
  const observed = observedIn(snapshot)
  const paymentId = snapshot.providerPaymentId
  const orderId = await orderOfPayment(tx, { provider, paymentId, claimedOrderId: observed.orderId })
  const order = orderId === null ? null : await lockOrder(tx, orderId)
  await addPayment(tx, newPayment(provider, paymentId, observed, message.at))
  const before = await lockPayment(tx, provider, paymentId)
  if (before === null || (before.order_id !== null && before.order_id !== orderId)) throw new Moved()
  const after = withMessage(before, observed, message, order)
  await savePayment(tx, {
    ...after,
    order_id: orderId,
    review_reason: order === null ? 'unknown_order' : after.review_reason,
  })
  if (order === null) {
    if (isPositive(after.received)) {
      await alertReview(tx, kernel, 'unknown_order', { orderId: observed.orderId, paymentId, at: kernel.clock.now() })
    }
    return unknown
  }
  return settleIn(tx, kernel, order, resurfacedAt(order, before, after, message.at))
}

/** The moment at which a payment's new money shows a hidden order again; null where there is none. */
function resurfacedAt(order: LockedOrder, before: StoredPayment, after: StoredPayment, at: number): number | null {
  if (order.deleted_at === null || order.activated) return null
  return isNewMoney(order, before, after, at) ? at : null
}

/**
 * Decides a locked order by all its payments, activates it where that is due, and writes what changed.
 * @param shownAgainAt when money came for a hidden order, milliseconds
 */
async function settleIn(
  tx: Transaction,
  kernel: Settler,
  locked: LockedOrder,
  shownAgainAt: number | null = null,
): Promise<Settled> {
  const now = Math.floor(kernel.clock.now())
  const payments = await paymentsWithClaims(tx, locked)
  let order = { ...locked, resurfaced_at: locked.resurfaced_at ?? shownAgainAt }
  let decision = decide(order, payments, now)
  let until: number | null = null
  if (decision.activateBy !== null) {
    const granted = await grant(tx, kernel, order)
    if (granted.done) until = granted.until
    else {
      order = { ...order, ...granted.refusal }
      decision = decide(order, payments, now)
    }
  }
  const after = written(order, decision, now)
  if (differs(locked, after)) await saveOrder(tx, after, now)
  await saveReviews(tx, kernel, after, payments, decision, now)
  if (after.state === 'underpaid' && after.state !== locked.state) await mailUnderpaid(tx, kernel, after, now)
  if (until !== null) await mailActivated(tx, kernel, after, { until, at: now })
  const activated = !locked.activated && after.activated
  if (activated || locked.state !== after.state || locked.status !== after.status) {
    await kernel.auditChange?.(tx, locked, after)
  }
  return {
    order_id: order.order_id,
    state: after.state,
    status: after.status,
    activated,
    traderId: order.trader_id,
    paidSince: activated ? claimedSince(payments, after, now) : null,
  }
}

/** Since when the payment is known to be paid: its claim, else the answer, milliseconds. */
function claimedSince(payments: readonly StoredPayment[], { paid_payment_id: by }: LockedOrder, now: number): number {
  const payment = payments.find(({ payment_id }) => payment_id === by)
  return payment?.claimed_paid_at ?? payment?.read_back_at ?? now
}

async function paymentsWithClaims(tx: Transaction, order: LockedOrder): Promise<StoredPayment[]> {
  const strays = await attachStrays(tx, order.order_id, order.provider)
  const payments = await paymentsOfOrder(tx, order.order_id)
  if (strays === 0) return payments
  // Their claims could not be evaluated before their order was known.
  const claimed = payments.map((each) => (each.claimed_paid_at === null ? withClaim(each, order, null) : each))
  for (const payment of claimed) await savePayment(tx, payment)
  return claimed
}

type Grant =
  | { done: true; until: number | null }
  | { done: false; refusal: Partial<Pick<LockedOrder, 'user_gone' | 'grant_refused'>> }

/** Turns the order into plan time, once. The ledger's own key holds even where the order's row says otherwise. */
async function grant(tx: Transaction, kernel: Settler, order: LockedOrder): Promise<Grant> {
  const { trader_id: traderId, plan, order_id: orderId } = order
  if (traderId === null) return { done: false, refusal: { user_gone: true } }
  if (planOf(plan) === null) return { done: false, refusal: { grant_refused: true } }
  try {
    const granted = await grantPurchase(tx, kernel, { traderId, plan, orderId })
    if (granted.granted) return { done: true, until: granted.until }
    return granted.reason === 'repeated' ? { done: true, until: null } : { done: false, refusal: { user_gone: true } }
  } catch (error) {
    if (error instanceof Failure) return { done: false, refusal: { grant_refused: true } }
    throw error
  }
}

function written(order: LockedOrder, decision: Decision, now: number): LockedOrder {
  const { state, status, activateBy, orderReview, nextCheckAt } = decision
  const activates = activateBy !== null
  return {
    ...order,
    state,
    status,
    activated: order.activated || activates,
    activated_at: activates ? now : order.activated_at,
    paid_payment_id: activates ? activateBy : order.paid_payment_id,
    review_reason: orderReview,
    next_check_at: nextCheckAt,
  }
}

const decidedFields = [
  'state',
  'status',
  'activated',
  'paid_payment_id',
  'review_reason',
  'resurfaced_at',
  'next_check_at',
] as const

function differs(before: LockedOrder, after: LockedOrder): boolean {
  return decidedFields.some((key) => before[key] !== after[key])
}
