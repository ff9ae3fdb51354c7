import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { sell, start, wall } from '../../server/testing/synced-account.ts'
import type { OpenPosition } from '../../sync-contract.ts'
import { isDeal } from '../records.ts'
import { followPositions, missingAtMost, nothingListed, type ListInput, type Vanished } from './vanished.ts'

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
    trades: (more.records ?? []).filter(isDeal).map((record) => ({
      ticket: record.ticket,
      symbol: record.symbol,
      side: 'buy',
      volume: record.volume,
      open: start,
      close: start + (hour - 1) * HOUR_MS + 60_000,
      net: record.profit,
      booked: record.profit,
    })),
    stretches: {},
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
    // MT4 lists the commission, which own equity holds too.
    const charged = begun(listed('9', { profit: 5, price: 1.1005, swap: -1, commission: -7 }))
    expect(after(charged, 1, [])).toMatchObject({ retained: -3 })
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
    const charged = listed('10', { commission: -7 })
    expect(after(before, 1, [charged], { complete: false, result: -107 }).retained).toBe(-100)
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
  test('may be a transfer; an entry’s commission and swap belong to positions that are there', () => {
    const transfer = { ...paid(60), type: 'transfer' }
    expect(after(begun(listed('9')), 1, [], { operations: [transfer] }).retained).toBe(-40)
    for (const type of ['commission', 'swap', 'dividend', 'credit']) {
      expect(after(begun(listed('9')), 1, [], { operations: [{ ...paid(60), type }] }).retained).toBe(-100)
    }
  })
  test('is a charge or an unexplained loss that counts already', () => {
    const charge = { ...paid(60), type: 'charge' }
    expect(after(begun(listed('9')), 1, [], { operations: [charge] })).toMatchObject({
      operations: [charge],
      retained: -40,
    })
    expect(after(begun(listed('9')), 1, [], { unexplained: -60 })).toMatchObject({ operations: [], retained: -40 })
  })
  test('counts as what it said with the exits, once they come', () => {
    const { vanished } = after(begun(listed('9')), 1, [], { operations: [paid(60)], unexplained: -30 })
    const { trades, operations, retained } = after(vanished, 2, [], { records: [exit()] })
    const t = trades[0]?.close
    expect(operations).toMatchObject([
      { type: 'charge', amount: 90, t },
      { type: 'withdrawal', amount: -60, t },
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
      vanished: { listed: [], missing: [], lost: [{ loss: 100, reread: 60 }] },
    })
  })
  test('is that trade when its exits come: their money alone counts, and those after the first are trades of their own', () => {
    const { vanished } = waited([10, 20, 25])
    const [first, second] = [exit(0.25), { ...exit(0.75), ticket: '23' }]
    const { trades, late, operations } = after(vanished, 30, [], { records: [first, second] })
    expect({ trades, late }).toMatchObject({ trades: [{ ticket: '23' }], late: [{ ticket: '22' }] })
    expect(operations.map(({ type, amount, t }) => [type, amount, t - (start + 29 * HOUR_MS)])).toEqual([
      ['withdrawal', -10, 1],
      ['charge', 25, 60_000],
      ['withdrawal', -15, 60_000],
      ['withdrawal', -30, 1],
      ['charge', 75, 60_000],
      ['withdrawal', -45, 60_000],
      ['charge', -25, 60_000],
    ])
  })
  test('holds its loss itself when it is listed again', () => {
    const { vanished, operations } = after(waited([10, 20, 25]).vanished, 30, [listed('17')])
    expect(vanished).not.toHaveProperty('lost')
    expect(operations).toMatchObject([
      { type: 'withdrawal', amount: -40 },
      { type: 'charge', amount: 100 },
      { type: 'withdrawal', amount: -60 },
    ])
  })
  test('is remembered as a result, the newest hundred', () => {
    const many = Array.from({ length: 150 }, (_, index) => listed(String(index + 100)))
    let { vanished } = after(begun(...many), 1, [])
    for (const hour of [10, 20, 25]) ({ vanished } = after(vanished, hour, []))
    expect(vanished.lost?.map(({ id }) => id)).toEqual(many.slice(50).map(({ id }) => id))
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

/** The loser as a snapshot shows it: not at all, all, or a part, under its id or another one; exits, payments and gaps beside it. */
const look = fc.record({
  hours: fc.integer({ min: 1, max: 20 }),
  shown: fc.constantFrom('', '', '9', '9', '17'),
  volume: fc.constantFrom(1, 1, 0.25),
  closed: fc.constantFrom(0, 0, 0.25, 0.5, 1),
  paid: fc.constantFrom(0, 0, 30, 100, 2_000),
  type: fc.constantFrom('withdrawal', 'transfer', 'charge', 'deposit', 'commission'),
  unexplained: fc.constantFrom(0, 0, -40, -300),
  complete: fc.boolean(),
})

test('over any lists and records the retained loss raises no own equity, exceeds no listed loss, and no reading moves the balance', () => {
  fc.assert(
    fc.property(fc.array(look, { maxLength: 12 }), (looks) => {
      let vanished = begun(listed('9'))
      let hour = 0
      let open = 1
      let gaps = 0
      for (const [
        index,
        { hours, shown, volume, closed, paid: amount, type, unexplained, complete },
      ] of looks.entries()) {
        hour += hours
        gaps += unexplained
        const leaving = Math.min(open, closed)
        open -= leaving
        const positions = shown === '' ? [] : [listed(shown, { volume, profit: -100 * volume })]
        const records = leaving === 0 ? [] : [{ ...exit(leaving), ticket: String(60 + index) }]
        const moved = {
          ...paid(amount),
          type,
          amount: type === 'deposit' ? amount : -amount,
          t: start + hour * HOUR_MS - 1,
        }
        const operations = amount === 0 ? [] : [moved]
        const out = after(vanished, hour, positions, { records, operations, unexplained, complete })
        expect(out.retained).toBeLessThanOrEqual(0)
        expect(out.retained).toBeGreaterThanOrEqual(-100 - 1e-9)
        const money = [...out.trades.map(({ booked }) => booked), ...out.operations.map((each) => each.amount)]
        const sent = -100 * leaving + operations.reduce((sum, each) => sum + each.amount, 0)
        // A gap that was taken for the loss is given back when the exit comes, since the balance fell before.
        const off = gaps === 0 ? money.reduce((sum, each) => sum + each, 0) - sent : 0
        expect(off).toBeCloseTo(0, 6)
        vanished = out.vanished
      }
    }),
    { numRuns: 300 },
  )
})
