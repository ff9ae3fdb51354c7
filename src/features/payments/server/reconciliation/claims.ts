import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { Answer, ProviderClient } from '../../provider.ts'
import { postponeReading, pendingClaims } from '../settlement/payment-queries.ts'
import { postponeFailed } from '../settlement/failed-items.ts'
import { readAndApply } from './read-and-apply.ts'
import { withAdvisoryLock } from './advisory-lock.ts'

/** One worker over all instances: no payment is asked about twice at the same moment. */
const lockName = 'payments: wanted readings'
const claimsAtOnce = 50
/** One question, repetitions included. Milliseconds. */
const questionMs = 30_000
/** The time in which a run begins questions. The next run takes the rest. It is well under the time of the lock. Milliseconds. */
const runMs = MINUTE_MS
/** A notification that comes during a question needs another answer. After this many answers the payment waits for the next run. */
const answersOfOne = 3

/**
 * Asks the provider about every claim that waits: those that were never asked about first, then those that have waited longest. A
 * claim that gets no answer, or cannot be settled, has its own next try and holds up no other one.
 * @throws where the database is away
 */
export async function confirmClaims(kernel: Kernel, provider: ProviderClient, signal: AbortSignal): Promise<void> {
  const due = (except: readonly string[]) => {
    const now = instantText(Math.floor(kernel.clock.now()))
    return pendingClaims(kernel.sql, provider.name, { now, except, limit: claimsAtOnce })
  }
  const isDone = async () => (await due([])).length === 0
  if (await isDone()) return
  await withAdvisoryLock(kernel.sql, lockName, signal, isDone, async () => {
    const startedAt = performance.now()
    const answers = new Map<string, number>()
    const left = () => due([...answers].filter(([, count]) => count >= answersOfOne).map(([id]) => id))
    for (let ids = await left(); ids.length > 0; ids = await left()) {
      for (const paymentId of ids) {
        if (signal.aborted || performance.now() - startedAt > runMs) return
        const answer = await confirm(kernel, provider, paymentId, signal)
        const isAnswered = answer !== null && !('error' in answer)
        answers.set(paymentId, isAnswered ? (answers.get(paymentId) ?? 0) + 1 : answersOfOne)
      }
    }
  })
}

/** @returns null where the answer could not be settled: the payment is put off */
async function confirm(
  kernel: Kernel,
  provider: ProviderClient,
  paymentId: string,
  stopped: AbortSignal,
): Promise<Answer | null> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(questionMs)])
  try {
    return (await readAndApply(kernel, provider, paymentId, { signal, urgent: true })).answer
  } catch (error) {
    if (stopped.aborted) throw error
    const putOff = (until: string) => postponeReading(kernel.sql, provider.name, paymentId, until)
    await postponeFailed(kernel, provider, { what: `pagamento ${paymentId}`, error, putOff })
    return null
  }
}
