import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { isWin } from '#features/performance/rules/rows.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, HOUR_MS, instantText } from '#shared/dates.ts'
import { exposedTime, tradeTotals } from './trade-queries.ts'

/** Monday 2025-03-03. */
const MONDAY = 20_150 * DAY_MS

interface Trade {
  symbol: string
  side: 'buy' | 'sell'
  open: number
  close: number
  net: number
}

const { sql, ...kernel } = await testKernel()
const { account_id } = await account({ sql, ...kernel }, { username: 'trader' })
await sql`update trading_account set first_snapshot_at = ${instantText(MONDAY - DAY_MS)} where account_id = ${account_id}`

async function stored(trades: readonly Partial<Trade>[]): Promise<void> {
  await sql`delete from trade where account_id = ${account_id}`
  await sql`delete from trade_sum where account_id = ${account_id}`
  await sql`delete from exposed_day where account_id = ${account_id}`
  const rows = trades.map(({ symbol = 'EURUSD', side = 'buy', close = MONDAY, open = close, net = 1 }, index) => {
    const columns = { account_id, ticket: String(index), symbol, side, volume: 0.1, net, origin: 'witnessed' }
    return { ...columns, open_at: instantText(open), close_at: instantText(close) }
  })
  if (rows.length > 0) await sql`insert into trade ${sql(rows)}`
}

test('a small record, by hand; imported trades are left out', async () => {
  await stored([
    { net: 30, open: MONDAY, close: MONDAY + HOUR_MS },
    { net: -10, side: 'sell', open: MONDAY, close: MONDAY + HOUR_MS },
    { net: 0, open: MONDAY, close: MONDAY + HOUR_MS },
    { net: -5, open: MONDAY, close: MONDAY + 3 * HOUR_MS },
  ])
  await sql`
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
    select account_id, other, 'DE40', 'buy', 1, open_at, close_at, 900, other
      from trade cross join unnest(array['imported', 'late']) as other
     where account_id = ${account_id} and ticket = '0'`
  const { all, symbols } = await tradeTotals(sql, account_id)
  expect(all).toEqual({
    trades: 4,
    wins: 1,
    losses: 2,
    gross: 30,
    loss: -15,
    profit: 15,
    best: 30,
    worst: -10,
    holding: 6 * HOUR_MS,
    holding_won: HOUR_MS,
    holding_lost: 4 * HOUR_MS,
    longs: 3,
  })
  expect([...symbols.keys()]).toEqual(['EURUSD'])
})

test('weekdays begin on Monday; hours and days are those of the close in UTC', async () => {
  await stored([{ close: MONDAY + 7 * DAY_MS - 1, net: 7 }, { net: -2 }])
  const { weekdays, hours } = await tradeTotals(sql, account_id)
  expect(new Set(weekdays.keys())).toEqual(new Set([1, 7]))
  expect(weekdays.get(7)).toMatchObject({ trades: 1, wins: 1, profit: 7 })
  expect(hours.get(23)).toMatchObject({ trades: 1, wins: 1, profit: 7 })
  expect(hours.get(0)).toMatchObject({ trades: 1, wins: 0, profit: -2 })
})

test('a record without trades', async () => {
  await stored([])
  const { all, symbols } = await tradeTotals(sql, account_id)
  expect(all).toMatchObject({ trades: 0, profit: 0, gross: 0, holding: 0, best: null, worst: null })
  expect(symbols.size).toBe(0)
})

const trades = fc.array(
  fc
    .record({
      symbol: fc.constantFrom('EURUSD', 'XAUUSD', 'DE40'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      net: fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom(4e-9, -4e-9, 6e-9)),
      close: fc.integer({ min: MONDAY, max: MONDAY + 5 * DAY_MS }),
      held: fc.integer({ min: 0, max: DAY_MS }),
    })
    .map(({ held, ...trade }): Trade => ({ ...trade, open: trade.close - held })),
  { maxLength: 40 },
)

