import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { ProviderError, type PaymentProvider } from '../provider.ts'
import { isStopped } from './health.ts'
import { underLock } from './one-worker.ts'
import { lastAnswered, postponeReading, wantedReadings } from './payment-queries.ts'
import { readAndApply } from './reading.ts'
import { noteSetback } from './setbacks.ts'

/** One worker over all instances: no payment is read twice at the same moment. */
const lockName = 'payments: wanted readings'
const readingsAtOnce = 50
/** One reading, repetitions included. Milliseconds. */
const readingMs = 30_000
/** No reading begins later than this in a run: the rest is for the next one, well before the lock is given back. Milliseconds. */
const runMs = 60_000
/** A notification that comes while its payment is read wants another reading; a provider that goes on like that waits. */
const readingsOfOne = 3
/** After so many questions in vain a run ends: a provider that hangs would hold up all others. The next one goes on with those. */
const failuresInARow = 3

/**
 * Asks the provider for what its notifications called paid, whoever was not asked for yet first. What cannot be read or settled has its
 * own next try, and holds up no other payment.
 * @throws where the database is away
 */
export async function takeWantedReadings(
  kernel: Kernel,
  provider: PaymentProvider,
  signal: AbortSignal,
): Promise<void> {
  const wanted = (except: readonly string[]) => {
    const now = instantText(Math.floor(kernel.clock.now()))
    return wantedReadings(kernel.sql, provider.name, { now, except, limit: readingsAtOnce })
  }
  const isDone = async () => (await wanted([])).length === 0
  if (await isDone()) return
  await underLock(kernel.sql, lockName, signal, isDone, async () => {
    const startedAt = performance.now()
    const turns = new Map<string, number>()
    const left = () => wanted([...turns].filter(([, count]) => count >= readingsOfOne).map(([id]) => id))
    let failures = 0
    let isCompared = false
    for (let ids = await left(); ids.length > 0; ids = await left()) {
      for (const paymentId of ids) {
        if (signal.aborted || failures === failuresInARow || performance.now() - startedAt > runMs) return
        const outcome = await readOne(kernel, provider, paymentId, signal)
        turns.set(paymentId, outcome === 'answered' ? (turns.get(paymentId) ?? 0) + 1 : readingsOfOne)
        if (outcome === 'in_vain' && !isCompared) await askAboutAnother(kernel, provider, paymentId, signal)
        isCompared ||= outcome === 'in_vain'
        if (outcome === 'in_vain') failures += 1
        if (outcome === 'answered') failures = 0
      }
    }
  })
}

/** `not_asked` costs nothing, and says nothing of the next payment. */
async function readOne(
  kernel: Kernel,
  provider: PaymentProvider,
  paymentId: string,
  stopped: AbortSignal,
): Promise<'answered' | 'in_vain' | 'not_asked' | 'setback'> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(readingMs)])
  try {
    const reading = await readAndApply(kernel, provider, paymentId, { signal, urgent: true })
    if (reading.outcome !== 'failed') return 'answered'
    return reading.error.asked || reading.error.kind === 'timeout' ? 'in_vain' : 'not_asked'
  } catch (error) {
    if (stopped.aborted) throw error
    const putOff = (until: string) => postponeReading(kernel.sql, provider.name, paymentId, until)
    await noteSetback(kernel, provider, { what: `pagamento ${paymentId}`, error, putOff })
    return 'setback'
  }
}

/**
 * A provider that is silent about one payment is asked about another, once a run: where little is sold nobody else would ask, and its
 * silence about the one would pass for its absence (`docs/payments.md` 4). That it answers is noted where it is watched.
 */
async function askAboutAnother(
  kernel: Kernel,
  provider: PaymentProvider,
  paymentId: string,
  stopped: AbortSignal,
): Promise<void> {
  const other = await lastAnswered(kernel.sql, provider.name, paymentId)
  if (other === null) return
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(readingMs)])
  try {
    await provider.readPayment(other, { signal })
  } catch (error) {
    if (isStopped(signal) || !(error instanceof ProviderError || signal.aborted)) throw error
  }
}
