import { isDatabaseAway, oneMoment } from '#server/database/database.ts'
import { inSlices, nextItems } from '#server/in-slices.ts'
import type { Kernel } from '#server/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { changesSince, endOfChanges, type Position } from '../change-queries.ts'
import { rankingRefreshes } from '../metrics.ts'
import { earlierRanks } from '../places.ts'
import { unchangedTraders } from '../stored-ranking-queries.ts'
import { takeSnapshot, type Snapshot } from './snapshot.ts'
import type { StoredRanking } from './stored-ranking.ts'
import { createIdMap } from './table/id-map.ts'
import { createTraderTable } from './table/trader-table.ts'
import { createTraderIndex, idsInSlice, lastDay, type Progress } from './trader-index.ts'

/** Tests shorten the pause. */
export interface RefreshTiming {
  /** Milliseconds between two refreshes; one that takes longer delays the next one. */
  tickMs: number
  /** Traders, not milliseconds: so many go over to a new day in one refresh, 5,000 by default. */
  batch?: number
}

const defaultTiming: RefreshTiming = { tickMs: 1_000 }
/** Traders that are read again in one refresh though nothing says that they changed: at least the least, less those that changed. */
const checked = { most: 100, least: 10 }
/** More traders are checked at once where else it would take more refreshes. */
const longestCheck = 1_800

export interface Refresher {
  start: () => Promise<void>
  close: () => Promise<void>
  /** How far a load is; null while there is none, and where one failed until its next try reads traders. */
  progress: () => Progress | null
}