test('sums of any trades equal a plain count', async () => {
  await fc.assert(
    fc.asyncProperty(trades, async (list) => {
      await stored(list)
      const totals = await tradeTotals(sql, account_id)
      const profit = list.reduce((sum, each) => sum + each.net, 0)
      expect(totals.all).toMatchObject({
        trades: list.length,
        wins: list.filter(({ net }) => isWin(net)).length,
        losses: list.filter(({ net }) => isWin(-net)).length,
        holding: list.reduce((sum, { open, close }) => sum + close - open, 0),
        longs: list.filter(({ side }) => side === 'buy').length,
      })
      expect(totals.slots.reduce((sum, slot) => sum + slot.trades, 0)).toBe(list.length)
      const best = list.length === 0 ? null : Math.max(...list.map(({ net }) => net))
      expect(totals.all.best).toBe(best)
      for (const table of [totals.symbols, totals.sides, totals.weekdays, totals.hours]) {
        const lines = [...table.values()]
        expect(lines.reduce((sum, line) => sum + line.trades, 0)).toBe(list.length)
        expect(lines.reduce((sum, line) => sum + line.profit, 0)).toBeCloseTo(profit, 6)
      }
      const [since, until] = [MONDAY + DAY_MS, MONDAY + 4 * DAY_MS]
      expect(await exposedTime(sql, account_id, since, until)).toBe(literalExposure(list, since, until))
    }),
    { numRuns: 60 },
  )
})

/** Every stretch between two opens or closes, counted when any trade covers it. */
function literalExposure(list: readonly Trade[], since: number, until: number): number {
  const edges = [since, until, ...list.flatMap(({ open, close }) => [open, close])]
    .filter((edge) => edge >= since && edge <= until)
    .toSorted((a, b) => a - b)
  return edges.reduce((sum, from, index) => {
    const to = edges[index + 1] ?? from
    return list.some(({ open, close }) => open <= from && close >= to) ? sum + to - from : sum
  }, 0)
}

test('trades that come in parts add up, and a changed one counts as it is now', async () => {
  await stored([{ net: 30 }, { net: -10 }])
  await sql`
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
    select account_id, 'later', symbol, side, volume, open_at, close_at, 50, origin
      from trade where account_id = ${account_id} and ticket = '0'`
  expect((await tradeTotals(sql, account_id)).all).toMatchObject({ trades: 3, profit: 70, best: 50, worst: -10 })
  await sql`update trade set net = -20, symbol = 'DE40' where account_id = ${account_id} and ticket = 'later'`
  const { all, symbols } = await tradeTotals(sql, account_id)
  expect(all).toMatchObject({ trades: 3, wins: 1, losses: 2, profit: 0, best: 30, worst: -20 })
  expect(symbols.get('DE40')).toMatchObject({ trades: 1, profit: -20 })
})

test('exposure counts overlapping positions once, and only observed time', async () => {
  const at = (open: number, close: number) => ({ open: MONDAY + open, close: MONDAY + close })
  await stored([at(0, 20), at(10, 30), at(12, 14), at(60, 70)])
  expect(await exposedTime(sql, account_id, MONDAY, MONDAY + 100)).toBe(40)
  await stored([at(-50, 10), at(95, 200)])
  expect(await exposedTime(sql, account_id, MONDAY, MONDAY + 100)).toBe(15)
  // An advisor may claim any opening: no day before the first snapshot is stored for it.
  await stored([{ open: 0, close: MONDAY + 10 }])
  expect(await exposedTime(sql, account_id, MONDAY - DAY_MS, MONDAY + DAY_MS)).toBe(DAY_MS + 10)
  expect(await sql`select count(*)::int as days from exposed_day where account_id = ${account_id}`).toEqual([
    { days: 2 },
  ])
})

test('exposure of trades that come one by one equals that of all at once', async () => {
  const list = Array.from({ length: 30 }, (_, index) => {
    const close = MONDAY + index * 5 * HOUR_MS
    return { open: close - ((index * 7) % 40) * HOUR_MS, close }
  })
  await stored(list)
  const stretches = [0, 3, 50, 120].map((hours) => [MONDAY + hours * HOUR_MS, MONDAY + 6 * DAY_MS] as const)
  const measured = () => Promise.all(stretches.map((stretch) => exposedTime(sql, account_id, ...stretch)))
  const whole = await measured()
  await stored([])
  for (const [index, { open, close }] of list.entries()) {
    await sql`
      insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
      values (${account_id}, ${String(index)}, 'EURUSD', 'buy', 1, ${instantText(open)}, ${instantText(close)}, 1, 'witnessed')`
  }
  expect(await measured()).toEqual(whole)
  expect(whole[0]).toBeGreaterThan(0)
})
