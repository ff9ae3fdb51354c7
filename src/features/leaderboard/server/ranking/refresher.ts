import { isDatabaseAway } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { changesSince, endOfChanges, type Position } from '../change-queries.ts'
import { rankingRefreshes } from '../metrics.ts'
import { createTraderIndex, type Progress } from './trader-index.ts'
import { takeSnapshot, type Snapshot } from './snapshot.ts'
import type { StoredRanking } from './stored-ranking.ts'

/** Tests shorten the pause. */
export interface RefreshTiming {
  /** Milliseconds between two refreshes; one that takes longer delays the next one. */
  tickMs: number
  /** Traders, not milliseconds: so many are read again in one refresh at midnight, 5,000 by default. */
  batch?: number
}

const defaultTiming: RefreshTiming = { tickMs: 1_000 }

export interface Refresher {
  start: () => Promise<void>
  close: () => Promise<void>
  /** How far a load of all traders is; null while there is none. */
  progress: () => Progress | null
}

/**
 * Keeps the ranking current. Each tick reads from the log which traders changed since the last one, and reloads those. It reloads all of
 * them at midnight UTC and where the log does not reach back, batch by batch: changes are published between two batches. It lets statuses
 * and plans age.
 * It publishes a snapshot whenever anything changed. Until the first one stands, the stored one is served.
 */
export function createRefresher(
  kernel: Kernel,
  publish: (snapshot: Snapshot) => void,
  { tickMs, batch = 5_000 }: RefreshTiming = defaultTiming,
  stored: StoredRanking | null = null,
): Refresher {
  const { sql, clock, log } = kernel
  const closing = new AbortController()
  const index = createTraderIndex({ sql, log }, closing.signal)
  let snapshot: Snapshot | null = null
  /** Up to where the log of changes was read; null before the first load. */
  let position: Position | null = null
  /** Traders whose figures are of another day, or who may have changed beyond the log. */
  let outdated: string[] = []
  let day = Number.NaN
  let staleSince: number | null = null
  let running: Promise<void> | null = null
  let tick: NodeJS.Timeout | undefined

  /** Reads what changed; after a failure the next tick reads it again. True when the list may have changed. */
  async function readChanges(now: number): Promise<boolean> {
    const wasStale = staleSince !== null
    try {
      const changed = await (position === null ? loadAll(now) : reloadChanged(position, now))
      if (wasStale) log.info('ranking refreshed again')
      staleSince = null
      return changed || wasStale
    } catch (error) {
      if (wasStale || closing.signal.aborted) return false
      const level = isDatabaseAway(error) ? 'warn' : 'error'
      log[level]({ err: error }, 'ranking not refreshed, the last one is served')
      // A read may have begun long before it failed.
      staleSince = clock.now()
      return true
    }
  }

  async function loadAll(now: number): Promise<boolean> {
    const begin = await endOfChanges(sql)
    await index.reloadAll(now)
    position = begin
    day = utcDay(now)
    return true
  }

  async function reloadChanged(since: Position, now: number): Promise<boolean> {
    const { position: end, traders } = await changesSince(sql, since)
    if (traders === null || utcDay(now) !== day) {
      outdated = await index.everybody(now)
      day = utcDay(now)
    }
    const again = outdated.slice(0, batch)
    const ids = new Set([...again, ...(traders ?? [])])
    const changed = ids.size > 0 && (await index.reload([...ids], now))
    outdated = outdated.slice(again.length)
    position = end
    return changed
  }

  async function refresh(): Promise<void> {
    const began = performance.now()
    const now = clock.now()
    const changed = await readChanges(now)
    // Before the first load nothing can age.
    if (snapshot === null && (!changed || staleSince !== null)) return
    const aged = index.age(now)
    if (!changed && !aged) return
    snapshot = { ...takeSnapshot(index.traders, snapshot, now), staleSince }
    publish(snapshot)
    if (staleSince === null && position !== null && outdated.length === 0) stored?.write(snapshot, position)
    rankingRefreshes(kernel).observe((performance.now() - began) / 1000)
  }

  /** Never two at once: a tick during a run adds none. */
  function run(): Promise<void> {
    running ??= refresh()
      .catch((error: unknown) => log.error({ err: error }, 'ranking not refreshed'))
      .finally(() => (running = null))
    return running
  }

  return {
    async start() {
      const last = (await stored?.read()) ?? null
      if (closing.signal.aborted) return
      if (last !== null) {
        log.info(
          { traders: last.traders.length, stale_since: last.staleSince },
          'stored ranking served while it is loaded',
        )
        publish(last)
      }
      tick = setInterval(() => void run(), tickMs)
      tick.unref()
      await run()
    },
    async close() {
      closing.abort()
      clearInterval(tick)
      await running
      await stored?.close()
    },
    progress: () => index.progress,
  }
}