/**
 * Keeps the ranking current. Each tick reads from the log which traders changed since the last one, and reloads those. It lets statuses
 * and plans age. In the hour before midnight UTC each trader is read again for the next day, some in each tick. At midnight all go over to
 * it from memory, batch by batch. After that, and after a start from the stored ranking, each of them is read again once, likewise.
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
  const table = createTraderTable()
  const index = createTraderIndex({ sql, log }, table, closing.signal)
  /** Up to where the log of changes was read; null before the first load. */
  let position: Position | null = null
  let day = Number.NaN
  /** Traders who have not gone over to this day yet. */
  let turning: IteratorObject<string> | null = null
  /** Traders who may have changed beyond the log, or whose figures of this day are unknown. */
  let outdated = createIdMap<true>()
  /** Traders to be read again at leisure; null once all are. */
  let unchecked: AsyncGenerator<string> | null = null
  /** Those of them whose turn it is, until they are read. */
  let due: string[] = []
  /** So many of them in a refresh. */
  let pace = checked.most
  /** `lastDay` of the latest refresh. */
  let ahead = Number.NaN
  /** The UTC day of the table's earlier places. */
  let earlierOf = Number.NaN
  let staleSince: number | null = null
  let progress: Progress | null = null
  let running: Promise<void> | null = null
  let tick: NodeJS.Timeout | undefined

  /** Reads what changed; after a failure the next tick reads it again. True when the list may have changed. */
  async function readChanges(now: number): Promise<boolean> {
    const wasStale = staleSince !== null
    // Where a read failed, the log says why.
    if (position === null && !wasStale) progress = { step: 'list' }
    try {
      if (earlierOf !== utcDay(now)) {
        await table.earlier.replace(await earlierRanks(sql, utcDay(now)), closing.signal)
        earlierOf = utcDay(now)
      }
      const changed = await (position === null ? loadAll(now) : reloadChanged(position, now))
      if (outdated.size > 0 && wasStale) return changed
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
    await index.reloadAll(now, (read) => (progress = read))
    position = begin
    day = utcDay(now)
    ahead = lastDay(now)
    return true
  }

  async function reloadChanged(since: Position, now: number): Promise<boolean> {
    // An account is read as of the moment of the log: it shows no sync of which the log has more.
    const { end, changes, followed } = await sql.begin(oneMoment, async (tx) => {
      const { position: end, changes } = await changesSince(tx, since)
      return { end, changes, followed: await index.follow(tx, changes?.accounts ?? [], now) }
    })
    if (changes === null) outdated = await index.everybody(now)
    const again = nextItems(outdated.keys(), batch)
    const ids = new Set([...(changes?.traders ?? []), ...followed.left, ...again])
    if (due.length === 0) due = await nextUnchecked(Math.max(checked.least, pace - ids.size), now)
    for (const id of due) ids.add(id)
    const changed = ids.size > 0 && (await index.reload([...ids], now))
    for (const id of again) outdated.delete(id)
    due = []
    position = end
    return changed || followed.touched
  }

  /** Each trader is read again once, from the first one. */
  async function checkAll(now: number): Promise<void> {
    await unchecked?.return(undefined)
    table.startRound()
    unchecked = index.unread(now)
    pace = Math.max(checked.most, Math.ceil(table.columns.orders.rank.size / longestCheck))
  }

  async function nextUnchecked(most: number, now: number): Promise<string[]> {
    const ids: string[] = []
    try {
      while (unchecked !== null && ids.length < most) {
        closing.signal.throwIfAborted()
        const next = await unchecked.next()
        if (next.done === true) unchecked = null
        else ids.push(next.value)
      }
      return ids
    } catch (error) {
      // Who was read meanwhile is passed.
      unchecked = index.unread(now)
      throw error
    }
  }

  /** True when traders went over to the day of `now`. */
  async function turnDay(now: number): Promise<boolean> {
    if (utcDay(now) !== day) {
      turning?.return?.()
      turning = table.ids()
    }
    if (utcDay(now) !== day || lastDay(now) !== ahead) await checkAll(now)
    day = utcDay(now)
    ahead = lastDay(now)
    const ids = turning === null ? [] : nextItems(turning, batch)
    for (const id of await index.turn(ids, now)) outdated.set(id, true)
    return ids.length > 0
  }

  async function refresh(): Promise<void> {
    const began = performance.now()
    const now = clock.now()
    const turned = position !== null && (await turnDay(now))
    const changed = await readChanges(now)
    // Before the first load nothing can age.
    if (position === null) return
    const aged = await index.age(now)
    if (!turned && !changed && !aged) return
    publish(takeSnapshot(table, now, staleSince))
    if (staleSince === null && outdated.size === 0 && !closing.signal.aborted) stored?.write(table, position)
    rankingRefreshes(kernel).observe((performance.now() - began) / 1000)
  }

  /** Never two at once: a tick during a run adds none. */
  function run(): Promise<void> {
    running ??= refresh()
      .catch((error: unknown) => log.error({ err: error }, 'ranking not refreshed'))
      .finally(() => {
        running = null
        progress = null
      })
    return running
  }

  /** Serves the stored ranking as of its time. Traders who may have changed since are left out until they are read: they may have hidden something. */
  async function restore(): Promise<void> {
    const last = (await stored?.read(table)) ?? null
    if (last === null) return
    const { changes } = await changesSince(sql, last.position)
    if (changes === null) {
      const unchanged = await unchangedTraders(sql, last.position.snapshot)
      await inSlices(table.ids(), idsInSlice, (id) => unchanged.has(id) || table.remove(id), closing.signal)
    } else for (const id of [...changes.traders, ...changes.accounts]) table.remove(id)
    position = last.position
    staleSince = last.takenAt
    if (closing.signal.aborted) return
    log.info(
      { traders: table.columns.orders.rank.size, stale_since: staleSince },
      'stored ranking served while it is loaded',
    )
    publish(takeSnapshot(table, last.takenAt, staleSince))
  }

  return {
    async start() {
      if (stored !== null) progress = { step: 'stored' }
      await restore().catch((error: unknown) => log.warn({ err: error }, 'stored ranking not served'))
      progress = null
      if (closing.signal.aborted) return
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
    progress: () => progress,
  }
}
