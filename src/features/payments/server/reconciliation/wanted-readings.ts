import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { PaymentProvider, ProviderError } from '../../provider.ts'
import { readingWaitMs } from '../../rules/schedule.ts'
import { silentSince } from '../provider/health-queries.ts'
import { underLock } from './one-worker.ts'
import { postponeReading, unreadOrders, wantedReadings } from '../settlement/payment-queries.ts'
import { readAndApply } from './reading.ts'
import { noteSetback } from '../settlement/setbacks.ts'
import { settleOrder } from '../settlement/settle.ts'
import { askWitness, type Testimony } from '../provider/witness.ts'

/** One worker over all instances: no payment is read twice at the same moment. */
const lockName = 'payments: wanted readings'
const readingsAtOnce = 50
/** Orders that one silence settles in a run. */
const settledAtOnce = 1_000
/** One reading, repetitions included. Milliseconds. */
const readingMs = 30_000
/** No reading begins later than this in a run: the rest is for the next one, well before the lock is given back. Milliseconds. */
const runMs = 60_000
/** A notification that comes while its payment is read wants another reading; a provider that goes on like that waits. */
const readingsOfOne = 3
/** After so many questions in vain a run ends, unless the provider answers about others: the next one goes on with those. */
const failuresInARow = 3

/**
 * Asks the provider for what its notifications called paid, whoever was not asked for yet first. What cannot be read or settled has its
 * own next try, and holds up no other payment; after the first such one of a run the provider is asked whether it is there at all.
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
    let testimony: Testimony | null = null
    for (let ids = await left(); ids.length > 0; ids = await left()) {
      for (const paymentId of ids) {
        if (signal.aborted || failures === failuresInARow || performance.now() - startedAt > runMs) return
        const outcome = await readOne(kernel, provider, paymentId, signal)
        turns.set(paymentId, outcome === 'answered' ? (turns.get(paymentId) ?? 0) + 1 : readingsOfOne)
        if (outcome === 'in_vain' && testimony === null) {
          testimony = await askWitness(kernel, provider, paymentId, signal)
          if (testimony === 'silent') await settleUnread(kernel, provider, signal)
        }
        if (outcome === 'in_vain' && testimony !== 'answers') failures += 1
        if (outcome === 'answered') failures = 0
      }
    }
  })
}

type Outcome = 'answered' | 'in_vain' | 'refused' | 'not_asked' | 'setback'

/** `refused`: about this payment; `not_asked` costs nothing, and says nothing of the next payment. */
async function readOne(
  kernel: Kernel,
  provider: PaymentProvider,
  paymentId: string,
  stopped: AbortSignal,
): Promise<Outcome> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(readingMs)])
  try {
    const reading = await readAndApply(kernel, provider, paymentId, { signal, urgent: true })
    return reading.outcome === 'failed' ? outcomeOf(reading.error) : 'answered'
  } catch (error) {
    if (stopped.aborted) throw error
    const putOff = (until: string) => postponeReading(kernel.sql, provider.name, paymentId, until)
    await noteSetback(kernel, provider, { what: `pagamento ${paymentId}`, error, putOff })
    return 'setback'
  }
}

function outcomeOf({ kind, asked }: ProviderError): Outcome {
  if (!asked && kind !== 'timeout') return 'not_asked'
  return kind === 'refused' || kind === 'below_minimum' || kind === 'misconfigured' ? 'refused' : 'in_vain'
}

/**
 * Where the provider has been silent for as long as a genuine notification has to wait, the orders of all claims that waited as long are
 * judged anew (`docs/payments.md` 4): not one after the other as their own questions come round.
 */
async function settleUnread(kernel: Kernel, provider: PaymentProvider, stopped: AbortSignal): Promise<void> {
  const now = Math.floor(kernel.clock.now())
  const since = await silentSince(kernel.sql, provider.name, now)
  if (since === null || now - since < readingWaitMs) return
  const range = { claimedUntil: instantText(now - readingWaitMs), limit: settledAtOnce }
  for (const orderId of await unreadOrders(kernel.sql, provider.name, range)) {
    if (stopped.aborted) return
    try {
      await settleOrder(kernel, orderId)
    } catch (error) {
      await noteSetback(kernel, provider, { what: `ordine ${orderId}`, error })
    }
  }
}
