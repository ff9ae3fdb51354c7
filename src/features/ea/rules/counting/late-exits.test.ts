import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { buy, deposit, opened, sell, start, sum, wall, type LedgerItem } from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'
import type { OpenPosition } from '../../sync-contract.ts'
import type { AccountState } from '../state.ts'

const cents = (amount: number) => Math.round(amount * 100) / 100

/** The loser as the terminal lists it. */
const listed = (profit: number): OpenPosition => ({
  id: '9',
  symbol: 'EURUSD',
  side: 'buy',
  volume: 1,
  open_time: wall(start),
  open_price: 1,
  price: 0.9,
  profit,
  swap: 0,
})

/**
 * A loser beside other trades: of 1,000 more than the minimum capital is always left. Its exit comes up to 40 hours late: after a day it has
 * become a result. Meanwhile a part of its listed loss is paid out. The balance falls with the close or with its record.
 */
const story = fc
  .record({
    loss: fc.integer({ min: 100, max: 40_000 }).map((amount) => cents(amount / 100)),
    listedShare: fc.double({ min: 0, max: 1.4, noNaN: true }),
    late: fc.integer({ min: 0, max: 40 }),
    falls: fc.constantFrom('close', 'record'),
    paidShare: fc.constantFrom(0, 0, 0.3, 1),
    parts: fc.constantFrom(1, 2),
    others: fc.array(
      fc.integer({ min: -2_000, max: 2_000 }).map((amount) => cents(amount / 100)),
      { maxLength: 4 },
    ),
  })
  // Beyond the adverse movement a fall of the balance is what it says.
  .map((one) => (one.falls === 'close' ? { ...one, listedShare: Math.max(1, one.listedShare), paidShare: 0 } : one))

/** Plays a loser that leaves the list at the third hour, and whose exit comes `late` hours after. */
function played({
  loss,
  listedShare,
  late,
  falls,
  paidShare,
  parts,
  others,
}: typeof story extends fc.Arbitrary<infer One> ? One : never) {
  const account = opened()
  const entry = buy('21', wall(start) + 600)
  const shown: LedgerItem[] = [deposit, entry]
  const result = cents(-loss * listedShare)
  const closed = wall(start + 3 * HOUR_MS) - 300
  const first = parts === 1 ? loss : cents(loss / 4)
  const exits = [sell('22', closed, { volume: first / loss, profit: -first })]
  if (parts > 1) exits.push(sell('23', closed, { volume: 1 - first / loss, profit: cents(first - loss) }))
  let balance = 1000
  const outcomes = Array.from({ length: 45 }, (_, index) => {
    const hour = index + 1
    const time = wall(start + hour * HOUR_MS) - 60
    const items: LedgerItem[] = hour === 1 ? [entry] : []
    if (hour === 3 + late) items.push(...exits)
    const other = others[hour - 3]
    if (other !== undefined) {
      const position = String(100 + hour)
      items.push(buy(`${position}1`, time - 60, { position }))
      items.push(sell(`${position}2`, time, { position, profit: other }))
    }
    if (hour === 8 && paidShare > 0) items.push(dealOf({ ticket: '30', time, profit: cents(result * paidShare) }))
    for (const item of items) if (!shown.includes(item)) shown.push(item)
    balance = cents(balance + sum(items))
    const isAhead = falls === 'close' && hour >= 3 && hour < 3 + late
    const shownBalance = isAhead ? cents(balance - loss) : balance
    const positions = hour < 3 ? [listed(result)] : []
    return account.send({
      now: start + hour * HOUR_MS,
      seq: hour + 1,
      items,
      shown,
      balance: shownBalance,
      equity: hour < 3 ? cents(balance + result) : shownBalance,
      positions,
    })
  })
  return { account, outcomes }
}
const engineOf = ({ engine }: AccountState): EngineState => {
  if (engine === null) throw new Error('no snapshot')
  return engine
}
const figures = ({ account: { account } }: ReturnType<typeof played>) => {
  const { closed, row, value, profit_total } = engineOf(account)
  return {
    growth: closed.growth * row.growth,
    trades: closed.trades + row.trades,
    wins: closed.wins + row.wins,
    value,
    profit_total,
  }
}

