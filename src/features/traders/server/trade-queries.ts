import { WIN_EPS } from '#features/performance/rules/rows.ts'
import type { SlotSums, TradeSums } from '#features/performance/rules/statistics.ts'
import type { Queryable } from '#server/database/database.ts'
import { instantText } from '#shared/dates.ts'

/** Sums of the counted trades: whole, by symbol, by UTC weekday (Monday 1) and by UTC hour of the close. */
export interface TradeTotals {
  all: TradeSums
  symbols: Map<string, SlotSums>
  weekdays: Map<number, SlotSums>
  hours: Map<number, SlotSums>
}

interface SumsRow extends TradeSums {
  symbol: string | null
  weekday: number | null
  hour: number | null
}

/**
 * The database sums: a hundred thousand trades come back as some tens of rows.
 * @param imported true while trades from before the first snapshot count like witnessed ones
 */
export async function tradeTotals(sql: Queryable, accountId: string, imported = false): Promise<TradeTotals> {
  const origins = imported ? ['witnessed', 'imported'] : ['witnessed']
  const rows = await sql<SumsRow[]>`
    with cell as (
      -- Every trade once; the tables below add up these some hundred cells.
      select symbol, date_part('isodow', close_at at time zone 'UTC') as weekday,
             date_part('hour', close_at at time zone 'UTC') as hour, count(*) as trades,
             count(*) filter (where net > ${WIN_EPS}) as wins, count(*) filter (where net < ${-WIN_EPS}) as losses,
             coalesce(sum(net) filter (where net > ${WIN_EPS}), 0) as gross,
             coalesce(sum(net) filter (where net < ${-WIN_EPS}), 0) as loss, sum(net) as profit, max(net) as best,
             min(net) as worst, sum(close_at - open_at) as holding, count(*) filter (where side = 'buy') as longs
        from trade where account_id = ${accountId} and origin = any(${origins})
       group by 1, 2, 3
    )
    select symbol, weekday::int, hour::int, coalesce(sum(trades), 0)::int as trades, coalesce(sum(wins), 0)::int as wins,
           coalesce(sum(losses), 0)::int as losses, coalesce(sum(gross), 0) as gross, coalesce(sum(loss), 0) as loss,
           coalesce(sum(profit), 0) as profit, max(best) as best, min(worst) as worst,
           coalesce(1000 * extract(epoch from sum(holding)), 0)::float8 as holding, coalesce(sum(longs), 0)::int as longs
      from cell group by grouping sets ((symbol), (weekday), (hour), ())`
  const symbols = new Map<string, SlotSums>()
  const weekdays = new Map<number, SlotSums>()
  const hours = new Map<number, SlotSums>()
  let all: TradeSums | undefined
  for (const { symbol, weekday, hour, ...sums } of rows) {
    if (symbol !== null) symbols.set(symbol, sums)
    else if (weekday !== null) weekdays.set(weekday, sums)
    else if (hour !== null) hours.set(hour, sums)
    else all = sums
  }
  if (all === undefined) throw new Error('the empty grouping always has a row')
  return { all, symbols, weekdays, hours }
}

/**
 * Milliseconds between `since` and `until` (milliseconds UTC) with at least one open witnessed trade. Overlapping trades count once.
 */
export async function exposedTime(sql: Queryable, accountId: string, since: number, until: number): Promise<number> {
  const [from, to] = [instantText(since), instantText(until)]
  const rows = await sql<{ exposed: number }[]>`
    select coalesce(1000 * extract(epoch from sum(greatest(
             least(close_at, ${to}::timestamptz) - greatest(open_at, reached, ${from}::timestamptz), interval '0'))), 0)::float8
             as exposed
      from (
        select open_at, close_at,
               max(close_at) over (order by open_at rows between unbounded preceding and 1 preceding) as reached
          from trade
         where account_id = ${accountId} and origin = 'witnessed' and close_at > ${from}::timestamptz
      ) span`
  return rows[0]?.exposed ?? 0
}
