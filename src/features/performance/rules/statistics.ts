import { MINUTE_MS } from '#shared/dates.ts'

/** Sums over a set of closed trades. Money in account currency; a break-even trade is neither win nor loss (`docs/ranking.md` 5.6). */
export interface TradeSums {
  trades: number
  wins: number
  losses: number
  /** Sum of the won trades, of the lost ones (0 or negative), and of all. */
  gross: number
  loss: number
  profit: number
  /** Highest and lowest net result, whatever their sign; null without trades. */
  best: number | null
  worst: number | null
  /** Sums of close - open, milliseconds: of all trades, of the won ones and of the lost ones. */
  holding: number
  holding_won: number
  holding_lost: number
  /** Trades that bought. */
  longs: number
}

/** Figures over a set of trades. Money in account currency. Null: these trades give no figure. */
export interface TradeStatistics {
  profit_factor: number | null
  expectancy: number | null
  average_win: number | null
  average_loss: number | null
  best_trade: number | null
  worst_trade: number | null
  average_holding_minutes: number | null
  average_holding_won_minutes: number | null
  average_holding_lost_minutes: number | null
  long_percentage: number | null
}

/** The result of the trades of one symbol, weekday or hour. */
export interface SlotSums {
  trades: number
  wins: number
  profit: number
}

/** A line of a table of results. `win_rate` is a fraction, null without trades. */
export interface ResultLine {
  trades: number
  win_rate: number | null
  profit: number
}

/**
 * - profit factor: sum of the gains / sum of the losses; null while there is no loss (it would be infinite).
 * - expectancy: net result / trades.
 * - average and worst loss are negative.
 * - average holding: mean of close - open, in minutes, of all trades, of the won ones and of the lost ones.
 */
export function tradeStatistics(sums: TradeSums): TradeStatistics {
  const { trades, wins, losses, gross, loss } = sums
  return {
    profit_factor: ratio(gross, -loss),
    expectancy: ratio(sums.profit, trades),
    average_win: ratio(gross, wins),
    average_loss: ratio(loss, losses),
    best_trade: sums.best,
    worst_trade: sums.worst,
    average_holding_minutes: ratio(sums.holding / MINUTE_MS, trades),
    average_holding_won_minutes: ratio(sums.holding_won / MINUTE_MS, wins),
    average_holding_lost_minutes: ratio(sums.holding_lost / MINUTE_MS, losses),
    long_percentage: ratio(100 * sums.longs, trades),
  }
}

/**
 * Results by symbol: most traded first, then by name. `share`: the result as a fraction of what all symbols that gained made, negative
 * for a symbol that lost; null while none gained. `docs/ranking.md` 8.6.
 */
export function resultsBySymbol(
  symbols: ReadonlyMap<string, SlotSums>,
): (ResultLine & { symbol: string; share: number | null })[] {
  let gains = 0
  for (const { profit } of symbols.values()) gains += Math.max(0, profit)
  return [...symbols]
    .map(([symbol, sums]) => ({ symbol, ...resultLine(sums), share: ratio(sums.profit, gains) }))
    .sort((a, b) => b.trades - a.trades || (a.symbol < b.symbol ? -1 : 1))
}

/** Two lines: the trades that bought (long), then those that sold (short). */
export function resultsBySide(sides: ReadonlyMap<string, TradeSums>) {
  return (['buy', 'sell'] as const).map((side) => {
    const sums = sides.get(side)
    return { side, ...resultLine(sums), profit_factor: sums === undefined ? null : ratio(sums.gross, -sums.loss) }
  })
}

/** The sums of two sets of trades together. */
export function addedSums(before: SlotSums = noTrades, { trades, wins, profit }: SlotSums): SlotSums {
  return { trades: before.trades + trades, wins: before.wins + wins, profit: before.profit + profit }
}

/**
 * The weekdays (Monday 1) and UTC hours of the close that have trades. `weight`: the result as a fraction of the largest one of either
 * sign, -1 to 1; 0 where no hour has a result. It tells nothing of the size of the account.
 */
export function resultsBySlot(slots: readonly (SlotSums & { weekday: number; hour: number })[]) {
  const largest = slots.reduce((most, { profit }) => Math.max(most, Math.abs(profit)), 0)
  return slots
    .map(({ weekday, hour, trades, profit }) => ({ weekday, hour, trades, weight: ratio(profit, largest) ?? 0 }))
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

/** Seven lines, Monday (1) to Sunday (7), by the UTC day of the close. */
export function resultsByWeekday(weekdays: ReadonlyMap<number, SlotSums>): (ResultLine & { weekday: number })[] {
  return Array.from({ length: 7 }, (_, index) => ({ weekday: index + 1, ...resultLine(weekdays.get(index + 1)) }))
}

/** Twenty-four lines by the UTC hour of the close. */
export function resultsByHour(hours: ReadonlyMap<number, SlotSums>): (ResultLine & { hour: number })[] {
  return Array.from({ length: 24 }, (_, hour) => ({ hour, ...resultLine(hours.get(hour)) }))
}

const noTrades: SlotSums = { trades: 0, wins: 0, profit: 0 }

function resultLine({ trades, wins, profit }: SlotSums = noTrades): ResultLine {
  return { trades, win_rate: ratio(wins, trades), profit }
}

function ratio(value: number, by: number): number | null {
  return by > 0 ? value / by : null
}
