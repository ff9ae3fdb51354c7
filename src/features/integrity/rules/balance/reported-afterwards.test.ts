import { describe, expect, test } from 'vitest'
import { buy, sell, sum } from '#features/ea/server/testing/synced-account.ts'
import { dealOf, orderOf, type RequestOptions } from '#features/ea/server/testing/world.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount, type Sent } from '../../testing/checked-account.ts'

type Item = NonNullable<RequestOptions['shown']>[number]

/** An account whose terminal shows a history and a balance that need not agree. */
class Teller {
  readonly account: CheckedAccount
  shown: Item[]
  seq = 1
  constructor(platform: 'MT4' | 'MT5' = 'MT5') {
    this.account = new CheckedAccount({ platform })
    const money = { ticket: '1', profit: 1000 }
    this.shown = [platform === 'MT4' ? orderOf({ ...money, close_time: brokerAt(-DAY_MS) }) : capital()]
    this.account.send({ at: 0, seq: 1, items: this.shown })
  }
  /** @param balance what the records say where left out */
  sync(minute: number, items: readonly Item[] = [], balance?: number, more: Partial<Sent> = {}): string[] {
    this.shown = [...this.shown, ...items]
    this.seq += 1
    return this.account.send({
      at: minute * MINUTE_MS,
      seq: this.seq,
      items: [...items],
      shown: this.shown,
      balance: balance ?? Math.round(sum(this.shown) * 100) / 100,
      ...more,
    })
  }
  /** A sync every five minutes. */
  watch(from: number, to: number, balance?: number): string[] {
    const found: string[] = []
    for (let minute = from; minute <= to; minute += 5) found.push(...this.sync(minute, [], balance))
    return found
  }
}

/** Two minutes long, so that no snapshot need show it open. */
const deals = (ticket: number, closed: number, profit: number): Item[] => [
  buy(`${ticket}`, brokerAt((closed - 2) * MINUTE_MS), { position: `${ticket}` }),
  sell(`${ticket + 1}`, brokerAt(closed * MINUTE_MS), { position: `${ticket}`, profit, price: 1 + profit / 1e5 }),
]
const order = (ticket: number, closed: number, profit: number): Item =>
  orderOf({
    ticket: `${ticket}`,
    type: 'buy',
    symbol: 'EURUSD',
    lots: 1,
    open_time: brokerAt((closed - 2) * MINUTE_MS),
    close_time: brokerAt(closed * MINUTE_MS),
    profit,
  })

describe('trades reported after the fact (R55)', () => {
  test('closed when two snapshots said that nothing was missing', () => {
    const teller = new Teller()
    expect(teller.watch(5, 60)).toEqual([])
    // The older of the two last looks was at 55.
    expect(teller.sync(65, deals(20, 52.9, 1))).toEqual(['told_afterwards'])
    expect(teller.account.evidence('told_afterwards')).toMatchObject({
      trades: [{ ticket: '21', symbol: 'EURUSD', amount: 1, closed: '2026-11-20T10:52:54.000Z' }],
      told_amount: 1,
    })
  })
  test('not what one snapshot may have missed', () => {
    const teller = new Teller()
    teller.watch(5, 60)
    expect(teller.sync(65, deals(20, 53.1, 1))).toEqual([])
    expect(teller.sync(70, deals(30, 64, 1))).toEqual([])
  })
  test('three snapshots that do hold, and so does a twentieth of the balance at once', () => {
    const slow = new Teller()
    const found: string[][] = []
    for (let round = 0; round < 3; round += 1) {
      slow.watch(round * 60 + 5, round * 60 + 55)
      found.push(slow.sync(round * 60 + 60, deals(20 + 10 * round, round * 60 + 30, 5)))
    }
    expect(found).toEqual([['told_afterwards'], ['told_afterwards'], ['told_afterwards', 'history_put_in']])
    const large = new Teller()
    large.watch(5, 60)
    expect(large.sync(65, deals(20, 30, 51))).toEqual(['told_afterwards', 'history_put_in'])
  })
  test('many of one snapshot are one telling, the largest named first', () => {
    const teller = new Teller()
    teller.watch(5, 60)
    const many = Array.from({ length: 15 }, (_, index) =>
      deals(20 + 2 * index, 10 + index, index === 14 ? 9 : 1),
    ).flat()
    expect(teller.sync(65, many)).toEqual(['told_afterwards'])
    const { trades } = teller.account.evidence('told_afterwards') as { trades: object[] }
    expect(trades).toHaveLength(10)
    expect(trades[0]).toMatchObject({ ticket: '49', amount: 9 })
  })
  test('bookings of the broker may be dated back', () => {
    const teller = new Teller()
    teller.watch(5, 60)
    for (const [index, type] of ['commission', 'dividend', 'correction', 'balance'].entries()) {
      const booked = dealOf({ ticket: `${20 + index}`, time: brokerAt(10 * MINUTE_MS), type, entry: '', profit: 2 })
      expect(teller.sync(65 + 5 * index, [booked])).not.toContain('told_afterwards')
    }
  })
  test('a terminal that was off, or had no broker, reports what it did meanwhile', () => {
    const off = new Teller()
    off.watch(5, 60)
    expect(off.sync(600, deals(20, 100, 5))).toEqual([])
    const cut = new Teller()
    cut.watch(5, 60)
    for (let minute = 65; minute < 300; minute += 5) cut.sync(minute, [], undefined, { connected: false })
    expect(cut.sync(300, deals(20, 100, 5))).toEqual([])
  })
  test('a clock that is set back makes no trade an old one', () => {
    const teller = new Teller()
    teller.watch(5, 60)
    const offset = 3_600
    const closed = brokerAt(63 * MINUTE_MS) - 3_600
    const [entry, exit] = [
      buy('20', closed - 60, { position: '20' }),
      sell('21', closed, { position: '20', profit: 1 }),
    ]
    expect(teller.sync(65, [entry, exit], undefined, { offset })).not.toContain('told_afterwards')
  })
  test('without a fresh price the clock says what is old', () => {
    const teller = new Teller()
    const stale = { tickAge: 500 }
    for (let minute = 5; minute <= 60; minute += 5) teller.sync(minute, [], undefined, stale)
    expect(teller.sync(65, deals(20, 30, 1), undefined, stale)).toEqual(['told_afterwards'])
  })
  test('two looks within a minute are one', () => {
    const teller = new Teller()
    teller.sync(60)
    teller.sync(60.2)
    teller.sync(60.4)
    expect(teller.sync(62, deals(20, 55, 1))).toEqual([])
  })
})

