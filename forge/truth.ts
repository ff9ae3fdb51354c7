import { readFileSync } from 'node:fs'
import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import type { Mt4Order, Mt5Deal } from '#features/ea/sync-contract.ts'
import type { RateTable, Rates } from '#features/performance/rules/currency.ts'
import type { BalanceOperation, ClosedTrade, Snapshot } from '#features/performance/rules/history.ts'
import { literalHistory, type LiteralHistory } from '#features/performance/testing/literal.ts'

/**
 * The figures of `docs/ranking.md` on what truly happened. It reads the formula anew: it shares no code with the engine, with the derivation
 * of trades, or with the score.
 */
export interface Figures {
  /** Percent, over 90 days. */
  roi: number
  score: number
}

/** Its time in UTC milliseconds, held within the interval of the sync that first showed it. */
export type TrueRecord =
  | {
      item: HistoryItem
      t: number
      /** The open of an MT4 order, UTC milliseconds; the record's own time elsewhere. */
      opened: number
    }
  /** Money by which the broker changed a record that was shown before. A position that is still open by its entry costs as much more. */
  | { correction: number; t: number; entered: string | null }

export interface TrueHistory {
  currency: string
  /** One for each sync that shows a whole history. Equity is own equity. */
  snapshots: Snapshot[]
  /** In the broker's order. */
  records: TrueRecord[]
}

const dayMs = 86_400_000
const utcDay = (t: number) => Math.floor(t / dayMs)
const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const windowDays = 90
const equityDays = 30

const table = JSON.parse(
  readFileSync(new URL('../src/features/performance/server/seed-rates.json', import.meta.url), 'utf8'),
) as RateTable

