import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { inEuro, minimumCapital, readRates } from './rules/currency.ts'
import { currentDrawdown, indexSeries, monthlyRoi, recentIndex, recoveryFactor, riskAdjusted } from './rules/returns.ts'
import { NO_DAYS, foldRows } from './rules/rows.ts'
import {
  resultsByHour,
  resultsBySide,
  resultsBySlot,
  resultsBySymbol,
  resultsByWeekday,
  tradeStatistics,
} from './rules/statistics.ts'
import { riskLevel, tradingStyle } from './rules/style.ts'
import { row } from './testing/rows.ts'
import { noTrades } from './testing/sums.ts'

/** Monday 2025-03-03. */
const MONDAY = 20_150

describe('statistics of trades', () => {
  test('a small record, by hand', () => {
    const sums = { trades: 4, wins: 1, losses: 2, gross: 30, loss: -15, profit: 15, best: 30, worst: -10, longs: 3 }
    const held = { holding: 6 * HOUR_MS, holding_won: HOUR_MS, holding_lost: 4 * HOUR_MS }
    expect(tradeStatistics({ ...sums, ...held })).toEqual({
      profit_factor: 2,
      expectancy: 3.75,
      average_win: 30,
      average_loss: -7.5,
      best_trade: 30,
      worst_trade: -10,
      average_holding_minutes: 90,
      average_holding_won_minutes: 60,
      average_holding_lost_minutes: 120,
      long_percentage: 75,
    })
  })

  test('a figure without trades is null, never infinite', () => {
    expect(new Set(Object.values(tradeStatistics(noTrades)))).toEqual(new Set([null]))
    const won = { ...noTrades, trades: 1, wins: 1, gross: 5, profit: 5 }
    expect(tradeStatistics(won)).toMatchObject({ profit_factor: null, average_loss: null, average_win: 5 })
    const lost = { ...noTrades, trades: 1, losses: 1, loss: -5, profit: -5 }
    expect(tradeStatistics(lost)).toMatchObject({ profit_factor: 0, average_win: null, average_loss: -5 })
  })

  test('weekdays and hours without trades have a line', () => {
    const sums = { trades: 2, wins: 1, profit: 5 }
    const weekdays = resultsByWeekday(new Map([[7, sums]]))
    expect(weekdays.map((line) => line.weekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(weekdays[6]).toEqual({ weekday: 7, trades: 2, win_rate: 0.5, profit: 5 })
    const hours = resultsByHour(new Map([[0, sums]]))
    expect(hours).toHaveLength(24)
    expect(hours[0]).toEqual({ hour: 0, trades: 2, win_rate: 0.5, profit: 5 })
    expect(hours[23]).toEqual({ hour: 23, trades: 0, win_rate: null, profit: 0 })
  })

  test('symbols: most traded first, then by name', () => {
    const of = (trades: number) => ({ trades, wins: 0, profit: 0 })
    const lines = resultsBySymbol(
      new Map([
        ['EURUSD', of(1)],
        ['XAUUSD', of(2)],
        ['DE40', of(1)],
      ]),
    )
    expect(lines.map((line) => line.symbol)).toEqual(['XAUUSD', 'DE40', 'EURUSD'])
    expect(new Set(lines.map((line) => line.share))).toEqual(new Set([null]))
  })

  test('shares by hand: of what the symbols that gained made, so that those of the winners add up to one', () => {
    const of = (profit: number) => ({ trades: 1, wins: 1, profit })
    const lines = resultsBySymbol(
      new Map([
        ['A', of(70)],
        ['B', of(30)],
        ['C', of(-50)],
      ]),
    )
    expect(lines.map(({ share }) => share)).toEqual([0.7, 0.3, -0.5])
  })

  test('long and short, by hand; a side without trades has a line', () => {
    const buys = { ...noTrades, trades: 3, wins: 2, losses: 1, gross: 30, loss: -10, profit: 20, longs: 3 }
    expect(resultsBySide(new Map([['buy', buys]]))).toEqual([
      { side: 'buy', trades: 3, win_rate: 2 / 3, profit: 20, profit_factor: 3 },
      { side: 'sell', trades: 0, win_rate: null, profit: 0, profit_factor: null },
    ])
  })

  test('weekday and hour: each as a share of the largest result of either sign', () => {
    const slot = (weekday: number, hour: number, profit: number) => ({ weekday, hour, trades: 1, wins: 0, profit })
    expect(resultsBySlot([slot(2, 9, 10), slot(1, 23, -40), slot(2, 8, 0)])).toEqual([
      { weekday: 1, hour: 23, trades: 1, weight: -1 },
      { weekday: 2, hour: 8, trades: 1, weight: 0 },
      { weekday: 2, hour: 9, trades: 1, weight: 0.25 },
    ])
    expect(resultsBySlot([slot(1, 1, 0)])[0]?.weight).toBe(0)
  })
})

describe('returns from daily rows', () => {
  const rows = [row(MONDAY, 1.1), row(MONDAY + 2, 0.9), row(MONDAY + 40, 1.2)]

  test('index and running drawdown', () => {
    const series = indexSeries(rows)
    expect(series.map((point) => point.day)).toEqual(rows.map((each) => each.day))
    expect(series.map((point) => point.growth_index)).toEqual([1.1, 1.1 * 0.9, 1.1 * 0.9 * 1.2])
    expect(series.map((point) => Math.round(point.drawdown * 1e9) / 1e9)).toEqual([0, 0.1, 0.1])
    expect(series.at(-1)?.growth_index).toBe(foldRows(rows).growth)
  })

  test('a day’s drawdown is the deepest it reached: the largest of all is that of the history', () => {
    const within = [
      { ...row(MONDAY, 1.1), low: 0.9, high: 1.2, drawdown: 0.25 },
      { ...row(MONDAY + 1, 1.05), low: 0.7, drawdown: 0.3 },
      row(MONDAY + 2, 1),
    ]
    const series = indexSeries(within)
    const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1e6) / 1e6)
    expect(rounded(series.map((point) => point.drawdown))).toEqual([0.25, 0.358333, 0.0375])
    const ends = within.map((_day, index) => currentDrawdown(within.slice(0, index + 1)) ?? NaN)
    expect(rounded(ends)).toEqual([0.083333, 0.0375, 0.0375])
    expect(currentDrawdown([])).toBeNull()
    expect(Math.max(...series.map((point) => point.drawdown))).toBe(foldRows(within).drawdown)
  })

  test('months multiply to the total, empty ones included', () => {
    const months = monthlyRoi([...rows, row(MONDAY + 120, 0.5)])
    expect(months.map((each) => each.month)).toEqual(['2025-03', '2025-04', '2025-05', '2025-06', '2025-07'])
    expect(months.map((each) => Math.round(each.roi * 1e9) / 1e9)).toEqual([-0.01, 0.2, 0, 0, -0.5])
    expect(monthlyRoi([row(20_088, 1.5), row(20_089, 2)]).map((each) => each.month)).toEqual(['2024-12', '2025-01'])
    expect(monthlyRoi([])).toEqual([])
  })

  test('the recent index has a number for each day and begins with the account', () => {
    expect(recentIndex(rows, MONDAY, MONDAY + 3, 30)).toEqual([1.1, 1.1, 1.1 * 0.9, 1.1 * 0.9])
    const month = recentIndex(rows, MONDAY, MONDAY + 40, 30)
    expect(month).toHaveLength(30)
    expect(month[0]).toBe(1)
    expect(month.at(-1)).toBe(1.2)
  })

  test('Sharpe and Sortino count quiet days, and are null without enough data', () => {
    const days = Array.from({ length: 40 }, (_, i) => row(MONDAY + i, i % 2 === 0 ? 1.02 : 0.99))
    const today = MONDAY + 39
    const { sharpe, sortino } = riskAdjusted(days, today)
    expect(sharpe).toBeCloseTo((0.005 / Math.sqrt((40 * 0.015 ** 2) / 39)) * Math.sqrt(365), 9)
    expect(sortino).toBeCloseTo((0.005 / Math.sqrt((20 * 0.01 ** 2) / 40)) * Math.sqrt(365), 9)
    const spread = days.map((each) => ({ ...each, day: MONDAY + (each.day - MONDAY) * 2 }))
    const filled = spread.flatMap((each) => [each, row(each.day + 1, 1)])
    const end = MONDAY + 79
    expect(riskAdjusted(spread, end).sharpe).toBeCloseTo(riskAdjusted(filled, end).sharpe ?? NaN, 9)
    expect(riskAdjusted(days.slice(0, 20), MONDAY + 28)).toEqual({ sharpe: null, sortino: null })
    expect(riskAdjusted([row(MONDAY, 1)], today)).toEqual({ sharpe: null, sortino: null })
    expect(riskAdjusted([row(MONDAY, 1.5)], today).sortino).toBeNull()
    expect(riskAdjusted([], today)).toEqual({ sharpe: null, sortino: null })
  })

  test('recovery factor', () => {
    expect(recoveryFactor(0.5, 0.25)).toBe(2)
    expect(recoveryFactor(0.5, 0)).toBeNull()
  })

  test('at most twenty counted trades a day, with the win rate of the day (5.6)', () => {
    const folded = foldRows([
      row(1, 1, { counted: 45, counted_wins: 30, trades: 45 }),
      row(2, 1, { counted: 8, counted_wins: 2 }),
    ])
    expect(folded).toMatchObject({ counted: 28, trades: 45 })
    expect(folded.counted_wins).toBeCloseTo(30 * (20 / 45) + 2, 12)
    expect(foldRows([])).toEqual(NO_DAYS)
  })
})

