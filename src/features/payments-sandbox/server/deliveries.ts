import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import { signedHeaders } from './bodies.ts'
import { claimDelivery, recordAnswer, type DueDelivery } from './books.ts'

/** The real provider's times: it waits three seconds for an answer, and repeats three times, a minute apart. Milliseconds. */
const answerMs = 3_000
const retryMs = MINUTE_MS
const attempts = 4
/** The pause between two looks for due deliveries without a wake: retries, and deliveries of a stopped server. Milliseconds. */
const lookMs = 1_000

export interface Deliveries {
  /** Starts the worker. */
  start: () => void
  /** Delivers everything that is due now. */
  deliver: () => Promise<void>
  /** Aborts the running delivery, which is tried again later, and ends. */
  close: () => Promise<void>
}

/** Delivers the sandbox's notifications by HTTP, in their order. Each instance delivers one at a time; several instances share them. */
export function createDeliveries(kernel: Pick<Kernel, 'sql' | 'clock' | 'log' | 'secrets'>): Deliveries {
  const { sql, clock, log } = kernel
  const closing = new AbortController()
  let running: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    do {
      again = false
      for (;;) {
        if (closing.signal.aborted) return
        const now = clock.now()
        const due = await claimDelivery(sql, {
          now: instantText(now),
          retryAt: instantText(now + retryMs),
          attempts,
        })
        if (due === undefined) break
        const status = await post(due)
        await recordAnswer(sql, due.delivery_id, status, status !== null && status >= 200 && status < 300)
      }
    } while (again)
  }

  async function post({ body, notify_url }: DueDelivery): Promise<number | null> {
    try {
      const answer = await fetch(notify_url, {
        method: 'POST',
        headers: signedHeaders(kernel, body),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerMs)]),
      })
      await answer.body?.cancel()
      return answer.status
    } catch (error) {
      log.debug({ err: error }, 'sandbox notification not answered')
      return null
    }
  }

  function deliver(): Promise<void> {
    again = true
    running ??= run()
      .catch((error: unknown) => log.debug({ err: error }, 'sandbox notifications not delivered, later again'))
      .finally(() => (running = null))
    return running
  }

  return {
    start() {
      timer = setInterval(() => void deliver(), lookMs)
      timer.unref()
    },
    deliver,
    async close() {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}