/** `docs/ranking.md` 4: the latest rate strictly before the day. */
const rates: Rates = {
  unitsPerEuro(currency, day) {
    if (currency === 'EUR') return 1
    const cents: Record<string, string> = { USC: 'USD', EUC: 'EUR', GBC: 'GBP' }
    const whole = cents[currency]
    if (whole !== undefined) return 100 * (this.unitsPerEuro(whole, day) ?? Number.NaN)
    const dates = Object.entries(table[currency] ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const [, units = null] = dates.findLast(([date]) => date < dayText(day)) ?? dates[0] ?? []
    return units
  },
}

/** @param asOf milliseconds UTC; everything after it is left out */
export function trueFigures(history: TrueHistory, asOf: number): Figures {
  const { currency } = history
  const snapshots = history.snapshots.filter(({ t }) => t <= asOf)
  const last = snapshots.at(-1)
  if (last === undefined) throw new RangeError('nothing was witnessed')
  const { trades, operations } = moneyOf(history.records.filter(({ t }) => t <= last.t))
  const literal = literalHistory({
    as_of: asOf,
    snapshots,
    trades,
    operations,
    imported_counts: false,
    currency,
    rates: cachedRates(),
  })
  const today = utcDay(asOf)
  const growth = growthOf(literal, today)
  return { roi: 100 * (growth - 1), score: scoreOf(literal, last, growth, today, currency) }
}

/** Rates are the same for the whole of a day. */
const unitsOf = new Map<string, number | null>()
function cachedRates(): Rates {
  return {
    unitsPerEuro(currency, day) {
      const key = `${currency} ${day}`
      const cached = unitsOf.get(key)
      if (cached !== undefined) return cached
      const units = rates.unitsPerEuro(currency, day)
      unitsOf.set(key, units)
      return units
    },
  }
}

/** The last and the highest index of each day, in day order. */
function daysOf({ path }: LiteralHistory): { day: number; growth: number; high: number; value: number }[] {
  const days: { day: number; growth: number; high: number; value: number }[] = []
  for (const { day, index, value } of path) {
    const row = days.at(-1)
    if (row?.day !== day) days.push({ day, growth: index, high: Math.max(1, index), value })
    else Object.assign(row, { growth: index, high: Math.max(row.high, index), value })
  }
  return days
}

function growthOf(literal: LiteralHistory, today: number): number {
  return daysOf(literal).reduce(
    (product, { day, growth }) => (day > today - windowDays ? product * growth : product),
    1,
  )
}

/** `docs/ranking.md` 7.1. */
function scoreOf(literal: LiteralHistory, last: Snapshot, growth: number, today: number, currency: string): number {
  const days = daysOf(literal)
  let index = 1
  let high = 1
  for (const day of days.filter((each) => each.day <= today - windowDays)) {
    high = Math.max(high, index * day.high)
    index *= day.growth
    if (index === 0) index = high = 1
  }
  const start = 1 - index / high
  const scoring = growth <= 1 ? growth : 1 + (growth - 1) * (1 - start)
  const curve = scoring ** 4 / (3 + scoring ** 4)
  let trades = 0
  let wins = 0
  for (const day of literal.counted.values()) {
    const counted = Math.min(20, day.counted)
    trades += counted
    if (day.counted > 0) wins += (day.wins * counted) / day.counted
  }
  const weight = Math.min(1, trades / 200)
  const roi = weight * curve + (1 - weight) * 0.25
  const winRate = (wins + 15) / (trades + 30)
  let equity = 0
  for (let day = today - equityDays + 1; day <= today; day += 1) {
    const units = cachedRates().unitsPerEuro(currency, day)
    const held = days.findLast((each) => each.day <= day)?.value
    if (units === null || held === undefined) continue
    equity += Math.min(1, Math.max(0, Math.log10(Math.max(held / units, 100) / 100) / 3)) / equityDays
  }
  const { balance, equity: own } = last
  const below = own >= balance ? 0 : balance <= 0 ? 1 : Math.min(1, (balance - own) / balance)
  const cut = 0.1 * Math.min(1, Math.max(0, (below - 0.1) / 0.4))
  return (60 * roi + 30 * winRate + 10 * equity) * (1 - cut)
}

interface Money {
  trades: ClosedTrade[]
  operations: BalanceOperation[]
}

/** Trades and operations as `docs/ea-protocol.md`, records 2 and 3, derives them. */
function moneyOf(records: readonly TrueRecord[]): Money {
  const money: Money = { trades: [], operations: [] }
  const open = new Map<string, { since: number; volume: number; cost: number }>()
  for (const record of records) {
    if ('correction' in record) {
      const held = open.get(record.entered ?? '')
      if (held !== undefined) held.cost += record.correction
      money.operations.push({ t: record.t, type: 'correction', amount: record.correction })
      continue
    }
    const { item, t, opened } = record
    if (item.type !== 'buy' && item.type !== 'sell') {
      const amount = item.profit + item.swap + item.commission + ('fee' in item ? item.fee : 0)
      money.operations.push({ t, type: typeOf(item, amount), amount })
    } else if (!('entry' in item)) {
      const net = item.profit + item.swap + item.commission
      money.trades.push({ open: Math.min(opened, t), close: t, net, booked: net })
    } else addDeal(money, open, item, t)
  }
  return money
}

function addDeal(
  { trades, operations }: Money,
  open: Map<string, { since: number; volume: number; cost: number }>,
  deal: Mt5Deal,
  t: number,
): void {
  const charge = deal.commission + deal.fee
  const held = open.get(deal.position)
  if (deal.entry === 'in') {
    if (charge !== 0) operations.push({ t, type: 'commission', amount: charge })
    const { since, volume, cost } = held ?? { since: t, volume: 0, cost: 0 }
    open.set(deal.position, { since, volume: volume + deal.volume, cost: cost + charge })
    return
  }
  if (held === undefined) {
    const booked = deal.profit + deal.swap + charge
    trades.push({ open: t, close: t, net: booked, booked })
    return
  }
  const closed = Math.min(held.volume, deal.volume)
  const own = (charge * closed) / deal.volume
  const booked = deal.profit + deal.swap + own
  const taken = (held.cost * closed) / held.volume
  trades.push({ open: held.since, close: t, net: booked + taken, booked })
  if (deal.volume - closed > 1e-9) {
    if (charge !== own) operations.push({ t, type: 'commission', amount: charge - own })
    open.set(deal.position, { since: t, volume: deal.volume - closed, cost: charge - own })
  } else if (held.volume - closed > 1e-9) {
    open.set(deal.position, { since: held.since, volume: held.volume - closed, cost: held.cost - taken })
  } else open.delete(deal.position)
}

function typeOf(item: Mt4Order | Mt5Deal, amount: number): string {
  const { type, comment = '' } = item
  if (type === 'balance') {
    if (amount > 0) return 'deposit'
    if (/dividend/i.test(comment)) return 'dividend'
    return /swap|rollover|financing/i.test(comment) ? 'swap' : 'withdrawal'
  }
  return type.replace(/^(commission|dividend).*/, '$1')
}
