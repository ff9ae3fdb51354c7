import { addedSums, type SlotSums, type TradeSums } from '#features/performance/rules/statistics.ts'
import type { Queryable } from '#server/database/database.ts'
import { dayText, instantText, utcDay } from '#shared/dates.ts'

/** Sums of the counted trades: whole, by symbol, by side, by UTC weekday (Monday 1) and UTC hour of the close. */
export interface TradeTotals {
  all: TradeSums
  symbols: Map<string, SlotSums>
  sides: Map<string, TradeSums>
  weekdays: Map<number, SlotSums>
  hours: Map<number, SlotSums>
  slots: (SlotSums & { weekday: number; hour: number })[]
}

interface SumsRow extends TradeSums {
  symbol: string | null
  side: string | null
  weekday: number | null
  hour: number | null
}

/**
 * Adds up the stored sums: some hundred rows, however many trades the account has.
 * @param imported true while trades from before the first snapshot count like witnessed ones
 */
export async function tradeTotals(sql: Queryable, accountId: string, imported = false): Promise<TradeTotals> {
  const origins = imported ? ['witnessed', 'imported'] : ['witnessed']
  const rows = await sql<SumsRow[]>`
    select symbol, side, weekday, hour, coalesce(sum(trades), 0)::int as trades, coalesce(sum(wins), 0)::int as wins,
           coalesce(sum(losses), 0)::int as losses, coalesce(sum(gross), 0) as gross, coalesce(sum(loss), 0) as loss,
           coalesce(sum(profit), 0) as profit, max(best) as best, min(worst) as worst,
           coalesce(sum(held), 0) as holding, coalesce(sum(held_won), 0) as holding_won,
           coalesce(sum(held_lost), 0) as holding_lost,
           coalesce(sum(trades) filter (where side = 'buy'), 0)::int as longs
      from trade_sum where account_id = ${accountId} and origin = any(${origins})
     group by grouping sets ((symbol), (side), (weekday, hour), ())`
  const totals: Omit<TradeTotals, 'all'> = {
    symbols: new Map(),
    sides: new Map(),
    weekdays: new Map(),
    hours: new Map(),
    slots: [],
  }
  let all: TradeSums | undefined
  for (const { symbol, side, weekday, hour, ...sums } of rows) {
    if (symbol !== null) totals.symbols.set(symbol, sums)
    else if (side !== null) totals.sides.set(side, sums)
    else if (weekday === null || hour === null) all = sums
    else {
      totals.slots.push({ weekday, hour, ...sums })
      totals.weekdays.set(weekday, addedSums(totals.weekdays.get(weekday), sums))
      totals.hours.set(hour, addedSums(totals.hours.get(hour), sums))
    }
  }
  if (all === undefined) throw new Error('the empty grouping always has a row')
  return { all, ...totals }
}

/**
 * Milliseconds between `since`, not before the first snapshot, and `until` (milliseconds UTC) with at least one open witnessed trade.
 * Overlapping trades count once. It adds up the stored days.
 */
export async function exposedTime(sql: Queryable, accountId: string, since: number, until: number): Promise<number> {
  const [from, to] = [instantText(since), instantText(until)]
  const [first, last] = [dayText(utcDay(since)), dayText(utcDay(until))]
  const rows = await sql<{ exposed: number }[]>`
    select coalesce(sum(case
             when day > ${first}::date and day < ${last}::date then exposed
             else span_millis(spans * tstzmultirange(tstzrange(${from}::timestamptz, ${to}::timestamptz)))
           end), 0)::float8 as exposed
      from exposed_day
     where account_id = ${accountId} and day between ${first}::date and ${last}::date`
  return rows[0]?.exposed ?? 0
}
