import { hashText, noiseAt } from './random.ts'

/** Seconds since the Monday (00:00 UTC) on which the story of the demonstration begins. */
export type StoryTime = number

export const HOUR = 3600
export const DAY = 24 * HOUR

export interface Instrument {
  symbol: string
  /** Price at the beginning of the story. */
  start: number
  /** Standard deviation of a year's return. */
  volatility: number
  digits: number
  /** Units in one lot. */
  contract: number
  quote: string
  /** In units of the price. */
  spread: number
}

const instruments: readonly Instrument[] = [
  { symbol: 'EURUSD', start: 1.084, volatility: 0.075, digits: 5, contract: 100_000, quote: 'USD', spread: 0.00009 },
  { symbol: 'GBPUSD', start: 1.267, volatility: 0.085, digits: 5, contract: 100_000, quote: 'USD', spread: 0.00012 },
  { symbol: 'USDJPY', start: 151.4, volatility: 0.1, digits: 3, contract: 100_000, quote: 'JPY', spread: 0.012 },
  { symbol: 'USDCHF', start: 0.887, volatility: 0.08, digits: 5, contract: 100_000, quote: 'CHF', spread: 0.00013 },
  { symbol: 'AUDUSD', start: 0.656, volatility: 0.1, digits: 5, contract: 100_000, quote: 'USD', spread: 0.00011 },
  { symbol: 'EURJPY', start: 164.2, volatility: 0.1, digits: 3, contract: 100_000, quote: 'JPY', spread: 0.016 },
  { symbol: 'EURGBP', start: 0.8556, volatility: 0.06, digits: 5, contract: 100_000, quote: 'GBP', spread: 0.00012 },
  { symbol: 'XAUUSD', start: 2660, volatility: 0.16, digits: 2, contract: 100, quote: 'USD', spread: 0.22 },
  { symbol: 'GER40', start: 19_350, volatility: 0.17, digits: 1, contract: 1, quote: 'EUR', spread: 1.2 },
  { symbol: 'US100', start: 20_900, volatility: 0.2, digits: 1, contract: 1, quote: 'USD', spread: 1.5 },
  { symbol: 'BTCUSD', start: 88_000, volatility: 0.5, digits: 1, contract: 1, quote: 'USD', spread: 22 },
]

/** One unit of a currency in US dollars: near enough for a demonstration. */
const inDollars: Record<string, number> = {
  USD: 1,
  EUR: 1.0978,
  GBP: 1.2967,
  CHF: 1.1535,
  JPY: 0.006877,
  USC: 0.01,
  VND: 0.0000395,
  HUF: 0.00284,
}

export function conversion(from: string, to: string): number {
  const [source, target] = [inDollars[from], inDollars[to]]
  if (source === undefined || target === undefined) throw new RangeError(`no rate from ${from} to ${to}`)
  return source / target
}

export interface Market {
  /** Middle price, rounded to the instrument's digits, at any moment of the story. */
  price(symbol: string, at: StoryTime): number
  instrument(symbol: string): Instrument
  /** Typical size of a move over `hours`, as a fraction of the price. */
  typicalMove(symbol: string, hours: number): number
}

/** Halvings from an hour to just under a minute. */
const levels = 6
const activeHours = 24 * 260

/** Random walks shared by all accounts: hourly points with quiet nights and weekends and slow trends, minutes between them. */
export function createMarket(seed: number): Market {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const paths = new Map(instruments.map(({ symbol, start }) => [symbol, [Math.log(start)]]))
  const trends = new Map(instruments.map(({ symbol }) => [symbol, 0]))
  const fields = new Map(
    instruments.map(({ symbol }) => [symbol, [hashText(symbol, seed), hashText(symbol, seed ^ 0x51ed270b)] as const]),
  )

  function instrument(symbol: string): Instrument {
    const found = bySymbol.get(symbol)
    if (found === undefined) throw new RangeError(`unknown symbol ${symbol}`)
    return found
  }

  function hourly({ symbol, volatility }: Instrument, hour: number): number {
    const path = paths.get(symbol) ?? []
    if (path.length > hour) return path[hour] ?? 0
    const [field] = fields.get(symbol) ?? [0]
    while (path.length <= hour) {
      const index = path.length
      const step = (volatility / Math.sqrt(activeHours)) * activity(index)
      const trend = 0.995 * (trends.get(symbol) ?? 0) + 0.004 * noiseAt(field, index, 1)
      trends.set(symbol, trend)
      path.push((path[index - 1] ?? 0) + step * (noiseAt(field, index, 0) + trend))
    }
    return path[hour] ?? 0
  }

  return {
    instrument,
    price(symbol, at) {
      const known = instrument(symbol)
      const hour = Math.max(0, Math.floor(at / HOUR))
      let low = hourly(known, hour)
      let high = hourly(known, hour + 1)
      let part = Math.min(1, Math.max(0, at / HOUR - hour))
      // Brownian bridge: each middle lies around the mean of its ends.
      let spread = ((known.volatility / Math.sqrt(activeHours)) * activity(hour)) / 2
      const [, field] = fields.get(symbol) ?? [0, 0]
      let node = 1
      for (let level = 0; level < levels; level += 1) {
        const middle = (low + high) / 2 + spread * noiseAt(field, hour, node)
        const right = part >= 0.5
        if (right) low = middle
        else high = middle
        part = right ? part * 2 - 1 : part * 2
        node = node * 2 + (right ? 1 : 0)
        spread /= Math.SQRT2
      }
      return roundTo(Math.exp(low + (high - low) * part), known.digits)
    },
    typicalMove: (symbol, hours) => instrument(symbol).volatility * Math.sqrt(hours / activeHours),
  }
}

/**
 * Whether orders are taken: always for instruments that trade around the clock, else Monday 00:00 to Friday 21:00 UTC. Prices go on moving
 * a little while closed, so that the demonstration is alive on a Sunday too.
 */
export function takesOrders(symbol: string, at: StoryTime): boolean {
  return symbol === 'BTCUSD' || at % (7 * DAY) < 4 * DAY + 21 * HOUR
}

/** The first moment from `at` on at which orders are taken. */
export function nextOpening(symbol: string, at: StoryTime): StoryTime {
  return takesOrders(symbol, at) ? at : Math.ceil(at / (7 * DAY)) * 7 * DAY + (at % (2 * HOUR))
}

/** The activity of an hour of the week, 1 on average over working days. */
export function activity(hour: number): number {
  const weekday = Math.floor(hour / 24) % 7
  if (weekday >= 5) return 0.22
  const ofDay = hour % 24
  if (ofDay < 6) return 0.55
  if (ofDay < 12) return 1.15
  if (ofDay < 17) return 1.45
  return ofDay < 21 ? 0.95 : 0.5
}

export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}
