import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAccountFile } from './account-file.ts'
import { playStatement } from './playback.ts'
import { netOf, timeOf } from './record-book.ts'
import { newestTime, recordsOf } from './statement.ts'
import { weeksUntilNow } from './time-shift.ts'

const folder = new URL('../fixtures/real-accounts/', import.meta.url)
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => readAccountFile(readFileSync(new URL(name, folder), 'utf8')))

/** The balance before the statement, for statements of a period. */
const openingBalances: Record<string, number> = { 'mt4-02': 1000, 'mt4-06': 2533.5 }

test.each(files)('$id: the records add up to the printed balance', (file) => {
  const sum = recordsOf(file, 0).reduce((total, item) => total + netOf(item), 0)
  expect(sum + (openingBalances[file.id] ?? 0)).toBeCloseTo(file.statement_summary.balance, 6)
})

test.each(files.filter((file) => file.platform === 'MT5'))(
  '$id: exits find the positions that MetaTrader lists',
  (file) => {
    const closed = new Map<string, { volume: number; profit: number }>()
    for (const item of recordsOf(file, 0)) {
      if (!('entry' in item) || (item.type !== 'buy' && item.type !== 'sell')) continue
      const position = closed.get(item.position) ?? { volume: 0, profit: 0 }
      position.volume += item.entry === 'in' ? item.volume : -item.volume
      position.profit += item.profit
      closed.set(item.position, position)
    }
    for (const trade of file.closed_trades) {
      const position = closed.get(trade.ticket)
      expect(position?.volume).toBeCloseTo(0, 8)
      // Two positions of one symbol, volume and second may change places where a cent distinguishes them.
      expect(Math.abs((position?.profit ?? Number.NaN) - trade.profit)).toBeLessThan(0.011)
    }
    for (const trade of file.open_trades) expect(closed.get(trade.ticket)?.volume).toBeCloseTo(trade.volume, 8)
  },
)

test.each(files)('$id: a shift by whole weeks ends at or before now, and keeps the weekday', (file) => {
  const now = Date.UTC(2026, 10, 20, 10) / 1000
  const weeks = weeksUntilNow(newestTime(file), now)
  const newest = newestTime(file) + weeks * 604_800
  expect(newest).toBeLessThanOrEqual(now)
  expect(newest).toBeGreaterThan(now - 604_800)
  const [before, after] = [recordsOf(file, 0), recordsOf(file, weeks)]
  expect(after.map((item) => timeOf(item) - weeks * 604_800)).toEqual(before.map(timeOf))
})

test.each(files)('$id: state and ledger agree at every step, and end at the printed figures', (file) => {
  let now = newestTime(file)
  const { terminal, past, witnessed } = playStatement({ file, weeks: 0, witness: true, now: () => now })
  const records = witnessed.reduce((sum, step) => sum + step.records, 0)
  expect(witnessed.length).toBeLessThanOrEqual(5)
  expect(records).toBe(Math.min(20, Math.max(1, Math.floor(recordsOf(file, 0).length / 10))))
  const gaps: number[] = []
  for (const step of [past, ...witnessed]) {
    now += 60
    step.reveal()
    const { balance, credit, equity, floating, open_count: open, positions } = terminal.snapshot()
    expect(balance).toBeCloseTo(terminal.book.ledger().net + (openingBalances[file.id] ?? 0), 6)
    expect(equity).toBeCloseTo(balance + credit + floating, 6)
    expect(positions).toHaveLength(open)
    for (const position of positions ?? []) expect(position.open_time).toBeLessThanOrEqual(now)
    const listed = (positions ?? []).reduce(
      (sum, { profit, swap, commission = 0 }) => sum + profit + swap + commission,
      0,
    )
    gaps.push(floating - listed)
  }
  // The last step takes the floating result that the statement printed.
  for (const gap of gaps.slice(0, -1)) expect(gap).toBeCloseTo(0, 6)
  const { balance, equity, open_count: open } = terminal.snapshot()
  expect([balance, equity, open]).toEqual([
    file.statement_summary.balance,
    file.statement_summary.equity,
    file.open_trades.length,
  ])
})

test('a position goes from its opening price to its exit, and closes at the price that was listed last', () => {
  let closes = 0
  let onTheWay = 0
  for (const file of files) {
    let now = newestTime(file)
    const { terminal, past, witnessed } = playStatement({ file, weeks: 0, witness: true, now: () => now })
    const known = new Set<string>()
    for (const step of [past, ...witnessed]) {
      const before = new Map(terminal.snapshot().positions?.map((position) => [position.id, position]))
      now += 60
      step.reveal()
      for (const item of terminal.book.after(0, '0', 1_000_000).items) {
        if (known.has(item.ticket)) continue
        known.add(item.ticket)
        const id = 'close_time' in item ? item.ticket : item.position
        const one = before.get(id)
        const isExit = 'close_time' in item || item.entry === 'out'
        if (one === undefined || !isExit) continue
        const price = 'close_time' in item ? item.close_price : item.price
        // The first of several exits in one step is the goal.
        before.delete(id)
        expect(one.price).toBe(price)
        closes += 1
      }
      for (const { price, open_price } of terminal.snapshot().positions ?? []) if (price !== open_price) onTheWay += 1
    }
  }
  expect(closes).toBeGreaterThan(20)
  expect(onTheWay).toBeGreaterThan(20)
})

test('a later statement of another account is refused', () => {
  const [first, second] = files
  if (first === undefined || second === undefined) throw new Error('fixtures are missing')
  const playback = playStatement({ file: first, weeks: 0, witness: false, now: () => 0 })
  expect(() => playback.continueWith(second)).toThrow(RangeError)
})

test('a file of another form is refused in one sentence', () => {
  expect(() => readAccountFile('<html>')).toThrow('Il file non è JSON.')
  expect(() => readAccountFile('{"schema":"metatrader-account/1","id":"x"}')).toThrow(/platform/)
})
