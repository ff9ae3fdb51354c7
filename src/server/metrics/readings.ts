import type { Logger } from 'pino'
import { MINUTE_MS } from '#shared/dates.ts'

/**
 * The values that metrics read from the database and from other parts. A scrape never waits for them, except where the known values are
 * old: then for a second at most. Without a scrape nothing is read.
 */
export interface Readings {
  /** @param work sets its gauges; where it fails they keep their values */
  add: (what: string, work: () => Promise<void>) => void
  /** Before each scrape. */
  freshen: () => Promise<void>
  /** Whether each reading's last try worked. */
  states: () => ReadonlyMap<string, boolean>
}

const freshMs = 5_000
const oldMs = MINUTE_MS

/** @param patienceMs how long a scrape waits where what is known is old */
export function createReadings(log: Pick<Logger, 'warn'>, patienceMs = 1_000): Readings {
  const works = new Map<string, () => Promise<void>>()
  const states = new Map<string, boolean>()
  let readAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  async function readOne(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      if (states.get(what) === false) log.warn({ what }, 'the metrics read again what was away')
      states.set(what, true)
    } catch (error) {
      if (states.get(what) !== false) log.warn({ err: error, what }, 'the metrics had no answer')
      states.set(what, false)
    }
  }

  async function readAll(): Promise<void> {
    await Promise.all([...works].map(([what, work]) => readOne(what, work)))
    readAt = performance.now()
  }

  return {
    add: (what, work) => void works.set(what, work),
    async freshen() {
      const age = performance.now() - readAt
      if (age < freshMs) return
      running ??= readAll().finally(() => (running = null))
      if (age < oldMs) return
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(() => late.resolve(), patienceMs)
      await Promise.race([running, late.promise])
      clearTimeout(timer)
    },
    states: () => states,
  }
}
