import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { PaymentProvider, ProviderClient } from '../provider.ts'
import { checkDueOrders } from './reconciliation/due-orders.ts'
import { createClient } from './provider/client.ts'
import { processNotifications } from './notifications/inbox.ts'
import { withAdvisoryLock } from './reconciliation/advisory-lock.ts'
import { longestDue } from './reconciliation/due-queries.ts'
import { createRestoredUsers } from './settlement/restored-users.ts'
import { confirmClaims } from './reconciliation/claims.ts'

export interface Payments {
  provider: ProviderClient
  /** Aborted once the payments close: hand it to calls of the provider. */
  signal: AbortSignal
  /** Settles at once, outside the caller's request: after a notification was stored, or an order became due. Never throws. */
  wake: () => void
  /** Processes all notifications and asks about all that is due. Rejects where the database is away. */
  settle: () => Promise<void>
  /** Ends running questions and waits for running writes. */
  close: () => Promise<void>
}

/** One worker over all instances: no order is asked about twice at the same moment. */
const checksLock = 'payments: due orders'

/** The pauses before a failed wake is repeated; then the minute's job follows. Milliseconds. */
const wakeAgainMs = [200, 1_000, 5_000]

/** The payments of this instance: settles notifications, claims and due orders. */
export function createPayments(kernel: Kernel, adapter: PaymentProvider): Payments {
  const provider = createClient(kernel, adapter)
  const { outbox } = kernel
  const closing = new AbortController()
  const { signal } = closing
  const reviveOrders = createRestoredUsers(kernel, provider)

  const process = oneAtATime(async () => {
    await processNotifications(kernel, provider, signal)
    outbox.wake()
  })
  const read = oneAtATime(async () => {
    await confirmClaims(kernel, provider, signal)
    outbox.wake()
  })
  const revive = oneAtATime(async () => {
    await reviveOrders(signal)
    outbox.wake()
  })
  const check = oneAtATime(async () => {
    const now = () => instantText(Math.floor(kernel.clock.now()))
    const isDone = async () => (await longestDue(kernel.sql, provider.name, now())) === null
    if (await isDone()) return
    await withAdvisoryLock(kernel.sql, checksLock, signal, isDone, () => checkDueOrders(kernel, provider, { signal }))
    outbox.wake()
  })

  /** Runs each step by itself, so that a provider that hangs holds up no notification, and a step that fails stops no other step. */
  async function settle(): Promise<void> {
    const failures: unknown[] = []
    for (const step of [process, read, revive, check]) await step().catch((error: unknown) => void failures.push(error))
    if (failures.length > 0) throw failures[0]
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
      await Promise.allSettled([...wakes, process.running(), read.running(), revive.running(), check.running()])
    },
  }
}

interface Runner {
  (): Promise<void>
  /** Resolves once nothing runs. */
  running: () => Promise<void>
}

/** Runs `work` once at a time. A caller during a run waits for the next one, which begins after the caller's writes. */
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
