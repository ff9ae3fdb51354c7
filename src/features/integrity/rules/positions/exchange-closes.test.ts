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
})
