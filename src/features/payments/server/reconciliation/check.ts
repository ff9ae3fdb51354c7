import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { ProviderError, type PaymentProvider, type ProviderFault } from '../../provider.ts'
import { withFamily } from './family.ts'
import { isStopped } from '../provider/stopped.ts'
import { needsReading } from './listed.ts'
import { paymentsToAsk, postponeUnasked, recordCheck } from './due-queries.ts'
import { checkAgainMs } from '../../rules/schedule.ts'
import { invoicesOf, orderById } from '../orders/order-queries.ts'
import { readAndApply } from './reading.ts'
import type { Noting } from '../settlement/noting.ts'
import { applySnapshot, settleOrder } from '../settlement/settle.ts'

export type CheckResult =
  | 'payment_found'
  | 'nothing_found'
  /** Only an invoice is known, and listing needs the provider's dashboard login. */
  | 'cannot_list'
  | 'unreachable'
  | 'rate_limited'
  | 'misconfigured'
  | 'bad_answer'
  /** Nothing was learnt and nothing was sent: our own queue, a pause, an open breaker. No result that is kept. */
  | 'not_asked'

/** Checks that failed at the provider, or at this order: the next run has others first. */
export const inVain: readonly CheckResult[] = ['unreachable', 'bad_answer']

/** True where the provider has said what it knows. */
export function isAnswer(result: string | null): boolean {
  return result === 'payment_found' || result === 'nothing_found'
}

interface Call {
  /** Ends a question that runs. */
  signal: AbortSignal
  /** The payment or invoice that somebody asks about: it comes first. */
  named?: string
}

/** Payments of one order that one check asks for, whose turn it is, and its newest invoices: the rest waits for the sweep. */
const askedAtOnce = 10
/** All questions about one order, the repetitions of the adapter included, and one of them: one that hangs leaves time for the others. */
const questionsMs = 30_000
const questionMs = 12_000
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
  kernel: Kernel & Noting,
  provider: PaymentProvider,
  orderId: string,
  call: Call,
): Promise<CheckResult> {
  const question = counting(provider)
  const learnt = await ask(kernel, question.provider, orderId, call)
  const result = isAnswer(learnt) || learnt === 'cannot_list' || question.asked() ? learnt : 'not_asked'
  // Stopped in the middle: the order stays due, for whoever checks next.
  if (!isStopped(call.signal)) await conclude(kernel, orderId, result)
  return result
}

/** Judges an order anew after its check, also where nothing was learnt: the time that passed decides as well. It plans the next check. */
export async function conclude(kernel: Kernel & Noting, orderId: string, result: CheckResult): Promise<void> {
  await settleOrder(kernel, orderId)
  const now = Math.floor(kernel.clock.now())
  if (result === 'not_asked') return postponeUnasked(kernel.sql, orderId, instantText(now + leastPauseMs))
  const isLearnt = isAnswer(result) || result === 'cannot_list'
  const order = isLearnt ? null : await orderById(kernel.sql, orderId)
  await recordCheck(kernel.sql, orderId, {
    at: instantText(now),
    result,
    notBefore: instantText(now + leastPauseMs),
    notAfter: order === null ? null : instantText(now + checkAgainMs(now - Date.parse(order.created_at))),
  })
}

/** The provider, and whether anything was really asked of it: what our own queue, a pause or a breaker kept back was not. */
function counting(provider: PaymentProvider): { provider: PaymentProvider; asked: () => boolean } {
  let asked = 0
  const failed = (error: unknown): never => {
    if (error instanceof ProviderError && error.asked) asked += 1
    throw error
  }
  return {
    asked: () => asked > 0,
    provider: {
      ...provider,
      async readPayment(paymentId, options) {
        const payment = await provider.readPayment(paymentId, options).catch(failed)
        asked += 1
        return payment
      },
      async *listPayments(query, options) {
        try {
          yield* provider.listPayments(query, options)
        } catch (error) {
          failed(error)
        }
        asked += 1
      },
    },
  }
}

/** A question in vain keeps none of the others from being asked: any of an order's payments may be the one that pays. */
async function ask(
  kernel: Kernel & Noting,
  provider: PaymentProvider,
  orderId: string,
  { signal: stopped, named = '' }: Call,
): Promise<CheckResult> {
  const { sql } = kernel
  const [known, invoices] = await Promise.all([
    paymentsToAsk(sql, orderId, { named, limit: askedAtOnce }),
    invoicesOf(sql, orderId),
  ])
  const pages = invoices.toSorted((a, b) => Number(b.invoice_id === named) - Number(a.invoice_id === named))
  const signal = AbortSignal.any([AbortSignal.timeout(questionsMs), stopped])
  const seen = new Set<string>()
  const family = withFamily(provider)
  let fault: CheckResult | null = null
  /** @returns false where the provider, or the time, allows no more questions */
  const goesOn = async (question: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> => {
    const timed = AbortSignal.any([AbortSignal.timeout(questionMs), signal])
    try {
      await question(timed)
    } catch (error) {
      const result = failed(kernel, orderId, error, timed)
      fault ??= result
      return result !== 'rate_limited' && !signal.aborted
    }
    return true
  }

  const read = async (paymentId: string, timed: AbortSignal) => {
    const reading = await readAndApply(kernel, family, paymentId, { signal: timed })
    if (reading.outcome === 'failed') throw reading.error
    if (reading.outcome === 'applied') seen.add(paymentId)
  }
  for (const paymentId of known) {
    if (!(await goesOn((timed) => read(paymentId, timed)))) return fault ?? 'unreachable'
  }
  const isPaid = (await orderById(sql, orderId))?.activated ?? false
  // A buyer who changed the coin on the page made a second payment, which only the list tells.
  for (const invoice of isPaid || !provider.canList ? [] : pages.slice(0, askedAtOnce)) {
    const unread: string[] = []
    const list = async (timed: AbortSignal) => {
      const at = Math.floor(kernel.clock.now())
      for await (const snapshot of family.listPayments({ invoiceId: invoice.invoice_id }, { signal: timed })) {
        const { providerPaymentId: paymentId } = snapshot
        if (seen.has(paymentId)) continue
        if (needsReading(snapshot)) unread.push(paymentId)
        else await applySnapshot(kernel, provider, snapshot, { source: 'reading', at })
        seen.add(paymentId)
      }
    }
    if (!(await goesOn(list))) return fault ?? 'unreachable'
    for (const paymentId of unread) {
      if (!(await goesOn((timed) => read(paymentId, timed)))) return fault ?? 'unreachable'
    }
  }
  if (fault !== null) return fault
  if (seen.size > 0) return 'payment_found'
  return provider.canList || known.length > 0 || invoices.length === 0 ? 'nothing_found' : 'cannot_list'
}

/** @throws what is no fault of the provider's */
function failed(kernel: Kernel, orderId: string, error: unknown, signal: AbortSignal): CheckResult {
  if (!(error instanceof ProviderError)) {
    if (!signal.aborted) throw error
    return 'unreachable'
  }
  kernel.log.warn({ order_id: orderId, kind: error.kind, reason: error.message }, 'order not checked')
  return resultOf[error.kind]
}
