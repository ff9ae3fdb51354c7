import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { ProviderClient, ProviderError, ProviderErrorKind } from '../../provider.ts'
import { createParentLookup } from '../../rules/children.ts'
import { retryCheckMs } from '../../rules/schedule.ts'
import { invoicesOf, orderById } from '../orders/order-queries.ts'
import { failureOf, isStopped } from '../provider/client.ts'
import { applySnapshot, settleOrder, type Audited } from '../settlement/settle.ts'
import { readAndApply } from './read-and-apply.ts'
import { paymentsToRead, postponeUnasked, recordCheck } from './due-queries.ts'
import { needsReading } from './listed.ts'

export type CheckResult =
  | 'payment_found'
  | 'nothing_found'
  /** Only an invoice is known, and the dashboard login for listing is missing. */
  | 'cannot_list'
  | 'unreachable'
  | 'rate_limited'
  | 'misconfigured'
  | 'bad_answer'
  /** Nothing was sent: our own queue, a pause, an open breaker. This result is not stored. */
  | 'not_asked'

/** Results of failed checks: the next run checks other orders first. */
export const failedResults: readonly CheckResult[] = ['unreachable', 'bad_answer']

/** True where the provider answered. */
export function isAnswer(result: string | null): boolean {
  return result === 'payment_found' || result === 'nothing_found'
}

interface Call {
  /** Ends a running question. */
  signal: AbortSignal
  /** The payment or invoice that a user asks about: it comes first. */
  named?: string
}

/** The most payments and invoices of one order in one check. The rest waits for its turn. */
const readAtOnce = 10
/**
 * The time of all questions about one order, repetitions included, and of one of them: one that hangs leaves time for the others.
 * Milliseconds.
 */
const questionsMs = 30_000
const questionMs = 12_000
/** The least pause between two checks of one order. Milliseconds. */
const leastPauseMs = MINUTE_MS

const resultOf: Record<ProviderErrorKind, CheckResult> = {
  unreachable: 'unreachable',
  timeout: 'unreachable',
  rate_limited: 'rate_limited',
  misconfigured: 'misconfigured',
  redirected: 'bad_answer',
  refused: 'bad_answer',
  below_minimum: 'bad_answer',
  bad_answer: 'bad_answer',
}

/** Asks the provider about an order, applies each answer, decides the order anew, and plans its next check (`docs/payments.md` 6). */
export async function checkOrder(
  kernel: Kernel & Audited,
  provider: ProviderClient,
  orderId: string,
  call: Call,
): Promise<CheckResult> {
  const result = await question(kernel, provider, orderId, call)
  // A check that is stopped leaves the order due.
  if (!isStopped(call.signal)) await finishCheck(kernel, orderId, result)
  return result
}

/** Decides an order anew after its check, and plans the next check. A check without an answer counts too, since time changes the decision. */
export async function finishCheck(kernel: Kernel & Audited, orderId: string, result: CheckResult): Promise<void> {
  await settleOrder(kernel, orderId)
  const now = Math.floor(kernel.clock.now())
  if (result === 'not_asked') return postponeUnasked(kernel.sql, orderId, instantText(now + leastPauseMs))
  const isLearnt = isAnswer(result) || result === 'cannot_list'
  const order = isLearnt ? null : await orderById(kernel.sql, orderId)
  await recordCheck(kernel.sql, orderId, {
    at: instantText(now),
    result,
    notBefore: instantText(now + leastPauseMs),
    notAfter: order === null ? null : instantText(now + retryCheckMs(now - Date.parse(order.created_at))),
  })
}

/** Asks about an order's known payments, then lists those of its invoices. A question that fails stops none of the others. */
async function question(
  kernel: Kernel & Audited,
  provider: ProviderClient,
  orderId: string,
  { signal: stopped, named = '' }: Call,
): Promise<CheckResult> {
  const { sql } = kernel
  const [known, invoices] = await Promise.all([
    paymentsToRead(sql, orderId, { named, limit: readAtOnce }),
    invoicesOf(sql, orderId),
  ])
  const { read, list, result } = questionsOf(kernel, provider, orderId, stopped)
  const questionAll = async () => {
    for (const paymentId of known) if (!(await read(paymentId))) return
    // A key that is refused lists nothing either.
    if (!provider.canList || result() === 'misconfigured') return
    if ((await orderById(sql, orderId))?.activated === true) return
    // A buyer who changed the coin on the page made a second payment, which only the list shows.
    const pages = invoices.toSorted((a, b) => Number(b.invoice_id === named) - Number(a.invoice_id === named))
    for (const { invoice_id: invoiceId } of pages.slice(0, readAtOnce)) if (!(await list(invoiceId))) return
  }
  await questionAll()
  return result() ?? (provider.canList || known.length > 0 || invoices.length === 0 ? 'nothing_found' : 'cannot_list')
}

/** The questions of one check. `read` and `list` resolve to false where the provider, or the time, allows no more of them. */
function questionsOf(kernel: Kernel & Audited, provider: ProviderClient, orderId: string, stopped: AbortSignal) {
  const signal = AbortSignal.any([AbortSignal.timeout(questionsMs), stopped])
  const inTime = () => AbortSignal.any([AbortSignal.timeout(questionMs), signal])
  const placed = createParentLookup()
  const found = new Set<string>()
  let failure: CheckResult | null = null
  /** False while our own queue, a pause or an open breaker kept everything back. */
  let isSent = false

  function goesOn(error: ProviderError | null): boolean {
    isSent ||= error === null || error.sent
    if (error === null) return true
    kernel.log.warn({ order_id: orderId, kind: error.kind, reason: error.message }, 'order not checked')
    failure ??= resultOf[error.kind]
    return error.kind !== 'rate_limited' && !signal.aborted
  }

  async function read(paymentId: string): Promise<boolean> {
    const { answer } = await readAndApply(kernel, provider, paymentId, { signal: inTime(), placed })
    if (answer.kind === 'payment') found.add(paymentId)
    return goesOn('error' in answer ? answer.error : null)
  }

  async function list(invoiceId: string): Promise<boolean> {
    const unread: string[] = []
    const at = Math.floor(kernel.clock.now())
    const timed = inTime()
    try {
      for await (const entry of provider.listPayments({ invoiceId }, { signal: timed })) {
        const snapshot = placed(entry)
        const { providerPaymentId: paymentId } = snapshot
        if (found.has(paymentId)) continue
        if (needsReading(snapshot)) unread.push(paymentId)
        else await applySnapshot(kernel, provider, snapshot, { source: 'reading', at })
        found.add(paymentId)
      }
    } catch (error) {
      return goesOn(failureOf(error, timed))
    }
    goesOn(null)
    for (const paymentId of unread) if (!(await read(paymentId))) return false
    return true
  }

  const result = (): CheckResult | null => {
    if (failure !== null) return isSent ? failure : 'not_asked'
    return found.size > 0 ? 'payment_found' : null
  }
  return { read, list, result }
}
