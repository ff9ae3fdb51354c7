import { loadRates } from '#features/performance/server/service.ts'
import type { Sql } from '#server/database.ts'
import { utcDay } from '#shared/dates.ts'
import { atTime, hasPlan, judge, type ListedTrader } from './listed.ts'
import { listedTraderIds, tradersById } from './queries.ts'

/** Traders read in one statement: a few milliseconds of work between two turns of the event loop. */
const sliceSize = 200

/** Everybody who is listed, kept current. One writer at a time. */
export interface Roster {
  traders: ReadonlyMap<string, ListedTrader>
  /** Reads everything anew. Where it fails nothing has changed. */
  reloadAll(now: number): Promise<void>
  /** Reads the named traders anew: changed, new or gone. False where none of them is or was listed. */
  reload(ids: readonly string[], now: number): Promise<boolean>
  /** Moves on what depends on time alone; true where anything did. */
  age(now: number): boolean
}

export function createRoster(sql: Sql): Roster {
  let traders = new Map<string, ListedTrader>()

  async function readInto(target: Map<string, ListedTrader>, ids: readonly string[], now: number): Promise<boolean> {
    let touched = false
    const rates = await loadRates(sql)
    for (let start = 0; start < ids.length; start += sliceSize) {
      const slice = ids.slice(start, start + sliceSize)
      const rows = await tradersById(sql, slice, utcDay(now))
      for (const id of slice) touched = target.delete(id) || touched
      for (const row of rows) {
        const { trader } = judge(row, rates, now)
        if (!hasPlan(trader.timed, now)) continue
        target.set(row.trader_id, trader)
        touched = true
      }
    }
    return touched
  }

  return {
    get traders() {
      return traders
    },
    async reloadAll(now) {
      const target = new Map<string, ListedTrader>()
      await readInto(target, await listedTraderIds(sql, now), now)
      traders = target
    },
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
