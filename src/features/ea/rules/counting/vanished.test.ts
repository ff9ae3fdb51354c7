import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { buy, deposit, opened, sell, start, sum, wall, type LedgerItem } from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'
import type { OpenPosition } from '../../sync-contract.ts'
import type { AccountState } from '../state.ts'
import { followPositions, missingAtMost, nothingListed, type ListInput, type Vanished } from './vanished.ts'

const cents = (amount: number) => Math.round(amount * 100) / 100

const listed = (id: string, more: Partial<OpenPosition> = {}): OpenPosition => ({
  id,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 1,
  open_time: wall(start),
  open_price: 1.1,
  price: 1.09,
  profit: -100,
  swap: 0,
  ...more,
})

/** One snapshot an hour after the one before. */
function snapshotAt(hour: number, positions: OpenPosition[], more: Partial<ListInput> = {}): ListInput {
  return {
    at: start + hour * HOUR_MS,
    since: start + (hour - 1) * HOUR_MS,
    positions,
    complete: true,
    result: positions.reduce((total, { profit, swap }) => total + profit + swap, 0),
    records: [],
    utc: (seconds) => (seconds - 7200) * 1000,
    operations: [],
    unexplained: 0,
    ...more,
  }
}
const after = (before: Vanished, hour: number, positions: OpenPosition[], more: Partial<ListInput> = {}) =>
  followPositions(before, snapshotAt(hour, positions, more))
const begun = (...positions: OpenPosition[]) => after(nothingListed, 0, positions).vanished
const exit = (volume = 1) => sell('22', wall(start) + 10, { volume, profit: -100 * volume })
const paid = (amount: number) => ({ ticket: '50', t: start + 1, type: 'withdrawal', amount: -amount })

describe('the retained loss', () => {
  test('of a position that is gone without exits is its last listed loss; with exits there is none', () => {
    expect(after(begun(listed('9')), 1, [])).toMatchObject({ retained: -100, open_since: start })
    expect(after(begun(listed('9')), 1, [], { records: [exit()] })).toMatchObject({ retained: 0, open_since: null })
    expect(after(begun(listed('9', { profit: 5, price: 1.1005 })), 1, [])).toMatchObject({ retained: 0 })
  })
  test('of a part is that part, whether it is closed or listed on', () => {
    expect(after(begun(listed('9')), 1, [], { records: [exit(0.25)] }).retained).toBe(-75)
    expect(after(begun(listed('9')), 1, [listed('9', { volume: 0.25 })]).retained).toBe(-75)
    expect(after(begun(listed('9')), 1, [listed('9', { volume: 0.25 })], { records: [exit(0.75)] }).retained).toBe(0)
  })
  test('lasts until the exits come', () => {
    const gone = after(begun(listed('9')), 1, []).vanished
    expect(after(gone, 2, [], { records: [exit(0.5)] }).retained).toBe(-50)
    expect(after(gone, 2, [], { records: [exit()] })).toMatchObject({ retained: 0, vanished: nothingListed })
  })
  test('is none where the exits came before the list showed it', () => {
    const early = after(begun(listed('9')), 1, [listed('9')], { records: [exit()] }).vanished
    expect(after(early, 2, []).retained).toBe(0)
  })
  test('ends when the position is listed again, also under another id', () => {
    const gone = after(begun(listed('9')), 1, []).vanished
    for (const id of ['9', '17']) expect(after(gone, 2, [listed(id)]).vanished.missing).toEqual([])
    // One that was opened since is another one, and so is one at another price.
    const since = listed('17', { open_time: wall(start) + 7_000 })
    for (const other of [since, listed('17', { open_price: 1.1001 }), listed('17', { side: 'sell' })]) {
      expect(after(gone, 2, [other]).retained).toBe(-100)
    }
    expect(after(gone, 2, [listed('17', { volume: 0.4 })]).retained).toBeCloseTo(-60, 9)
  })
  test('counts no reversal of a netting account and no split as gone', () => {
    const reversed = [sell('22', wall(start) + 10, { entry: 'inout', volume: 3 })]
    expect(
      after(begun(listed('9')), 1, [listed('9', { side: 'sell', volume: 2 })], { records: reversed }).retained,
    ).toBe(0)
    const split = listed('9', { volume: 0.1, open_price: 11 })
    expect(after(begun(listed('9')), 1, [split]).retained).toBe(0)
  })
  test('is no more than what own equity lacks where more are open than are listed', () => {
    const before = begun(listed('9'), listed('10'))
    expect(after(before, 1, [listed('10')], { complete: false, result: -200 }).retained).toBe(0)
    expect(after(before, 1, [listed('10')], { complete: false, result: -100 }).retained).toBe(-100)
  })
})

