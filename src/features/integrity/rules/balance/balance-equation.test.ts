import { describe, expect, test } from 'vitest'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount } from '../../testing/checked-account.ts'

/** An account with 1,000 that answers what each balance, five minutes apart, gives. */
function balances(...steps: readonly number[]): string[][] {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()], balance: 1000 })
  return steps.map((balance, index) =>
    account.send({ at: (index + 1) * 5 * MINUTE_MS, seq: index + 2, shown: [capital()], balance }),
  )
}

describe('the balance equation (R15)', () => {
  test('tolerance: the larger of a unit and a thousandth', () => {
    expect(balances(1001)).toEqual([[]])
    expect(balances(1001.02)).toEqual([['unexplained_balance']])
    expect(balances(998.9)).toEqual([['unexplained_balance']])
  })
  test('amounts below it add up', () => {
    expect(balances(1000.6, 1001.2)).toEqual([[], ['unexplained_balance']])
  })
  test('records explain it', () => {
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()], balance: 1000 })
    const deposit = dealOf({ ticket: '2', time: brokerAt(MINUTE_MS), profit: 5000 })
    const shown = [capital(), deposit]
    expect(account.send({ at: 5 * MINUTE_MS, seq: 2, items: [deposit], shown, balance: 6000 })).toEqual([])
  })
  test('a twentieth is grave, one snapshot later', () => {
    expect(balances(1050, 1050)).toEqual([['unexplained_balance'], []])
    expect(balances(1050.02, 1050.02)).toEqual([[], ['balance_invented']])
    expect(balances(900, 900)).toEqual([[], ['balance_invented']])
  })
  test('a gap that the next snapshot takes back is one finding, and never grave', () => {
    expect(balances(1300, 1000, 1000)).toEqual([[], ['unexplained_balance'], []])
    expect(balances(1020, 1000, 1000)).toEqual([['unexplained_balance'], [], []])
    // It is not counted among the repetitions either.
    expect(balances(1020, 1000, 1020, 1000, 1020, 1000).flat()).not.toContain('balance_invented')
  })
  test('a gap that is taken back but for some money is found', () => {
    expect(balances(1300, 1002)).toEqual([[], ['balance_invented']])
  })
  test('a grave gap is decided by the first sync after ten minutes, be it a snapshot or not', () => {
    for (const [after, codes] of [
      [10 * MINUTE_MS, []],
      [10 * MINUTE_MS + 1, ['balance_invented']],
    ] as const) {
      const account = new CheckedAccount()
      account.send({ at: 0, seq: 1, items: [capital()], balance: 1000 })
      account.send({ at: 5 * MINUTE_MS, seq: 2, shown: [capital()], balance: 2000 })
      const at = 5 * MINUTE_MS + after
      expect(account.send({ at, seq: 3, shown: [capital()], balance: 2000, connected: false })).toEqual(codes)
    }
  })
  test('three in thirty days hold, three in more do not', () => {
    for (const [apart, holds] of [
      [14 * DAY_MS, true],
      [15 * DAY_MS, false],
    ] as const) {
      const account = new CheckedAccount()
      account.send({ at: 0, seq: 1, items: [capital()], balance: 1000 })
      for (let index = 0; index < 3; index += 1) {
        account.send({ at: MINUTE_MS + index * apart, seq: index + 2, shown: [capital()], balance: 1010 + index * 10 })
      }
      expect(account.codes.includes('balance_invented')).toBe(holds)
    }
  })
  test('late records explain nothing and leave no gap', () => {
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()], balance: 1000 })
    const late = dealOf({ ticket: '9', time: brokerAt(-2 * DAY_MS), profit: 300 })
    const codes = account.send({ at: 5 * MINUTE_MS, seq: 2, items: [late], shown: [capital(), late], balance: 1000 })
    expect(codes).toEqual(['late_records'])
  })
})
