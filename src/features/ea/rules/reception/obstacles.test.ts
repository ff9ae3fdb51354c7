import { describe, expect, test } from 'vitest'
import { newLogin, syncRequestOf } from '../../server/testing/world.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import { obstaclesOf } from './obstacles.ts'

const account = { currency: 'EUR', trade_mode: 'real' } as const
const position = { id: '1', symbol: 'X', side: 'buy' as const, volume: 1, open_time: 1, open_price: 1, price: 1 }
const calm: SyncRequest['snapshot'] = {
  balance: 1000,
  credit: 0,
  equity: 1000,
  floating: 0,
  open_count: 0,
  positions: [],
}

function found(
  snapshot: Partial<SyncRequest['snapshot']>,
  more: Partial<SyncRequest['account']> = {},
  connected = true,
) {
  const request = syncRequestOf({ now: 0, login: newLogin(), connected })
  const sent = { ...request, account: { ...request.account, ...more }, snapshot: { ...calm, ...snapshot } }
  return obstaclesOf(account, sent).map(({ code }) => code)
}

describe('equity, balance and open positions', () => {
  test.each<[string, Partial<SyncRequest['snapshot']>]>([
    ['nothing open', {}],
    ['a floating loss', { equity: 400, floating: -600, open_count: 1 }],
    ['credit within equity', { credit: 500, equity: 1500 }],
    ['credit left out of equity', { credit: 500 }],
    ['a cent of rounding', { equity: 1000.01 }],
    ['a commission that the floating result leaves out', { equity: 943, floating: -50, open_count: 3 }],
    [
      'a year of swap that the floating result leaves out',
      { equity: 800, floating: 0, open_count: 1, positions: [{ ...position, profit: 0, swap: -200 }] },
    ],
    ['a last price between two readings of a large position', { equity: 21_000, floating: 20_100, open_count: 1 }],
    ['an account under water', { balance: -50, equity: -50 }],
    [
      'a commission of listed positions that their result leaves out',
      { equity: 943, floating: -57, open_count: 1, positions: [{ ...position, profit: -50, swap: 0 }] },
    ],
    [
      'the swap of listed positions within the floating result',
      { equity: 800, floating: -200, open_count: 1, positions: [{ ...position, profit: 0, swap: -200 }] },
    ],
    [
      'a list that does not hold all positions',
      { equity: 1500, floating: 500, open_count: 2, positions: [{ ...position, profit: 9, swap: 0 }] },
    ],
  ])('add up with %s', (_name, snapshot) => {
    expect(found(snapshot)).toEqual([])
  })
  test.each<[string, Partial<SyncRequest['snapshot']>]>([
    ['fifty times the balance and nothing open', { equity: 50_000 }],
    ['a floating result and nothing open', { equity: 1500, floating: 500 }],
    ['equity that the floating result does not explain', { equity: 1500, floating: 5, open_count: 1 }],
    ['one per cent too much and nothing open', { equity: 1009 }],
    ['one per cent too little and nothing open', { balance: 1_000_000, equity: 991_000 }],
    [
      'a floating result that the listed positions do not have',
      { equity: 5500, floating: 4500, open_count: 1, positions: [{ ...position, profit: 9, swap: 0 }] },
    ],
    ['credit that is nowhere', { credit: 500, equity: 1300 }],
    ['a loss that equity does not show', { equity: 1000, floating: -500, open_count: 1 }],
  ])('do not with %s', (_name, snapshot) => {
    expect(found(snapshot)).toEqual(['equity_mismatch'])
  })
  test('are not compared where the terminal is off line, or an exchange’s assets are among them', () => {
    const shown = { equity: 5000, floating: 5, open_count: 1 }
    expect(found(shown, {}, false)).toEqual([])
    expect(found(shown, { margin_mode: 'exchange' })).toEqual([])
    expect(found({ ...shown, open_count: 0 }, { margin_mode: 'exchange' })).toEqual(['equity_mismatch'])
  })
  test('are measured in the smallest units where the account is small', () => {
    expect(found({ balance: 0, equity: 90, floating: 0, open_count: 1 }, { digits: 0 })).toEqual([])
    expect(found({ balance: 0, equity: 90, floating: 0, open_count: 1 }, { digits: 2 })).toEqual(['equity_mismatch'])
  })
})

test('MT4 has the commission of open orders in the floating result', () => {
  const positions = [{ ...position, profit: 0, swap: 0 }]
  const sent = (platform: 'MT4' | 'MT5', floating: number) => {
    const request = syncRequestOf({ now: 0, login: newLogin(), platform })
    const snapshot = { ...calm, equity: 1000 + floating, floating, margin: 600, open_count: 1, positions }
    return obstaclesOf(account, { ...request, snapshot }).map(({ code }) => code)
  }
  expect(sent('MT4', -60)).toEqual([])
  expect(sent('MT4', 60)).toEqual(['equity_mismatch'])
  expect(sent('MT5', -60)).toEqual(['equity_mismatch'])
})

test('another currency or another kind of account makes an obstacle', () => {
  expect(found({}, { currency: 'eur' })).toEqual([])
  expect(found({}, { currency: 'USD', trade_mode: 'demo' })).toEqual(['currency_changed', 'trade_mode_changed'])
})