test('exits that arrive late give the same figures as exits in time', () => {
  fc.assert(
    fc.property(story, (one) => {
      const [late, timely] = [figures(played(one)), figures(played({ ...one, late: 0 }))]
      expect(late.growth).toBeCloseTo(timely.growth, 9)
      expect({ ...late, growth: 0, profit_total: 0 }).toEqual({ ...timely, growth: 0, profit_total: 0 })
    }),
    { numRuns: 100 },
  )
})

test('the retained loss never raises own equity, and nothing changes where exits come in time', () => {
  fc.assert(
    fc.property(story, (one) => {
      for (const { snapshot } of played(one).outcomes) {
        const { balance = 0, equity = 0 } = snapshot ?? {}
        expect(equity).toBeLessThanOrEqual(balance + 1e-9)
      }
      const { outcomes, account } = played({ ...one, late: 0 })
      expect(account.account.intake.vanished).toBeUndefined()
      for (const { snapshot } of outcomes.slice(2)) expect(snapshot?.equity).toBe(snapshot?.balance)
    }),
    { numRuns: 40 },
  )
})

test('a payment meanwhile counts as a withdrawal once the exit has come', () => {
  const account = opened()
  const entry = buy('21', wall(start) + 600)
  const payment = dealOf({ ticket: '30', time: wall(start + 2 * HOUR_MS) - 60, profit: -50 })
  const close = sell('22', wall(start + 2 * HOUR_MS) - 300, { profit: -100 })
  const send = (hour: number, items: LedgerItem[], shown: LedgerItem[], result: number) =>
    account.send({
      now: start + hour * HOUR_MS,
      seq: hour + 1,
      items,
      shown,
      balance: sum(shown),
      equity: sum(shown) + result,
      positions: result === 0 ? [] : [listed(result)],
    })
  send(1, [entry], [deposit, entry], -80)
  const gone = send(2, [payment], [deposit, entry, payment], 0)
  expect(gone.snapshot).toMatchObject({ balance: 950, equity: 920 })
  expect(gone.operations).toMatchObject([{ type: 'withdrawal', amount: -50 }])
  const { account: end } = send(3, [close], [deposit, entry, payment, close], 0)
  // As in time: 1,000 lose 100, then 50 are paid out.
  expect(end.engine).toMatchObject({ value: 850, profit_total: -100, row: { trades: 1, wins: 0 } })
  const { closed, row } = engineOf(end)
  expect(row.drawdown).toBeCloseTo(0.1, 9)
  expect(closed.growth * row.growth).toBeCloseTo(0.9, 9)
})

test('an exit that won and comes after the loss became a result: its money counts, and the trade stays lost', () => {
  const account = opened()
  const entry = buy('21', wall(start) + 600)
  const close = sell('22', wall(start + 2 * HOUR_MS) - 300, { profit: 30 })
  const send = (hour: number, items: LedgerItem[], shown: LedgerItem[], result: number) =>
    account.send({
      now: start + hour * HOUR_MS,
      seq: hour + 1,
      items,
      shown,
      balance: sum(shown),
      equity: sum(shown) + result,
      positions: result === 0 ? [] : [listed(result)],
    })
  send(1, [entry], [deposit, entry], -80)
  for (const hour of [2, 10, 20]) {
    expect(send(hour, [], [deposit, entry], 0).snapshot).toMatchObject({ balance: 1000, equity: 920 })
  }
  const became = engineOf(send(28, [], [deposit, entry], 0).account)
  expect([became.closed.trades + became.row.trades, became.closed.wins + became.row.wins]).toEqual([1, 0])
  expect(became.closed.growth * became.row.growth).toBeCloseTo(0.92, 9)
  const { account: end } = send(30, [close], [deposit, entry, close], 0)
  const { closed, row, value } = engineOf(end)
  expect(value).toBe(1030)
  expect(closed.growth * row.growth).toBeCloseTo(1.03, 9)
  expect([closed.trades + row.trades, closed.wins + row.wins]).toEqual([1, 0])
})
