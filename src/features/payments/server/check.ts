import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { ProviderError, type PaymentProvider, type ProviderFault } from '../provider.ts'
import { isStopped } from './health.ts'
import { invoicesOf, longestDue, orderById, paymentsOf, recordCheck } from './order-queries.ts'
import { readAndApply } from './reading.ts'
import { applySnapshot, settleOrder } from './settle.ts'

export type CheckResult =
  | 'payment_found'
  | 'nothing_found'
  /** Only an invoice is known, and listing needs the provider's dashboard login. */
  | 'cannot_list'
  | 'unreachable'
  | 'rate_limited'
  | 'misconfigured'
  | 'bad_answer'

/** True where the provider has said what it knows. */
export function isAnswer(result: string | null): boolean {
  return result === 'payment_found' || result === 'nothing_found'
}

interface Stoppable {
  /** Ends a question that runs. */
  signal: AbortSignal
}

/** Payments and invoices of one order that one check asks for, the newest ones: the rest waits for the sweep. */
const askedAtOnce = 10
/** All questions about one order, the repetitions of the adapter included. */
const questionMs = 30_000
/** The next try where the provider could not be asked, unless the schedule has one before. */
const retryMs = 60_000
/** No two checks of one order closer than this. */
const leastPauseMs = 60_000

const resultOf: Record<ProviderFault, CheckResult> = {
  unreachable: 'unreachable',
  timeout: 'unreachable',
  rate_limited: 'rate_limited',
  misconfigured: 'misconfigured',
  refused: 'bad_answer',
  below_minimum: 'bad_answer',
  bad_answer: 'bad_answer',
}

/**
 * Asks the provider what became of an order, applies each answer, judges the order anew, and sets its next check
 * (`docs/payments.md` 6). The adapter keeps a second between its questions.
 */
export async function checkOrder(
  kernel: Kernel,
  provider: PaymentProvider,
  orderId: string,
  { signal }: Stoppable,
): Promise<CheckResult> {
  const result = await ask(kernel, provider, orderId, signal)
  // Stopped in the middle: the order stays due, for whoever checks next.
  if (isStopped(signal)) return result
  // Also where nothing was learnt: the time that passed decides as well. It plans the next check.
  await settleOrder(kernel, orderId)
  const now = Math.floor(kernel.clock.now())
  await recordCheck(kernel.sql, orderId, {
    at: instantText(now),
    result,
    notBefore: instantText(now + leastPauseMs),
    notAfter: isAnswer(result) || result === 'cannot_list' ? null : instantText(now + retryMs),
  })
  return result
}

async function ask(
  kernel: Kernel,
  provider: PaymentProvider,
  orderId: string,
  stopped: AbortSignal,
): Promise<CheckResult> {
  const { sql, clock } = kernel
  const [payments, invoices] = await Promise.all([paymentsOf(sql, orderId), invoicesOf(sql, orderId)])
  const signal = AbortSignal.any([AbortSignal.timeout(questionMs), stopped])
  const seen = new Set<string>()
  const read = payments.slice(-askedAtOnce).map((payment) => payment.provider_payment_id)
  try {
    for (const paymentId of read) {
      const reading = await readAndApply(kernel, provider, paymentId, { signal })
      if (reading.outcome === 'failed') return failed(kernel, orderId, reading.error, signal)
      if (reading.outcome === 'applied') seen.add(paymentId)
    }
    const isPaid = (await orderById(sql, orderId))?.activated ?? false
    // A buyer who changed the coin on the page made a second payment, which only the list tells.
    for (const invoice of isPaid || !provider.canList ? [] : invoices.slice(0, askedAtOnce)) {
      const at = Math.floor(clock.now())
      for await (const snapshot of provider.listPayments({ invoiceId: invoice.invoice_id }, { signal })) {
        if (seen.has(snapshot.providerPaymentId)) continue
        seen.add(snapshot.providerPaymentId)
        await applySnapshot(kernel, provider, snapshot, { source: 'reading', at })
      }
    }
  } catch (error) {
    return failed(kernel, orderId, error, signal)
  }
  if (seen.size > 0) return 'payment_found'
  return provider.canList || read.length > 0 || invoices.length === 0 ? 'nothing_found' : 'cannot_list'
}

function failed(kernel: Kernel, orderId: string, error: unknown, signal: AbortSignal): CheckResult {
  if (!(error instanceof ProviderError)) {
    if (!signal.aborted) throw error
    return 'unreachable'
  }
  kernel.log.warn({ order_id: orderId, kind: error.kind, reason: error.message }, 'order not checked')
  return resultOf[error.kind]
}

/** A run makes way for the next one after this: the rest stays due. Real milliseconds. */
const runMs = 45_000
const failuresInARow = 3

/**
 * Checks every order whose time has come, the longest waiting first. Ends early where the provider wants to be left alone. One
 * caller at a time over all instances: the settling holds the lock.
 * @returns orders checked
 */
export async function checkDueOrders(
  kernel: Kernel,
  provider: PaymentProvider,
  { signal }: Stoppable,
): Promise<number> {
  const startedAt = performance.now()
  let checked = 0
  let failures = 0
  while (!signal.aborted && performance.now() - startedAt < runMs) {
    const orderId = await longestDue(kernel.sql, provider.name, instantText(Math.floor(kernel.clock.now())))
    if (orderId === null) break
    const result = await checkOrder(kernel, provider, orderId, { signal })
    checked += 1
    if (result === 'rate_limited') break
    // Refused credentials are not sent again for a while: such a check costs nothing, and payments may still be read where only the
    // login for lists is wrong.
    failures = result === 'unreachable' || result === 'bad_answer' ? failures + 1 : 0
    if (failures === failuresInARow) break
  }
  return checked
}
