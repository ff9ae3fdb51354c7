import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { dealOf } from '#features/ea/server/testing/world.ts'
import type { OpenPosition } from '#features/ea/sync-contract.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, openPosition, type Sent } from '../../testing/checked-account.ts'
import { Forger } from '../../testing/forger.ts'

const at = (minute: number) => brokerAt(minute * MINUTE_MS)
type Deal = ReturnType<typeof buy>

describe('closes on an exchange, whose clearing books results and sets prices anew (R54)', () => {
  const lots = { volume: 0.1 }
  /** A position that lost 46, and another one that gained 36.8. */
  const losing = openPosition('9', 3 * MINUTE_MS, { ...lots, open_price: 1.1, price: 1.095, profit: -46 })
  const gaining = openPosition('8', 3 * MINUTE_MS, { ...lots, open_price: 1.091, price: 1.095, profit: 36.8 })
  const cleared = [losing, gaining].map((one) => ({ ...one, open_price: 1.095, profit: 0 }))
  const exit = (profit: number) => sell('21', at(9), { ...lots, price: 1.096, profit })
  const booked = (type: string, profit: number) => dealOf({ ticket: '20', time: at(8), type, profit })

  function sync(forger: Forger, minute: number, items: Deal[], positions: OpenPosition[]): string[] {
    const equity = [...items, ...positions].reduce((sum, { profit }) => sum + profit, forger.balance)
    const adjust: Sent['adjust'] = (request) => ({
      ...request,
      account: { ...request.account, margin_mode: 'exchange' },
    })
    return forger.send(minute, items, { positions, equity, adjust })
  }
  function opened(): Forger {
    const forger = new Forger()
    const entries = [
      buy('10', at(3), { ...lots, price: 1.1 }),
      buy('11', at(3), { ...lots, position: '8', price: 1.091 }),
    ]
    sync(forger, 5, entries, [losing, gaining])
    return forger
  }
  const next = (...items: Deal[]) => sync(opened(), 10, items, [gaining])

  test('a close brings what the listed price gives', () => {
    expect(next(exit(-36.8))).toEqual([])
    expect(next(exit(9.2))).toEqual(['result_contradicted'])
    expect(next(exit(36.8))).toEqual(['result_contradicted', 'results_invented'])
  })
  test('after a clearing it brings its result since then, and the rest is booked as a loss', () => {
    expect(next(booked('correction', -46), exit(9.2))).toEqual([])
    expect(next(booked('charge', -46), exit(9.2))).toEqual([])
    // A withdrawal would leave the gain, and a smaller loss a part of it.
    expect(next(booked('balance', -46), exit(9.2))).toContain('result_contradicted')
    expect(next(booked('correction', -16), exit(9.2))).toEqual(['result_contradicted'])
  })
  test('the booking of all positions together is less by what another one gained', () => {
    const items = [booked('correction', -9.2), exit(9.2)]
    expect(sync(opened(), 10, items, cleared.slice(1))).toEqual([])
    expect(sync(opened(), 10, items, [gaining])).toEqual(['result_contradicted'])
  })
  test('a position that was cleared and listed since closes at its new price', () => {
    const forger = opened()
    sync(forger, 10, [booked('correction', -9.2)], cleared)
    sync(forger, 15, [sell('21', at(14), { ...lots, price: 1.096, profit: 9.2 })], cleared.slice(1))
    expect(forger.codes).toEqual([])
    const last = sell('22', at(19), { ...lots, position: '8', price: 1.096, profit: 46 })
    expect(sync(forger, 20, [last], [])).toEqual(['result_contradicted'])
  })
  test('a loss that a new price hides and nothing books is a gain', () => {
    const forger = opened()
    expect(sync(forger, 10, [], cleared)).toEqual([])
    const hidden = { ...losing, volume: 2, profit: -920 }
    const large = new Forger()
    sync(large, 5, [buy('10', at(3), { volume: 2, price: 1.1 })], [hidden])
    expect(sync(large, 10, [], [{ ...hidden, open_price: 1.095, profit: 0 }])).toContain('results_invented')
  })
  test('a position is listed first at the price of its entry', () => {
    const forger = opened()
    const entry = buy('30', at(7), { volume: 2, position: '30', price: 1.1 })
    const first = openPosition('30', 7 * MINUTE_MS, { volume: 2, open_price: 1.095, price: 1.095, profit: 0 })
    expect(sync(forger, 10, [entry], [losing, gaining, first])).toContain('results_invented')
  })
})