describe('style and risk (docs/ranking.md 8.5)', () => {
  test.each([
    [15 * MINUTE_MS - 1, 'scalping'],
    [15 * MINUTE_MS, 'intraday'],
    [DAY_MS, 'swing'],
    [7 * DAY_MS, 'position'],
  ])('a median of %d ms is %s', (median, style) => {
    expect(tradingStyle(median, 10)).toBe(style)
    expect(tradingStyle(median, 9)).toBeNull()
    expect(tradingStyle(null, 10)).toBeNull()
  })

  test.each([
    [0.0999, 'low'],
    [0.1, 'medium'],
    [0.25, 'high'],
    [null, null],
  ])('a fall of %s is %s', (fall, level) => {
    expect(riskLevel(fall, 5)).toBe(level)
    expect(riskLevel(fall, 0)).toBeNull()
  })
})

describe('exchange rates (docs/ranking.md 4)', () => {
  const rates = readRates({
    USD: { '2025-03-05': 1.08, '2025-03-03': 1.04, '2025-03-04': 1.06 },
    GBP: { '2025-03-03': 0.83 },
  })

  test('the last rate strictly before the day, before the first the first', () => {
    const units = [MONDAY - 100, MONDAY, MONDAY + 1, MONDAY + 2, MONDAY + 900].map((day) =>
      rates.unitsPerEuro('USD', day),
    )
    expect(units).toEqual([1.04, 1.04, 1.04, 1.06, 1.08])
  })

  test('the euro, cent accounts and unknown currencies', () => {
    const of = (currency: string) => rates.unitsPerEuro(currency, MONDAY + 1)
    expect(['EUR', 'EUC', 'USC', 'GBC', 'CHF', 'constructor'].map(of)).toEqual([1, 100, 104, 83, null, null])
    expect(minimumCapital(rates, 'USC', MONDAY + 1)).toBe(10_400)
    expect(minimumCapital(rates, 'CHF', MONDAY + 1)).toBe(100)
    expect(inEuro(208, 'USD', MONDAY + 1, rates)).toBe(200)
    expect(inEuro(208, 'CHF', MONDAY + 1, rates)).toBeNull()
  })

  test('a table that cannot be read is refused', () => {
    expect(() => readRates({ USD: { '2025-03-05': 0 } })).toThrow('not a positive number')
    expect(() => readRates({ USD: { yesterday: 1.1 } })).toThrow('unreadable date')
  })
})
