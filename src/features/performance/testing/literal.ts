import type { BalanceOperation, ClosedTrade, HistoryInput, Snapshot } from '../rules/history.ts'

/** The result of one scan of a whole history, without rows, totals and running sums. */
export interface LiteralHistory {
  /** Every value the index of a day took, in order, and own equity after it; each day starts at 1. */
  path: { day: number; index: number; value: number }[]
  /** Counted trades and wins by day, before the daily limit. */
  counted: Map<number, { counted: number; wins: number }>
  trades: number
}

/** `docs/ranking.md` 3. */
const utcDay = (t: number) => Math.floor(t / 86_400_000)

/**
 * `docs/ranking.md` 5 written down once more as literally as possible: each step scans the lists again, and only the path is stored.
 * The engine is compared with it, so it shares nothing with the rules but types.
 */
export function literalHistory(input: HistoryInput): LiteralHistory {
  const capital = (day: number) => 100 * (input.rates.unitsPerEuro(input.currency, day) ?? 1)
  const times = new Map(input.snapshots.filter((s) => s.t <= input.as_of).map((s) => [s.t, s]))
  const snapshots = [...times.values()].sort((a, b) => a.t - b.t)
  const found: LiteralHistory = { path: [], counted: new Map(), trades: 0 }
  let v = 0
  let day: number | null = null
  let seg = 1
  let pad = 0
  let base = 1
  let index = 1

  const open = (start: number) => {
    pad = Math.max(0, capital(day ?? 0) - v)
    base = v + pad
    seg = start
  }
  const row = (t: number) => {
    if (day === utcDay(t)) return
    day = utcDay(t)
    index = 1
    found.path.push({ day, index, value: v })
    open(1)
  }
  const mark = (t: number, value: number) => {
    row(t)
    index = (seg * Math.max(0, value + pad)) / base
    found.path.push({ day: utcDay(t), index, value })
    v = value
  }
  const flow = (t: number, value: number, amount: number) => {
    mark(t, value)
    v = value + amount
    Object.assign(found.path.at(-1) ?? {}, { value: v })
    open(index)
  }
  const count = (closes: ClosedTrade[], t: number, before: number) => {
    for (const { net } of closes) {
      row(t)
      const weight = Math.min(1, Math.abs(net) / (0.0005 * Math.max(before, capital(utcDay(t)))))
      const day = found.counted.get(utcDay(t)) ?? { counted: 0, wins: 0 }
      found.counted.set(utcDay(t), {
        counted: day.counted + weight,
        wins: day.wins + (net > 5e-9 ? weight : 0),
      })
      found.trades += 1
    }
  }
  const floating = (s: Snapshot) => s.equity - s.balance
  const bookedOf = (list: ClosedTrade[]) => list.reduce((sum, trade) => sum + (trade.booked ?? trade.net), 0)
  const amountOf = (list: BalanceOperation[]) => list.reduce((sum, operation) => sum + operation.amount, 0)

  snapshots.forEach((snapshot, i) => {
    const last = snapshots[i - 1]
    const inside = (t: number) => t <= snapshot.t && (last === undefined ? input.imported_counts : t > last.t)
    let trades = input.trades.filter((trade) => inside(trade.close))
    let operations = input.operations.filter((o) => inside(o.t) && o.type !== 'credit').sort(byAmount)
    const m = trades.length + operations.length
    const tolerance = capital(utcDay(snapshot.t)) * (0.0005 + 0.0001 * m)
    const gap = snapshot.balance - (last?.balance ?? 0) - amountOf(operations) - bookedOf(trades)
    const own = snapshot.equity
    let b = last?.balance ?? 0
    if (last === undefined && (m === 0 || gap < -tolerance)) {
      trades = []
      operations = []
      flow(snapshot.t, 0, Math.max(snapshot.balance, own))
    } else if (last === undefined && gap > tolerance) {
      flow(Math.min(...trades.map((trade) => trade.close), ...operations.map((o) => o.t)), 0, gap)
      b = gap
    } else if (last !== undefined && gap < -tolerance) b += gap
    const moments = new Set([...trades.map((trade) => trade.close), ...operations.map((o) => o.t)])
    for (const t of [...moments].sort((a, c) => a - c)) {
      const closes = trades.filter((trade) => trade.close === t)
      const here = operations.filter((operation) => operation.t === t)
      const results = here.filter((o) => !isFlow(o))
      const flows = here.filter((o) => isFlow(o))
      count(closes, t, b)
      b += bookedOf(closes) + amountOf(results)
      const across = trades.filter((trade) => trade.open < t && t < trade.close)
      const still =
        snapshot.open_since == null
          ? Math.abs(floating(snapshot)) >= 0.00005 * capital(utcDay(snapshot.t))
          : snapshot.open_since < t
      const flat = last === undefined || (across.length === 0 && !still)
      if (flat && closes.length + results.length > 0) mark(t, b)
      const amount = amountOf(flows)
      if (amount === 0) continue
      let value = b
      if (last !== undefined && !flat) {
        const earlier = trades.filter((trade) => trade.open <= last.t && trade.close <= t)
        const late = b + bookedOf(across) + (still ? floating(snapshot) : 0)
        const early = b + floating(last) - bookedOf(earlier)
        value = amount > 0 ? Math.min(early, late) : Math.max(early, late)
      }
      flow(t, value, amount)
      b += amount
    }
    if (last !== undefined && gap > tolerance) flow(snapshot.t, own - gap, gap)
    mark(snapshot.t, own)
  })
  return found
}

/** `docs/ranking.md` 3.2, credit left out. */
function isFlow({ type, amount }: BalanceOperation): boolean {
  if (['deposit', 'withdrawal', 'transfer', 'bonus'].includes(type)) return true
  return !['dividend', 'charge', 'commission', 'swap', 'tax'].includes(type) && amount >= 0
}

/** Sums of one millisecond in one order: the last digit decides whether a net flow is exactly 0. */
function byAmount(a: BalanceOperation, b: BalanceOperation): number {
  return a.amount - b.amount
}

/** Growth and largest fall over the days from `first` on: every earlier value of the index against every later one. */
export function literalWindow(history: LiteralHistory, first: number): { growth: number; drawdown: number } {
  let before = 1
  let growth = 1
  let day: number | null = null
  let drawdown = 0
  const values = [1]
  for (const point of history.path) {
    if (point.day < first) continue
    if (point.day !== day) before = growth
    day = point.day
    growth = before * point.index
    values.push(growth)
  }
  values.forEach((peak, i) => {
    for (const later of values.slice(i)) if (peak > 0) drawdown = Math.max(drawdown, 1 - later / peak)
  })
  return { growth, drawdown }
}
