import { loadRates } from '#features/performance/server/service.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { Kernel } from '#server/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { atTime, hasPlan, evaluateRow, type ListedTrader } from './listed.ts'
import { listedTraderIds, readTraderRow, tradersById, type StoredTrader } from '../queries.ts'

/** Traders read in one statement: less than ten milliseconds of work between two turns of the event loop. */
const sliceSize = 100

/**
 * The in-memory index of all listed traders. One writer at a time. A trader whose stored state cannot be evaluated keeps the last
 * figures, or stays out of the list without any. The others go on: one bad row never stops them.
 */
export interface TraderIndex {
  traders: ReadonlyMap<string, ListedTrader>
  /** How far `reloadAll` is; null while it does not run. */
  progress: Progress | null
  /** Reads everything again. A failure changes nothing. */
  reloadAll(now: number): Promise<void>
  /** Every trader who is listed, or belongs in the list at `now`. */
  everybody(now: number): Promise<string[]>
  /** Reads the named traders again: changed, new or gone. False when none of them is or was listed. */
  reload(ids: readonly string[], now: number): Promise<boolean>
  /** Applies the effects of the clock; true when anything changed. */
  age(now: number): boolean
}

/** Traders read so far, and how many there are to read. */
export interface Progress {
  read: number
  of: number
}

/** @param closing ends a read between two of its statements, which then throws */
export function createTraderIndex({ sql, log }: Pick<Kernel, 'sql' | 'log'>, closing: AbortSignal): TraderIndex {
  let traders = new Map<string, ListedTrader>()
  let progress: Progress | null = null
  /** Traders who could not be evaluated at the last read: logged once, not at every sync. */
  const faulty = new Set<string>()

  function evaluate(stored: StoredTrader, rates: Rates, now: number): ListedTrader | undefined {
    const { trader_id } = stored
    try {
      const { trader } = evaluateRow(readTraderRow(stored), rates, now)
      faulty.delete(trader_id)
      return trader
    } catch (error) {
      if (!faulty.has(trader_id)) log.error({ err: error, trader_id }, 'trader not evaluated, the last figures stay')
      faulty.add(trader_id)
      const last = traders.get(trader_id)
      // Amounts that the owner just hid are not shown a moment longer.
      return stored.hide_amounts && last?.entry.account_balance !== null ? undefined : last
    }
  }

  async function readInto(
    target: Map<string, ListedTrader>,
    ids: readonly string[],
    now: number,
    onRead?: (read: number) => void,
  ): Promise<boolean> {
    let touched = false
    const rates = await loadRates(sql)
    const sliceFrom = (start: number) => ids.slice(start, start + sliceSize)
    const read = (start: number) => {
      const rows = tradersById(sql, sliceFrom(start), utcDay(now))
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
        // A trader who closed the account has a page, and no place in the list.
        const trader = row?.closed_at === null ? evaluate(row, rates, now) : undefined
        if (trader !== undefined && hasPlan(trader.timed, now)) {
          target.set(id, trader)
          touched = true
        } else touched = target.delete(id) || touched
      }
      onRead?.(start + slice.length)
    }
    return touched
  }

  return {
    get traders() {
      return traders
    },
    get progress() {
      return progress
    },
    async reloadAll(now) {
      const target = new Map<string, ListedTrader>()
      const ids = await listedTraderIds(sql, now)
      const ofAll = (read: number) => (progress = { read, of: ids.length })
      try {
        await readInto(target, ids, now, ofAll)
      } finally {
        progress = null
      }
      traders = target
    },
    everybody: async (now) => [...new Set([...traders.keys(), ...(await listedTraderIds(sql, now))])],
    reload: (ids, now) => readInto(traders, ids, now),
    age(now) {
      let changed = false
      for (const [id, trader] of traders) {
        if (trader.nextChange > now) continue
        changed = true
        if (hasPlan(trader.timed, now)) traders.set(id, atTime(trader, now))
        else traders.delete(id)
      }
      return changed
    },
  }
}
