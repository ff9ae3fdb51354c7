import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { orderOf } from '#features/ea/server/testing/world.ts'
import type { LedgerRecord } from '#features/ea/rules/records.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount } from '../../testing/checked-account.ts'
import { changesOf } from './changed-records.ts'
import { newState, readState, storedState } from '../state.ts'

describe('history never changes (R17)', () => {
  const entry = buy('21', brokerAt(MINUTE_MS))
  const exit = sell('22', brokerAt(3 * MINUTE_MS), { profit: 50 })
  const after = (changed: LedgerRecord) => {
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    account.send({ at: 5 * MINUTE_MS, seq: 2, items: [entry, exit], shown: [capital(), entry, exit], balance: 1050 })
    const shown = [capital(), entry, changed]
    const balance = 1000 + changed.profit + changed.swap
    const codes = account.send({ at: 10 * MINUTE_MS, seq: 3, items: [changed], shown: shown as never, balance })
    return { codes, account }
  }
  test('money, volume, price, symbol, side and time are grave; charges are not', () => {
    expect(after({ ...exit, profit: 80 }).codes).toEqual(['history_changed'])
    expect(after({ ...exit, price: 1.2 }).codes).toEqual(['history_changed'])
    expect(after({ ...exit, symbol: 'GBPUSD' }).codes).toEqual(['history_changed'])
    expect(after({ ...exit, swap: -1 }).codes).toEqual(['charges_changed'])
    expect(after({ ...exit, comment: 'x' }).codes).toEqual([])
  })
  test('a deal that the broker cancelled is its own finding', () => {
    expect(after({ ...exit, type: 'sell_canceled', profit: 0 }).codes).toContain('deal_cancelled')
    expect(after({ ...exit, type: 'sell_canceled', profit: 0 }).codes).not.toContain('history_changed')
  })
  test('the evidence holds ticket, both contents and the money', () => {
    const { account } = after({ ...exit, profit: 80 })
    expect(account.evidence('history_changed')).toMatchObject({
      changes: [
        { ticket: '22', before: expect.stringContaining('50'), after: expect.stringContaining('80'), amount: 30 },
      ],
    })
    expect(changesOf([])).toEqual([])
  })
  test('of many changes those that moved most money are named', () => {
    const account = new CheckedAccount()
    const deal = (index: number, profit: number) =>
      sell(`${100 + index}`, brokerAt(3 * MINUTE_MS), { position: `${100 + index}`, profit })
    const before = Array.from({ length: 12 }, (_, index) => deal(index, 1))
    account.send({ at: 0, seq: 1, items: [capital()] })
    account.send({ at: 5 * MINUTE_MS, seq: 2, items: before, shown: [capital(), ...before], balance: 1012 })
    const now = before.map((_, index) => deal(index, index === 11 ? -500 : 1.01))
    account.send({ at: 10 * MINUTE_MS, seq: 3, items: now, shown: [capital(), ...now], balance: 511.11 })
    const { changes } = account.evidence('history_changed') as { changes: object[] }
    expect(changes).toHaveLength(10)
    expect(changes[0]).toMatchObject({ ticket: '111', amount: -501 })
  })
})

/** The server has to read everything again before it says that something is missing. @param later minutes of the syncs after that */
function missing(
  platform: 'MT4' | 'MT5',
  hide: (ticket: string) => boolean,
  later: readonly number[] = [6 * 60, 7 * 60],
): string[] {
  const account = new CheckedAccount({ platform })
  const one = (ticket: string, at: number) =>
    platform === 'MT4'
      ? orderOf({ ticket, close_time: brokerAt(at), profit: 100 })
      : { ...capital(100), ticket, time: brokerAt(at) }
  const all = [one('1', -9 * DAY_MS), one('2', -2 * DAY_MS), one('3', -DAY_MS), one('4', MINUTE_MS)]
  account.send({ at: 0, seq: 1, items: all.slice(0, 3) as never, balance: 300 })
  account.send({ at: 5 * MINUTE_MS, seq: 2, items: all.slice(3) as never, shown: all as never, balance: 400 })
  const left = all.filter(({ ticket }) => !hide(ticket))
  for (const [index, minutes] of [15, 20, 25, 30, ...later].entries()) {
    const seq = index + 3
    const at = minutes * MINUTE_MS
    const { from, after } = account.synced.account.intake.cursor
    const timeOf = (item: (typeof all)[number]) => ('close_time' in item ? item.close_time : item.time)
    const items = left.filter((item) => timeOf(item) > from || (timeOf(item) === from && item.ticket > after))
    account.send({ at, seq, items: items as never, shown: left as never, balance: 400 })
  }
  return account.codes.filter((code) => code !== 'ledger_mismatch')
}

