import { isDatabaseAway } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { rankingRefreshes } from '../metrics.ts'
import { createTraderIndex, type Progress } from './trader-index.ts'
import { takeSnapshot, type Snapshot } from './snapshot.ts'
import type { StoredRanking } from './stored-ranking.ts'

/** Milliseconds. Tests shorten them. */
export interface RefreshTiming {
  /** A change waits at most this long, so that the changes that follow share its snapshot. */
  debounceMs: number
  /** The interval at which the clock's effects are applied, and at which a database that was away is tried again. */
  tickMs: number
  /** The least pause between two searches for changes without an announcement: an instance that dies after a commit never announces it. */
  lookMs: number
  /** Traders, not milliseconds: so many are read again in one refresh at midnight, 5,000 by default. */
  batch?: number
}

/** Two snapshots a second at most, and a search at every other tick. */
const defaultTiming: RefreshTiming = { debounceMs: 500, tickMs: 1_000, lookMs: 1_500 }
/** When a snapshot of a long list takes time, it is made less often, and still within the two seconds that a sync may take. Milliseconds. */
const longestDebounceMs = 1_200

export interface Refresher {
  start: () => Promise<void>
  close: () => Promise<void>
  /** How far a load of all traders is; null while there is none. */
  progress: () => Progress | null
}

/**
 * Keeps the ranking current. It reloads the traders that changed: the announced ones, and those that the database shows.
 * It reloads all of them at midnight UTC and after announcements may have been lost, batch by batch: changes are published between two
 * batches. It lets statuses and plans age.
 * It publishes a snapshot whenever anything changed. Until the first one stands, the stored one is served.
 */
export function createRefresher(
  kernel: Kernel,
  publish: (snapshot: Snapshot) => void,
  { debounceMs, tickMs, lookMs, batch = 5_000 }: RefreshTiming = defaultTiming,
  stored: StoredRanking | null = null,
): Refresher {
  const { sql, clock, log, changes } = kernel
  const closing = new AbortController()
  const index = createTraderIndex({ sql, log }, closing.signal)
  let snapshot: Snapshot | null = null
  let pending: Set<string> | 'all' = 'all'
  /** Traders whose figures are of another day, or who may have changed unannounced. */
  let outdated: string[] = []
  let day = Number.NaN
  let staleSince: number | null = null
  let lastLook = 0
  let running: Promise<void> | null = null
  let lastRun = 0
  let lastCost = 0
  let soon: NodeJS.Timeout | undefined
  let tick: NodeJS.Timeout | undefined

  /** Reads the pending changes; after a failure they wait for the next tick. True when the list may have changed. */
  async function readChanges(now: number): Promise<boolean> {
    if (utcDay(now) !== day) pending = 'all'
    const ids = pending
    const look = performance.now() - lastLook >= lookMs
    if (!look && ids !== 'all' && ids.size === 0 && outdated.length === 0) return false
    pending = new Set()
    const wasStale = staleSince !== null
    try {
      const changed = await read(ids, look, now)
      if (wasStale) log.info('ranking refreshed again')
      staleSince = null
      return changed || wasStale
    } catch (error) {
      remember(ids)
      if (wasStale || closing.signal.aborted) return false
      const level = isDatabaseAway(error) ? 'warn' : 'error'
      log[level]({ err: error }, 'ranking not refreshed, the last one is served')
      // A read may have begun long before it failed.
      staleSince = clock.now()
      return true
    }
  }

  /** True when anything of the list changed. */
  async function read(ids: Set<string> | 'all', look: boolean, now: number): Promise<boolean> {
    if (ids === 'all') {
      if (snapshot === null) {
        await index.reloadAll(now)
        lastLook = performance.now()
      } else outdated = await index.everybody(now)
      day = utcDay(now)
      return true
    }
    // Added to the announced ones: a failed read remembers all of them.
    for (const id of outdated.splice(0, batch)) ids.add(id)
    if (look) {
      // Likewise: they would not be found a second time.
      for (const id of await index.missed()) ids.add(id)
      lastLook = performance.now()
    }
    return ids.size > 0 && index.reload([...ids], now)
  }

  function remember(ids: Iterable<string> | 'all'): void {
    if (ids === 'all') pending = 'all'
    else if (pending !== 'all') for (const id of ids) pending.add(id)
  }

  async function refresh(): Promise<void> {
    lastRun = performance.now()
    const now = clock.now()
    const changed = await readChanges(now)
    // Before the first load nothing can age.
    if (snapshot === null && (!changed || staleSince !== null)) return
    const aged = index.age(now)
    if (!changed && !aged) return
    snapshot = { ...takeSnapshot(index.traders, snapshot, now), staleSince }
    publish(snapshot)
    if (staleSince === null && index.horizon !== null) stored?.write(snapshot, index.horizon)
    lastCost = performance.now() - lastRun
    rankingRefreshes(kernel).observe(lastCost / 1000)
  }

  /** Never two at once: a request during a run waits for the next one. */
  function run(): Promise<void> {
    running ??= refresh()
      .catch((error: unknown) => log.error({ err: error }, 'ranking not refreshed'))
      .finally(() => {
        running = null
        if (outdated.length > 0) runSoon()
      })
    return running
  }

  function runSoon(): void {
    if (soon !== undefined || closing.signal.aborted) return
    const debounce = Math.max(debounceMs, Math.min(longestDebounceMs, 4 * lastCost))
    const wait = Math.max(0, lastRun + debounce - performance.now())
    soon = setTimeout(() => {
      soon = undefined
      void (running ?? Promise.resolve()).then(run)
    }, wait)
    soon.unref()
  }

  return {
    async start() {
      changes.subscribe((change) => {
        if (closing.signal.aborted) return
        remember(change)
        runSoon()
      })
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
      clearTimeout(soon)
      await running
      await stored?.close()
    },
    progress: () => index.progress,
  }
}
