import { isDeepStrictEqual } from 'node:util'
import type { Kernel } from '#server/kernel.ts'
import { ProviderError, type ProviderClient, type ProviderPayment } from '../../provider.ts'
import { createParentLookup } from '../../rules/children.ts'
import type { Observed } from '../../rules/coverage.ts'
import { paying } from '../../rules/payment.ts'
import { isStopped } from '../provider/client.ts'
import { knownPayment, type KnownPayment } from '../orders/order-queries.ts'
import { readAndApply } from './read-and-apply.ts'
import { applySnapshot } from '../settlement/settle.ts'
import { postponeFailed } from '../settlement/failed-items.ts'
import { observedIn } from '../settlement/snapshot.ts'

/** The counts of one list. */
export interface Listed {
  observed: number
  /** Payments that were unknown before. */
  missed: number
  /** Known payments with another status or amount than the stored one. */
  different: number
  /** Payments under an order id that is not ours. */
  unknown: number
  /** Payments that could not be read or settled. */
  failed: number
  /** Ids of the applied payments, their orders, and the orders of payments that failed. */
  applied: Set<string>
  orders: Set<string>
  failedOrders: Set<string>
  /** Whether the list was read to its end. */
  whole: boolean
}

/** True where an entry of a list would activate an order: its payment is read by itself first. */
export function needsReading({ parentPaymentId, status }: ProviderPayment): boolean {
  return parentPaymentId === null && paying.has(status)
}

/**
 * Lists the provider's payments of a span of time and applies each. One that cannot be read or settled holds up none behind it.
 * @throws where the database is away, or this server stops
 */
export async function applyListed(
  kernel: Kernel,
  provider: ProviderClient,
  range: { from: Date; to: Date },
  { signal }: { signal: AbortSignal },
): Promise<Listed> {
  const counts = { observed: 0, missed: 0, different: 0, unknown: 0, failed: 0 }
  const listed: Listed = { ...counts, applied: new Set(), orders: new Set(), failedOrders: new Set(), whole: false }
  const placed = createParentLookup()
  try {
    for await (const entry of provider.listPayments(range, { signal })) {
      listed.observed += 1
      await applyEntry(kernel, provider, placed(entry), { listed, at: range.to.getTime(), signal })
    }
    listed.whole = true
  } catch (error) {
    if (!(error instanceof ProviderError) && !signal.aborted) throw error
  }
  return listed
}

async function applyEntry(
  kernel: Kernel,
  provider: ProviderClient,
  snapshot: ProviderPayment,
  { listed, at, signal }: { listed: Listed; at: number; signal: AbortSignal },
): Promise<void> {
  const { providerPaymentId: paymentId, orderId } = snapshot
  const fails = () => {
    listed.failed += 1
    if (orderId !== null) listed.failedOrders.add(orderId)
  }
  try {
    const known = await knownPayment(kernel.sql, provider.name, { paymentId, orderId })
    const applied = await applyOrRead(kernel, provider, snapshot, { known, at, signal })
    if (applied === null) return fails()
    listed.applied.add(paymentId)
    if (applied.orderId !== null) listed.orders.add(applied.orderId)
    if (applied.orderId === null) listed.unknown += 1
    else if (known.payment === null) listed.missed += 1
    else if (known.payment.status !== snapshot.status || known.payment.received !== snapshot.received) {
      listed.different += 1
    }
  } catch (error) {
    if (isStopped(signal)) throw error
    fails()
    await postponeFailed(kernel, provider, { what: `pagamento ${paymentId}`, error, putOff: () => undefined })
  }
}

/** @returns the payment's order (null: none of ours); null where the payment could not be read */
async function applyOrRead(
  kernel: Kernel,
  provider: ProviderClient,
  snapshot: ProviderPayment,
  { known, at, signal }: { known: KnownPayment; at: number; signal: AbortSignal },
): Promise<{ orderId: string | null } | null> {
  if (known.activated !== false || !needsReading(snapshot)) {
    const applied = await applySnapshot(kernel, provider, snapshot, { source: 'reading', at })
    return { orderId: applied.order_id }
  }
  if (isAsAnswered(known.payment, snapshot)) return { orderId: snapshot.orderId }
  const { answer, applied } = await readAndApply(kernel, provider, snapshot.providerPaymentId, { signal })
  return answer.kind === 'payment' && applied !== null ? { orderId: applied.order_id } : null
}

/** True where an entry repeats our last answer: a payment that stays short for weeks is not read for each list. */
function isAsAnswered(known: KnownPayment['payment'], entry: ProviderPayment): boolean {
  if (known === null || known.reading_wanted || known.reading === null || 'absent' in known.reading) return false
  const fields = ({
    orderId,
    parentPaymentId,
    childIds,
    status,
    rawStatus,
    price,
    asked,
    received,
    coin,
  }: Observed) => [orderId, parentPaymentId, childIds, status, rawStatus, price, asked, received, coin]
  return isDeepStrictEqual(fields(known.reading), fields(observedIn(entry)))
}
