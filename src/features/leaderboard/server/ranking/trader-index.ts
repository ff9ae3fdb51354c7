import { setImmediate as nextTurn } from 'node:timers/promises'
import { loadRates } from '#features/performance/server/service.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, HOUR_MS, utcDay } from '#shared/dates.ts'
import { listedTraderIds, readTraderRow, tradersById, type StoredTrader } from '../queries.ts'
import { readRecentDays } from '../recent-days.ts'
import { evaluateRow } from './listed.ts'
import type { DatedTrader, TraderTable } from './table/trader-table.ts'

/** Traders of one statement, and of one slice of work: less than ten milliseconds between two turns of the event loop. */
const sliceSize = 64

/** Before midnight (UTC) a trader is evaluated for the next day, too. Milliseconds. */
const aheadMs = HOUR_MS
/** The UTC day for which a trader who is read at `now` is evaluated last. */
export const lastDay = (now: number) => utcDay(now + aheadMs)

/**
 * Keeps the table of listed traders. One writer at a time. A trader whose stored state cannot be evaluated keeps the last
 * figures, or stays out of the list without any. The others go on: one bad row never stops them.
 */
export interface TraderIndex {
  /** How far a read of all traders is; null while there is none. */
  progress: Progress | null
  /** Every trader who is listed, or belongs in the list at `now`. */
  everybody: (now: number) => Promise<string[]>
  /** Reads the named traders again: changed, new or gone. False when nothing of the list changed. */
  reload: (ids: readonly string[], now: number) => Promise<boolean>
  /** Reads everybody. A failure leaves the rest unread. */
  reloadAll: (now: number) => Promise<void>
  /** Goes over to the day of `now` from memory. @returns the traders that must be read for it */
  turn: (ids: readonly string[], now: number) => Promise<string[]>
  /** Applies the effects of the clock; true when anything changed. */
  age: (now: number) => Promise<boolean>
}

/** Traders read so far, and how many there are to read. */
export interface Progress {
  read: number
  of: number
}

/** @param closing ends a read between two of its statements, which then throws */
export function createTraderIndex(
  { sql, log }: Pick<Kernel, 'sql' | 'log'>,
  table: TraderTable,
  closing: AbortSignal,
): TraderIndex {
  let progress: Progress | null = null
  /** Traders who could not be evaluated at the last read: logged once, not at every sync. */
  const faulty = new Set<string>()

  /** The trader's figures; `'kept'` for the last ones, null for none. */
  function evaluate(stored: StoredTrader, rates: Rates, now: number): DatedTrader | 'kept' | null {
    const { trader_id } = stored
    try {
      const row = readTraderRow(stored)
      const rows = readRecentDays(row.recent_days)
      const { tomorrow } = row
      const day = utcDay(now)
      const { trader } = evaluateRow(row, rates, now, rows)
      // An imported history counts by the day of its match: it is read again.
      const next =
        tomorrow === null || row.imported !== null
          ? null
          : evaluateRow({ ...row, ...tomorrow }, rates, (day + 1) * DAY_MS, rows).trader
      faulty.delete(trader_id)
      return { day, today: trader, tomorrow: next }
    } catch (error) {
      if (!faulty.has(trader_id)) log.error({ err: error, trader_id }, 'trader not evaluated, the last figures stay')
      faulty.add(trader_id)
      const slot = table.slotOf(trader_id)
      // Amounts that the owner just hid are not shown a moment longer.
      const shows = slot !== undefined && table.trader(slot).entry.account_balance !== null
      return stored.hide_amounts && shows ? null : 'kept'
    }
  }

  async function reload(ids: readonly string[], now: number, onRead?: (read: number) => void): Promise<boolean> {
    let touched = false
    const rates = await loadRates(sql)
    const sliceFrom = (start: number) => ids.slice(start, start + sliceSize)
    const read = (start: number) => {
      const rows = tradersById(sql, sliceFrom(start), utcDay(now), lastDay(now) > utcDay(now))
      // The error arrives where the rows are awaited, if they still are.
      rows.catch(() => undefined)
      return rows
    }
    let coming = read(0)
    for (let start = 0; start < ids.length; start += sliceSize) {
      closing.throwIfAborted()
      const slice = sliceFrom(start)
      const rows = await coming
      // PostgreSQL reads the next ones while these are evaluated.
      if (start + sliceSize < ids.length) coming = read(start + sliceSize)
      const found = new Map(rows.map((row) => [row.trader_id, row]))
      for (const id of slice) {
        const row = found.get(id)
        // A trader who closed the account has a page, and no place in the list; one whose e-mail is unproven has neither.
        const dated = row?.closed_at === null && !row.email_awaited ? evaluate(row, rates, now) : null
        if (dated === 'kept') continue
        touched = (dated === null ? table.remove(id) : table.put(id, dated, now)) || touched
      }
      onRead?.(start + slice.length)
    }
    return touched
  }

  async function inSlices(ids: readonly string[], work: (id: string) => unknown): Promise<void> {
    for (let start = 0; start < ids.length && !closing.aborted; start += sliceSize) {
      if (start > 0) await nextTurn()
      for (const id of ids.slice(start, start + sliceSize)) work(id)
    }
  }

  async function everybody(now: number): Promise<string[]> {
    const listed = await listedTraderIds(sql, now)
    return [...table.ids(), ...listed.filter((id) => !table.has(id))]
  }

  return {
    get progress() {
      return progress
    },
    everybody,
    reload: (ids, now) => reload(ids, now),
    async reloadAll(now) {
      const ids = await everybody(now)
      try {
        await reload(ids, now, (read) => (progress = { read, of: ids.length }))
      } finally {
        progress = null
      }
    },
    async turn(ids, now) {
      const unknown: string[] = []
      await inSlices(ids, (id) => table.turn(id, now) || unknown.push(id))
      return unknown
    },
    async age(now) {
      const due = table.due(now)
      await inSlices(due, (id) => table.age(id, now))
      return due.length > 0
    },
  }
}