describe('an exchange clears at fixed times of the day (R54)', () => {
  const losingAt = (minute: number) => {
    const id = String(100 + minute * 10)
    const lot = { volume: 0.03, position: id }
    const entry = buy(String(Number(id) + 1), at(minute - 2), { ...lot, price: 1.1 })
    const open = { volume: 0.03, open_price: 1.1, price: 1.095, profit: -13.8 }
    const losing = openPosition(id, (minute - 2) * MINUTE_MS, open)
    const booking = dealOf({ ticket: String(Number(id) + 2), time: at(minute), type: 'correction', profit: -13.8 })
    const exit = sell(String(Number(id) + 3), at(minute + 1), { ...lot, price: 1.096, profit: 2.76 })
    return { entry, losing, booking, exit }
  }
  const send = (forger: Forger, when: number, items: Deal[], positions: OpenPosition[]) =>
    forger.send(when, items, {
      positions,
      equity: [...items, ...positions].reduce((sum, { profit }) => sum + profit, forger.balance),
      adjust: (request) => ({ ...request, account: { ...request.account, margin_mode: 'exchange' } }),
    })
  /** A position loses 13.8 until a clearing, and gains 2.76 after it. Answers the codes of the close. */
  function clearedAt(forger: Forger, minute: number): string[] {
    const { entry, losing, booking, exit } = losingAt(minute)
    send(forger, minute - 1, [entry], [losing])
    return send(forger, minute + 2, [booking, exit], []).filter((code) => code.startsWith('result'))
  }
  /** The same, but the list shows the new price before the close. */
  function clearedListed(forger: Forger, minute: number): void {
    const { entry, losing, booking, exit } = losingAt(minute)
    send(forger, minute - 1, [entry], [losing])
    send(forger, minute + 1, [booking], [{ ...losing, open_price: 1.095, profit: 0 }])
    send(forger, minute + 3, [{ ...exit, time: at(minute + 2) }], [])
    expect(forger.codes.filter((code) => code.startsWith('result'))).toEqual([])
  }
  const day = 1440

  test('the same two times, day after day, and a third one from the second day on', () => {
    const forger = new Forger()
    const later = [1, 2, 3].flatMap((each) => [each * day + 300, each * day + 605, each * day + 900])
    const times = [300, 605, ...later]
    for (const [index, minute] of times.entries()) expect(clearedAt(forger, minute + (index % 5))).toEqual([])
  })
  test('a third time is none before another day shows one of them again, and three more closes like it hold', () => {
    const forger = new Forger()
    for (const minute of [60, 180]) expect(clearedAt(forger, minute)).toEqual([])
    expect(clearedAt(forger, 300)).toEqual(['result_contradicted'])
    expect(clearedAt(forger, 420)).toEqual(['result_contradicted'])
    expect(clearedAt(forger, 540)).toContain('results_invented')
  })
  test('a fourth time of the day is none', () => {
    const forger = new Forger()
    for (const minute of [60, 180, day + 60, day + 300, 2 * day + 300]) expect(clearedAt(forger, minute)).toEqual([])
    expect(clearedAt(forger, 3 * day + 540)).toEqual(['result_contradicted'])
  })
  test('a new price in the list shows a time as well as another day does', () => {
    const forger = new Forger()
    clearedListed(forger, 60)
    for (const minute of [180, 300]) expect(clearedAt(forger, minute)).toEqual([])
    expect(clearedAt(forger, 420)).toEqual(['result_contradicted'])
  })
  test('a clearing renews all positions of its symbols: one that keeps its price contradicts it, and its booking explains nothing', () => {
    const forger = new Forger()
    const lot = { volume: 0.2 }
    const first = openPosition('9', 50 * MINUTE_MS, { ...lot, open_price: 1.1, price: 1.095, profit: -92 })
    const cleared = { ...first, open_price: 1.095, profit: 0 }
    const entered = buy('10', at(50), { ...lot, position: '9', price: 1.1 })
    const booked = (minute: number) =>
      dealOf({ ticket: String(50 + minute), time: at(minute), type: 'correction', profit: -92 })
    const rises = (one: OpenPosition, price: number) => ({ ...one, price, profit: (price - one.open_price) * 18_400 })
    send(forger, 59, [entered], [first])
    send(forger, 61, [booked(60)], [cleared])
    // A day later a second position of the symbol loses and is renewed, and the first one wins and stays.
    const loser = openPosition('8', (day + 50) * MINUTE_MS, { ...lot, open_price: 1.105, price: 1.1, profit: -92 })
    const entry = buy('12', at(day + 50), { ...lot, position: '8', price: 1.105 })
    send(forger, day + 59, [entry], [rises(cleared, 1.1), loser])
    expect(forger.codes.filter((code) => code.startsWith('result'))).toEqual([])
    const renewed = { ...loser, open_price: 1.1, price: 1.101, profit: 18.4 }
    const found = send(forger, day + 61, [booked(day + 60)], [rises(cleared, 1.101), renewed])
    expect(found).toContain('results_invented')
  })
  test('a time is cleared after 30 days without it', () => {
    const forger = new Forger()
    for (const minute of [60, 180]) clearedAt(forger, minute)
    expect(clearedAt(forger, 31 * day + 420)).toEqual([])
  })
})
