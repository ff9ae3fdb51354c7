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
  return obstaclesOf(account, sentWith(snapshot, more, connected)).map(({ code }) => code)
}

function sentWith(
  snapshot: Partial<SyncRequest['snapshot']>,
  more: Partial<SyncRequest['account']>,
  connected = true,
): SyncRequest {
  const request = syncRequestOf({ now: 0, login: newLogin(), connected })
  return { ...request, account: { ...request.account, ...more }, snapshot: { ...calm, ...snapshot } }
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
    const small = { balance: 0, equity: 0.9, floating: 0, open_count: 1 }
    expect(found(small)).toEqual([])
    expect(found({ ...small, equity: 90 }, { digits: 0 })).toEqual(['equity_mismatch'])
    const inCurrency = (currency: string, equity: number) =>
      obstaclesOf({ currency, trade_mode: 'real' }, sentWith({ ...small, equity }, { currency })).map(
        ({ code }) => code,
      )
    expect(inCurrency('JPY', 90)).toEqual([])
    expect(inCurrency('KWD', 0.09)).toEqual([])
    expect(inCurrency('KWD', 0.9)).toEqual(['equity_mismatch'])
    for (const currency of ['USC', 'EUC', 'GBC', 'PTS', 'eur']) {
      expect(inCurrency(currency, 0.9)).not.toContain('equity_mismatch')
      expect(inCurrency(currency, 90)).toContain('equity_mismatch')
    }
  })
  test('have more listed than open for no honest reason', () => {
    expect(found({ open_count: 0, positions: [{ ...position, profit: 0, swap: 0 }] })).toEqual(['equity_mismatch'])
  })
  test('have a position listed twice for no honest reason', () => {
    const one = { ...position, profit: 20, swap: 0 }
    const twice = { equity: 1040, floating: 40, open_count: 2 }
    expect(found({ ...twice, positions: [one, one] })).toEqual(['equity_mismatch'])
    expect(found({ ...twice, positions: [one, { ...one, id: '2' }] })).toEqual([])
  })
  test('an amount that only the terminal states widens nothing', () => {
    const positions = [{ ...position, profit: 0, swap: 0 }]
    expect(found({ credit: 9000, equity: 10_090, floating: 90, open_count: 1, positions })).toEqual(['equity_mismatch'])
    expect(found({ credit: 9000, equity: 10_009, floating: 9, open_count: 1, positions })).toEqual([])
  })
})

test('MT4 has the commission of open orders in the floating result, and lists it', () => {
  const sent = (platform: 'MT4' | 'MT5', floating: number, commission?: number) => {
    const positions = [{ ...position, profit: 0, swap: 0, ...(commission !== undefined && { commission }) }]
    const request = syncRequestOf({ now: 0, login: newLogin(), platform })
    const snapshot = { ...calm, equity: 1000 + floating, floating, margin: 600, open_count: 1, positions }
    return obstaclesOf(account, { ...request, snapshot }).map(({ code }) => code)
  }
  expect(sent('MT4', -60)).toEqual([])
  expect(sent('MT4', 60)).toEqual(['equity_mismatch'])
  expect(sent('MT5', -60)).toEqual(['equity_mismatch'])
  expect(sent('MT4', -60, -60)).toEqual([])
  expect(sent('MT4', 0, -60)).toEqual([])
  // The allowance is for advisors that do not list it.
  expect(sent('MT4', -60, 0)).toEqual(['equity_mismatch'])
})

test('another currency or another kind of account makes an obstacle', () => {
  expect(found({}, { currency: 'eur' })).toEqual([])
  expect(found({}, { currency: 'USD', trade_mode: 'demo' })).toEqual(['currency_changed', 'trade_mode_changed'])
})