describe('money that leaves meanwhile', () => {
  test('pays it off as a result, up to the listed loss and the adverse movement; the rest is what it says', () => {
    // A hundredth of the price is worth 109 here.
    const { operations, retained, vanished } = after(begun(listed('9')), 1, [], { operations: [paid(60)] })
    expect({ operations, retained }).toMatchObject({ operations: [{ type: 'charge', amount: -60 }], retained: -40 })
    expect(after(vanished, 2, [], { operations: [paid(2000)] })).toMatchObject({
      operations: [
        { type: 'withdrawal', amount: expect.closeTo(-1851, 6) },
        { type: 'charge', amount: expect.closeTo(-149, 6) },
      ],
      retained: 0,
    })
  })
  test('moves farther where another price of the symbol lies farther', () => {
    const other = listed('10', { price: 1.05, profit: -500 })
    const { operations } = after(begun(listed('9'), listed('10')), 1, [other], { operations: [paid(490)] })
    expect(operations).toMatchObject([{ type: 'charge', amount: -490 }])
  })
  test('is a charge or an unexplained loss that counts already', () => {
    const charge = { ...paid(60), type: 'charge' }
    expect(after(begun(listed('9')), 1, [], { operations: [charge] })).toMatchObject({
      operations: [charge],
      retained: -40,
    })
    expect(after(begun(listed('9')), 1, [], { unexplained: -60 })).toMatchObject({ operations: [], retained: -40 })
  })
  test('counts as what it said once the exits come', () => {
    const { vanished } = after(begun(listed('9')), 1, [], { operations: [paid(60)], unexplained: -30 })
    const { operations, retained } = after(vanished, 2, [], { records: [exit()] })
    expect(operations).toMatchObject([
      { type: 'charge', amount: 90 },
      { type: 'withdrawal', amount: -60 },
    ])
    expect(retained).toBe(0)
  })
})

describe('a position that stays gone', () => {
  const waited = (hours: number[], more: Partial<ListInput> = {}) =>
    hours.reduce(
      (before, hour) => after(before.vanished, hour, [], more),
      after(begun(listed('9')), 1, [], { operations: [paid(60)] }),
    )
  test('becomes one lost trade after three further complete snapshots and a day', () => {
    for (const early of [waited([10, 20, 24.9]), waited([24, 26]), waited([10, 20, 26], { complete: false })]) {
      expect(early).toMatchObject({ trades: [], vanished: { missing: [{ loss: 100 }] } })
    }
    expect(waited([10, 20, 25])).toMatchObject({
      trades: [{ symbol: 'EURUSD', side: 'buy', volume: 1, net: -100, booked: -40, open: start }],
      operations: [{ type: 'deposit', amount: 40 }],
      retained: 0,
      vanished: nothingListed,
    })
  })
  test('at once where there are too many', () => {
    const many = Array.from({ length: 500 }, (_, index) => listed(String(index + 100)))
    const gone = after(begun(...many), 1, [listed('9', { symbol: 'GBPUSD' })])
    expect(gone).toMatchObject({ trades: [], retained: -50_000 })
    const { trades, vanished } = after(gone.vanished, 2, [])
    expect(trades).toMatchObject([{ net: -100 }])
    expect(vanished.missing).toHaveLength(missingAtMost)
    expect(JSON.stringify(vanished).length).toBeLessThan(200_000)
  })
})

/** A loser beside other trades: of 1,000 more than the minimum capital is always left. */
const story = fc.record({
  loss: fc.integer({ min: 1, max: 50_000 }).map((amount) => cents(amount / 100)),
  listedShare: fc.double({ min: 0, max: 1.5, noNaN: true }),
  late: fc.integer({ min: 0, max: 20 }),
  others: fc.array(
    fc.integer({ min: -2_000, max: 2_000 }).map((amount) => cents(amount / 100)),
    { maxLength: 4 },
  ),
})

/** Plays a loser that leaves the list at the third hour, and whose exit comes `late` hours after. */
function played({ loss, listedShare, late, others }: typeof story extends fc.Arbitrary<infer One> ? One : never) {
  const account = opened()
  const entry = buy('21', wall(start) + 600)
  const shown: LedgerItem[] = [deposit, entry]
  let balance = 1000
  const outcomes = Array.from({ length: 30 }, (_, index) => {
    const hour = index + 1
    const time = wall(start + hour * HOUR_MS) - 60
    const items: LedgerItem[] = hour === 1 ? [entry] : []
    if (hour === 3 + late) items.push(sell('22', wall(start + 3 * HOUR_MS) - 300, { profit: -loss }))
    const other = others[hour - 3]
    if (other !== undefined) {
      const position = String(100 + hour)
      items.push(buy(`${position}1`, time - 60, { position }))
      items.push(sell(`${position}2`, time, { position, profit: other }))
    }
    for (const item of items) if (!shown.includes(item)) shown.push(item)
    balance = cents(balance + sum(items))
    const result = cents(-loss * listedShare)
    const positions = hour < 3 ? [listed('9', { profit: result, open_price: 1, price: 0.9 })] : []
    return account.send({
      now: start + hour * HOUR_MS,
      seq: hour + 1,
      items,
      shown,
      balance,
      equity: hour < 3 ? cents(balance + result) : balance,
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
    { numRuns: 60 },
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
      positions: result === 0 ? [] : [listed('9', { profit: result, open_price: 1, price: 0.9 })],
    })
  send(1, [entry], [deposit, entry], -80)
  const gone = send(2, [payment], [deposit, entry, payment], 0)
  expect(gone.snapshot).toMatchObject({ balance: 950, equity: 920 })
  expect(gone.operations).toMatchObject([{ type: 'withdrawal', amount: -50 }])
  const { account: end } = send(3, [close], [deposit, entry, payment, close], 0)
  // As in time: 1,000 lose 100, then 50 are paid out.
  expect(end.engine).toMatchObject({ value: 850, profit_total: -100, row: { trades: 1, wins: 0 } })
  const { closed, row } = engineOf(end)
  expect(closed.growth * row.growth).toBeCloseTo(0.9, 9)
})
