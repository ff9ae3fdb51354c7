import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '#server/kernel.ts'
import { createOutbox, type Outbox } from '#server/outbox.ts'
import { instantText } from '#shared/dates.ts'
import type { PaymentProvider } from '../provider.ts'
import { checkDueOrders } from './check.ts'
import { watchProvider } from './health.ts'
import { takeInNotifications } from './inbox.ts'
import { longestDue } from './order-queries.ts'
import { wantedReadings } from './payment-queries.ts'
import { createProvider } from './provider.ts'
import { readAndApply } from './reading.ts'
import { applyNoReading } from './settle.ts'

export interface Payments {
  /** Each call leaves its trace in `provider_health`. */
  provider: PaymentProvider
  outbox: Outbox
  /** Aborted once the payments close: hand it to calls of the provider. */
  signal: AbortSignal
  /** A notification was stored, or an order is wanted soon: settles at once, outside the caller's request. Never throws. */
  wake: () => void
  /** Takes in all that came and asks for all that is due. Rejects where the database is away. */
  settle: () => Promise<void>
  /** Stops questions that run and waits for what is being written. */
  close: () => Promise<void>
}

/** One worker over all instances for each kind of question: none is asked twice at the same moment. */
const locks = { readings: 'payments: wanted readings', checks: 'payments: due orders' } as const

/** How soon a wake that failed tries again; after the last one the minute's job does. Milliseconds. */
const wakeAgainMs = [200, 1_000, 5_000]
/** While another instance holds the lock, and the longest wait for it. Milliseconds. */
const lockPauseMs = 100
const lockWaitMs = 30_000
/** Longer than any run: one that hangs gives the lock back after this. Milliseconds. */
const lockHeldMs = 300_000
/** One wanted reading, repetitions included. Milliseconds. */
const readingMs = 30_000
/** How soon a payment is asked for again after a question in vain. Milliseconds. */
const readAgainMs = 60_000
const readingsAtOnce = 50
/** A notification that comes while its payment is read wants another reading; a provider that goes on like that waits. */
const readingsOfOne = 3
/** After so many failures in a row the rest of a run counts as asked in vain: a provider that hangs would hold up all others. */
const failuresInARow = 2

/**
 * The settling of payments on this instance.
 * @param options a provider in place of the configured one
 */
export function createPayments(kernel: Kernel, options: { provider?: PaymentProvider } = {}): Payments {
  const provider = watchProvider(kernel, options.provider ?? createProvider(kernel))
  const outbox = createOutbox(kernel)
  const closing = new AbortController()
  const { signal } = closing

  const takeIn = oneAtATime(async () => {
    await takeInNotifications(kernel, provider, signal)
    outbox.wake()
  })
  const read = oneAtATime(async () => {
    await takeWantedReadings(kernel, provider, signal)
    outbox.wake()
  })
  const check = oneAtATime(async () => {
    const now = () => instantText(Math.floor(kernel.clock.now()))
    const isDone = async () => (await longestDue(kernel.sql, provider.name, now())) === null
    if (await isDone()) return
    await underLock(kernel, locks.checks, signal, isDone, () => checkDueOrders(kernel, provider, { signal }))
    outbox.wake()
  })

  /** Each step by itself: a provider that hangs holds up no notification. */
  async function settle(): Promise<void> {
    await takeIn()
    await read()
    await check()
  }

  async function settleSoon(): Promise<void> {
    for (const pause of [...wakeAgainMs, null]) {
      if (signal.aborted) return
      try {
        await settle()
        return
      } catch (error) {
        kernel.log.warn({ err: error }, 'payments not settled, soon again')
        if (pause !== null) await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  const wakes = new Set<Promise<void>>()
  return {
    provider,
    outbox,
    signal,
    wake() {
      if (signal.aborted) return
      const waking = settleSoon().finally(() => wakes.delete(waking))
      wakes.add(waking)
    },
    async settle() {
      if (!signal.aborted) await settle()
    },
    async close() {
      closing.abort()
      await Promise.allSettled([...wakes, takeIn.running(), read.running(), check.running()])
      await outbox.close()
    },
  }
}

interface Runner {
  (): Promise<void>
  /** Resolves once nothing runs. */
  running: () => Promise<void>
}

/** Never two runs at once: whoever comes during one waits for the next, which begins after what they came for was written. */
function oneAtATime(work: () => Promise<void>): Runner {
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = () => (current = work().finally(() => (current = null)))
  const run = () => {
    if (current === null) return start()
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
  const running = async () => {
    for (let busy = next ?? current; busy !== null; busy = next ?? current) await busy.catch(() => undefined)
  }
  return Object.assign(run, { running })
}

/** Asks the provider for what its notifications called paid. */
async function takeWantedReadings(kernel: Kernel, provider: PaymentProvider, signal: AbortSignal): Promise<void> {
  const wanted = () => {
    const triedBefore = instantText(Math.floor(kernel.clock.now()) - readAgainMs)
    return wantedReadings(kernel.sql, provider.name, triedBefore, readingsAtOnce)
  }
  const isDone = async () => (await wanted()).length === 0
  if (await isDone()) return
  await underLock(kernel, locks.readings, signal, isDone, async () => {
    let failures = 0
    const asked = new Map<string, number>()
    const left = async () => (await wanted()).filter((id) => (asked.get(id) ?? 0) < readingsOfOne)
    for (let ids = await left(); ids.length > 0; ids = await left()) {
      for (const paymentId of ids) {
        if (signal.aborted) return
        asked.set(paymentId, (asked.get(paymentId) ?? 0) + 1)
        if (failures >= failuresInARow) {
          const at = Math.floor(kernel.clock.now())
          await applyNoReading(kernel, provider, paymentId, { at, failed: true })
          continue
        }
        const timed = AbortSignal.any([signal, AbortSignal.timeout(readingMs)])
        const { outcome } = await readAndApply(kernel, provider, paymentId, { signal: timed })
        failures = outcome === 'failed' ? failures + 1 : 0
      }
    }
  })
}

/**
 * Runs `work` while this instance alone holds the lock. Where another one holds it, waits until that one has done the work.
 * @param isDone whether something is left that the other one may have missed
 */
async function underLock(
  { sql }: Kernel,
  name: string,
  signal: AbortSignal,
  isDone: () => Promise<boolean>,
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now()
  let working: Promise<unknown> | null = null
  try {
    // A transaction that does nothing but hold the lock: it is gone with the server that dies. The work commits by itself.
    await sql.begin(async (tx) => {
      await tx`select set_config('idle_in_transaction_session_timeout', ${`${lockHeldMs}`}, true)`
      for (;;) {
        const [row] = await tx<{ locked: boolean }[]>`
          select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`
        if (row?.locked === true) break
        if (signal.aborted || performance.now() - startedAt > lockWaitMs || (await isDone())) return
        await sleep(lockPauseMs)
      }
      working = work()
      await working
    })
  } finally {
    // The lock's connection may break before the work ends.
    await (working as Promise<unknown> | null)?.catch(() => undefined)
  }
}
