import { dayOfText } from '#shared/dates.ts'

/** Currency, date (`YYYY-MM-DD`), units of that currency for one euro: the European Central Bank's way of quoting. */
export type RateTable = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface Rates {
  /** u(c, d) of `docs/ranking.md` 4; null where the table does not know the currency. */
  unitsPerEuro(currency: string, day: number): number | null
}

const MIN_CAPITAL_EUR = 100

/** Accounts kept in hundredths: 100 units of the cent currency are one unit of the whole one. */
const CENT_CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['USC', 'USD'],
  ['EUC', 'EUR'],
  ['GBC', 'GBP'],
])

/** Currencies of ISO 4217 whose smallest unit is no hundredth, by its decimals. */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)] as const)),
)

/** Decimals of a currency's smallest unit by ISO 4217, in either case; 2 for a cent currency and for an unknown one. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency.toUpperCase()) ?? 2
}

interface Series {
  days: number[]
  values: number[]
}

/**
 * Indexes a table of exchange rates for look-ups by UTC day.
 * @throws RangeError for a date that cannot be read and for a rate that is not a positive number. `docs/ranking.md` 4.
 */
export function readRates(table: RateTable): Rates {
  const bySymbol = new Map<string, Series>()
  for (const [currency, dates] of Object.entries(table)) {
    const entries = Object.entries(dates).map(([date, value]) => ({ day: dayOfText(date), value, date }))
    for (const entry of entries) {
      if (!Number.isInteger(entry.day)) throw new RangeError(`rate of ${currency}: unreadable date ${entry.date}`)
      if (!Number.isFinite(entry.value) || entry.value <= 0)
        throw new RangeError(`rate of ${currency} on ${entry.date}: not a positive number`)
    }
    entries.sort((a, b) => a.day - b.day)
    if (entries.length > 0)
      bySymbol.set(currency, { days: entries.map((e) => e.day), values: entries.map((e) => e.value) })
  }
  const whole = (currency: string, day: number) => (currency === 'EUR' ? 1 : rateBefore(bySymbol.get(currency), day))
  return {
    unitsPerEuro(currency, day) {
      const parent = CENT_CURRENCIES.get(currency)
      if (parent === undefined) return whole(currency, day)
      const units = whole(parent, day)
      return units === null ? null : 100 * units
    },
  }
}

/** The last rate strictly before the day, so that a rate published in the afternoon never changes the figures of that same day. */
function rateBefore(series: Series | undefined, day: number): number | null {
  if (series === undefined) return null
  let low = 0
  let high = series.days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((series.days[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return series.values[Math.max(0, low - 1)] ?? null
}

/** K(d): 100 euro in the account currency, the smallest base for measuring growth. `docs/ranking.md` 4. */
export function minimumCapital(rates: Rates, currency: string, day: number): number {
  return MIN_CAPITAL_EUR * (rates.unitsPerEuro(currency, day) ?? 1)
}

/** An amount of the account currency in euro at the rate of a UTC day; null without a rate. `docs/ranking.md` 4 and 8.4. */
export function inEuro(amount: number, currency: string, day: number, rates: Rates): number | null {
  const units = rates.unitsPerEuro(currency, day)
  return units === null ? null : amount / units
}
