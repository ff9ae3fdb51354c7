import { inEuro, type Rates } from '#features/performance/rules/currency.ts'
import { foldIndex, heldIndex, NO_DAYS, windowRows, type RecentDay } from '#features/performance/rules/rows.ts'
import { equityScale } from './score.ts'

export const ROI_DAYS = 90
export const ROI_SHORT_DAYS = 30
const EQUITY_DAYS = 30

/**
 * The part of an evaluation that the days before the newest row decide. It stays the same until a day closes, a closed one changes, the UTC day of
 * the evaluation changes, or a rate of these days does.
 */
export interface ClosedDays {
  /** UTC day of the evaluation. */
  today: number
  /** UTC day of the newest row, which is none of them. */
  newest: number
  /** Growth factor, highest index, largest fall and trades of those in the 90-day window. */
  growth_90: number
  high_90: number
  drawdown_90: number
  trades_90: number
  growth_30: number
  /** `drawdown_end` of the last day before the 90-day window; 0 without one. */
  start_drawdown: number
  held: HeldEquity
}

/** Own equity at the end of some days, added up: `scale` on the equity scale (Q, `docs/ranking.md` 7.1), `euro` in euro, null when a day has no rate. */
export interface HeldEquity {
  scale: number
  euro: number | null
}

interface Moment {
  /** UTC day of the evaluation. */
  today: number
  currency: string
  rates: Rates
}

/** @param rows in day order; those from the newest one on are left out */
export function closedDays(rows: readonly RecentDay[], newest: number, moment: Moment): ClosedDays {
  const { today } = moment
  const closed = rows.filter(({ day }) => day < newest)
  const window = windowRows(closed, today, ROI_DAYS)
  const { growth, high, drawdown } = window.reduce<Parameters<typeof foldIndex>[0]>(foldIndex, NO_DAYS)
  return {
    today,
    newest,
    growth_90: growth,
    high_90: high,
    drawdown_90: drawdown,
    trades_90: window.reduce((trades, row) => trades + row.trades, 0),
    growth_30: windowRows(window, today, ROI_SHORT_DAYS).reduce((growth, row) => heldIndex(growth * row.growth), 1),
    start_drawdown: closed.findLast(({ day }) => day <= today - ROI_DAYS)?.drawdown_end ?? 0,
    held: closedEquity(closed, newest, moment),
  }
}

/** Days before the account count as zero in both sums. */
function closedEquity(closed: readonly RecentDay[], newest: number, moment: Moment): HeldEquity {
  let held: HeldEquity = { scale: 0, euro: 0 }
  let next = 0
  let equity: number | null = null
  for (let day = firstHeldDay(moment.today); day <= moment.today && day < newest; day += 1) {
    for (let row = closed[next]; row !== undefined && row.day <= day; row = closed[++next]) equity = row.equity_end
    if (equity !== null) held = withDay(held, equity, day, moment)
  }
  return held
}

/**
 * The mean of own equity at the end of the last 30 days.
 * @param equity at the end of the newest row's day, in account currency
 */
export function meanEquity({ held, newest }: ClosedDays, equity: number, moment: Moment): HeldEquity {
  let sum = held
  for (let day = Math.max(newest, firstHeldDay(moment.today)); day <= moment.today; day += 1)
    sum = withDay(sum, equity, day, moment)
  return { scale: sum.scale / EQUITY_DAYS, euro: sum.euro === null ? null : sum.euro / EQUITY_DAYS }
}

const firstHeldDay = (today: number) => today - EQUITY_DAYS + 1

function withDay(held: HeldEquity, equity: number, day: number, { currency, rates }: Moment): HeldEquity {
  const euro = inEuro(equity, currency, day, rates)
  if (euro === null) return { scale: held.scale, euro: null }
  return { scale: held.scale + equityScale(euro), euro: held.euro === null ? null : held.euro + euro }
}

/**
 * Whether two tables of rates give the same sums of closed days in these currencies.
 * @param today UTC day of the evaluation
 */
export function haveSameRates(one: Rates, other: Rates, currencies: Iterable<string>, today: number): boolean {
  for (const currency of currencies)
    for (let day = firstHeldDay(today); day <= today; day += 1)
      if (one.unitsPerEuro(currency, day) !== other.unitsPerEuro(currency, day)) return false
  return true
}