describe('a tab of MT4 that hides the newest records (R15, R18)', () => {
  const hidden = () => {
    const teller = new Teller('MT4')
    teller.watch(5, 10)
    const found = [...teller.watch(15, 30, 1010), ...teller.watch(35, 50, 1020), ...teller.watch(55, 70, 1030)]
    return { teller, found }
  }
  const orders = [order(20, 13, 10), order(21, 33, 10), order(22, 53, 10)]

  test('the chart requests a wider tab, and for two days nothing is found', () => {
    const { teller, found } = hidden()
    expect(found).toEqual([])
    expect(teller.sync(15 + 48 * 60 - 1, [], 1030)).toEqual([])
    expect(teller.sync(15 + 48 * 60, [], 1030)).toEqual(['unexplained_balance'])
    expect(teller.sync(55 + 48 * 60, [], 1030)).toEqual([
      'unexplained_balance',
      'unexplained_balance',
      'balance_invented',
    ])
  })
  test('a large gap is decided then too, also by a sync that counts as no snapshot', () => {
    const teller = new Teller('MT4')
    expect(teller.watch(5, 60, 1500)).toEqual([])
    expect(teller.sync(5 + 48 * 60, [], 1500, { connected: false })).toEqual(['balance_invented'])
  })
  test('a tab that is widened explains all of it, or a part', () => {
    const all = hidden().teller
    expect(all.sync(75, orders)).toEqual([])
    expect(all.watch(80, 80 + 49 * 60)).toEqual([])
    const part = hidden().teller
    expect(part.sync(75, orders.slice(0, 2), 1030)).toEqual([])
    expect(part.sync(75 + 48 * 60, [], 1030)).toEqual(['unexplained_balance'])
  })
  test('but not what is put in beside it', () => {
    const { teller } = hidden()
    expect(teller.sync(75, [...orders, order(30, 40, 7)])).toContain('told_afterwards')
    const other = hidden().teller
    expect(other.sync(75, [order(20, 13, 40)])).toContain('told_afterwards')
  })
  test('three times in a month a person looks', () => {
    const teller = new Teller('MT4')
    const found: string[] = []
    let balance = 1000
    for (let round = 0; round < 3; round += 1) {
      const start = round * 120
      found.push(...teller.watch(start + 5, start + 15, balance))
      balance += 3
      found.push(...teller.watch(start + 20, start + 60, balance))
      found.push(...teller.sync(start + 65, [order(20 + round, start + 18, 3)], balance))
    }
    expect(found).toEqual(['history_put_in'])
  })
  test('a result that the next snapshot takes back without a record is found', () => {
    const teller = new Teller('MT4')
    expect(teller.sync(5, [], 1020)).toEqual([])
    expect(teller.sync(10, [], 1000)).toEqual(['unexplained_balance'])
  })
  test('a balance that comes a moment before its record is not', () => {
    const teller = new Teller('MT4')
    teller.watch(5, 10)
    expect(teller.sync(15, [], 1100)).toEqual([])
    expect(teller.sync(20, [order(20, 14.9, 100)], 1100)).toEqual([])
    expect(teller.sync(20 + 49 * 60)).toEqual([])
  })
})

test('the memory of trades reported afterwards stays small', () => {
  const teller = new Teller('MT4')
  for (let round = 1; round <= 300; round += 1) teller.sync(round, [], 1000 + 10 * (round % 7) + round)
  expect(JSON.stringify(teller.account.state.balance).length).toBeLessThan(5_000)
})