describe('records that are no longer shown', () => {
  test('missing though older ones are shown: once, after all was read again', () => {
    expect(missing('MT5', (ticket) => ticket === '2')).toEqual(['history_missing'])
    expect(missing('MT4', (ticket) => ticket === '2')).toEqual(['history_missing'])
  })
  test('not while a terminal may still be loading its history', () => {
    expect(missing('MT5', (ticket) => ticket === '2', [3 * 60, 6 * 60])).toEqual([])
  })
  test('not where the oldest are left out', () => {
    expect(missing('MT5', (ticket) => ticket === '1')).toEqual([])
  })
  test('not where a tab of MT4 leaves out the newest', () => {
    expect(missing('MT4', (ticket) => ticket === '4')).toEqual([])
    expect(missing('MT5', (ticket) => ticket === '4')).toEqual(['history_missing'])
  })
})

test('counted records hidden for 48 hours are a cut history, until they are shown (R18)', () => {
  for (const tradeMode of ['real', 'demo'] as const) {
    const account = new CheckedAccount({ platform: 'MT4', tradeMode })
    const old = orderOf({ ticket: '1', close_time: brokerAt(-DAY_MS), profit: 1000 })
    const first = orderOf({ ticket: '2', close_time: brokerAt(MINUTE_MS), profit: 10 })
    const second = orderOf({ ticket: '3', close_time: brokerAt(6 * MINUTE_MS), profit: 10 })
    const all = [old, first, second]
    account.send({ at: 0, seq: 1, items: [old], balance: 1000 })
    account.send({ at: 5 * MINUTE_MS, seq: 2, items: [first], shown: [old, first], balance: 1010 })
    account.send({ at: 10 * MINUTE_MS, seq: 3, items: [second], shown: all, balance: 1020 })
    const hidden = { shown: [second], balance: 1020 }
    account.send({ at: HOUR_MS, seq: 4, ...hidden })
    expect(account.send({ at: 49 * HOUR_MS - 1, seq: 5, ...hidden })).not.toContain('history_cut')
    const codes = account.send({ at: 49 * HOUR_MS, seq: 6, ...hidden })
    expect(codes.includes('history_cut')).toBe(tradeMode === 'real')
    account.send({ at: 50 * HOUR_MS, seq: 7, shown: all, balance: 1020 })
    expect(account.last?.ended).toEqual(tradeMode === 'real' ? ['history_cut'] : [])
  }
})

test('another currency is noted when it begins, not at every sync', () => {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  const other = { shown: [capital()], currency: 'USD' }
  expect(account.send({ at: 5 * MINUTE_MS, seq: 2, ...other })).toEqual(['currency_changed'])
  expect(account.send({ at: 10 * MINUTE_MS, seq: 3, ...other })).toEqual([])
  account.send({ at: 15 * MINUTE_MS, seq: 4, shown: [capital()] })
  expect(account.send({ at: 20 * MINUTE_MS, seq: 5, ...other })).toEqual(['currency_changed'])
})

test('an account begins anew from what was stored, whatever was left out of it', () => {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()], boot: 'a', network: 'x', credit: 400, equity: 1400 })
  const stored = storedState(account.state)
  expect(readState(JSON.parse(JSON.stringify(stored)))).toEqual(account.state)
  expect(readState(JSON.parse(JSON.stringify(storedState(newState))))).toEqual(newState)
  for (const unknown of [null, {}, { v: 0 }, 'x']) expect(readState(unknown)).toBe(newState)
})
