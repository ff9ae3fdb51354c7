import { isWin } from './rows.ts'

/** A closed trade as the tables of a profile read it. Times in milliseconds UTC, `net` in account currency. */
export interface TradeRecord {
  symbol: string
  side: 'buy' | 'sell'
  open: number
  close: number
  net: number
}

/** Figures over a list of trades. Money in account currency, `win_rate` a fraction. Null: the trades cannot tell. */
export interface TradeStatistics {
  trades: number
  wins: number
  win_rate: number | null
  net_profit: number
  profit_factor: number | null
  expectancy: number | null
  average_win: number | null
  average_loss: number | null
  best_trade: number | null
  worst_trade: number | null
  average_holding_minutes: number | null
  long_percentage: number | null
}

/** A line of a table of results. `win_rate` is a fraction, null without trades. */
export interface ResultLine {
  trades: number
  win_rate: number | null
  profit: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3

/**
 * - profit factor: sum of the gains / sum of the losses; null while there is no loss (it would be infinite).
 * - expectancy: net result / trades.
 * - average and worst loss are negative; a break-even trade is neither win nor loss (`docs/ranking.md` 5.6).
 * - best and worst trade: highest and lowest net result, whatever their sign.
 * - average holding: mean of close - open, in minutes.
 */
export function tradeStatistics(trades: readonly TradeRecord[]): TradeStatistics {
  const count = trades.length
  const nets = trades.map((trade) => trade.net)
  const gains = nets.filter(isWin)
  const losses = nets.filter((net) => isWin(-net))
  const gross = sum(gains)
  const loss = sum(losses)
  const net = sum(nets)
  const longs = trades.filter((trade) => trade.side === 'buy').length
  return {
    trades: count,
    wins: gains.length,
    win_rate: ratio(gains.length, count),
    net_profit: net,
    profit_factor: ratio(gross, -loss),
    expectancy: ratio(net, count),
    average_win: ratio(gross, gains.length),
    average_loss: ratio(loss, losses.length),
    best_trade: count > 0 ? nets.reduce((best, each) => Math.max(best, each)) : null,
    worst_trade: count > 0 ? nets.reduce((worst, each) => Math.min(worst, each)) : null,
    average_holding_minutes: ratio(sum(trades.map((trade) => trade.close - trade.open)) / MINUTE_MS, count),
    long_percentage: ratio(100 * longs, count),
  }
}

/** Results by symbol: most traded first, then by name. */
export function resultsBySymbol(trades: readonly TradeRecord[]): (ResultLine & { symbol: string })[] {
  const bySymbol = Map.groupBy(trades, (trade) => trade.symbol)
  return [...bySymbol]
    .map(([symbol, list]) => ({ symbol, ...resultLine(list) }))
    .sort((a, b) => b.trades - a.trades || (a.symbol < b.symbol ? -1 : 1))
}

/** Seven lines, Monday (1) to Sunday (7), by the UTC day of the close. */
export function resultsByWeekday(trades: readonly TradeRecord[]): (ResultLine & { weekday: number })[] {
  const lines = slots(trades, 7, (trade) => (Math.floor(trade.close / DAY_MS) + FIRST_WEEKDAY) % 7)
  return lines.map((line, index) => ({ weekday: index + 1, ...line }))
}

/** Twenty-four lines by the UTC hour of the close. */
export function resultsByHour(trades: readonly TradeRecord[]): (ResultLine & { hour: number })[] {
  const lines = slots(trades, 24, (trade) => Math.floor(trade.close / HOUR_MS) % 24)
  return lines.map((line, hour) => ({ hour, ...line }))
}

/**
 * Part of the time from `since` to `until` (milliseconds UTC) in which at least one position was open, in percent; `openSince` is
 * the open time of the oldest position still open at `until`. Null when no time has passed.
 */
export function exposurePercentage(
  trades: readonly Pick<TradeRecord, 'open' | 'close'>[],
  since: number,
  until: number,
  openSince: number | null,
): number | null {
  if (until <= since) return null
  const spans = trades.map(({ open, close }) => ({ open, close }))
  if (openSince !== null) spans.push({ open: openSince, close: until })
  spans.sort((a, b) => a.open - b.open)
  let exposed = 0
  let reached = since
  for (const { open, close } of spans) {
    const from = Math.max(open, reached)
    const to = Math.min(close, until)
    if (to <= from) continue
    exposed += to - from
    reached = to
  }
  return (100 * exposed) / (until - since)
}

function slots(trades: readonly TradeRecord[], count: number, slotOf: (trade: TradeRecord) => number): ResultLine[] {
  const lists = Array.from({ length: count }, (): TradeRecord[] => [])
  for (const trade of trades) lists[slotOf(trade)]?.push(trade)
  return lists.map(resultLine)
}

function resultLine(trades: readonly TradeRecord[]): ResultLine {
  const nets = trades.map((trade) => trade.net)
  return { trades: nets.length, win_rate: ratio(nets.filter(isWin).length, nets.length), profit: sum(nets) }
}

function ratio(value: number, by: number): number | null {
  return by > 0 ? value / by : null
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
