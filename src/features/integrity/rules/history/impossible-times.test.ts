import { describe, expect, test } from 'vitest'
import type { LedgerRecord } from '#features/ea/rules/records.ts'
import { buy } from '#features/ea/server/testing/synced-account.ts'
import { orderOf } from '#features/ea/server/testing/world.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { brokerAt } from '../../testing/checked-account.ts'
import { nightFactsWith } from '../../testing/facts.ts'
import { impossibleTimes } from './impossible-times.ts'

const found = (records: LedgerRecord[]) => impossibleTimes.detect(nightFactsWith({ records }), {})

describe('impossible times (R21)', () => {
  const order = (open: number, close: number) =>
    orderOf({ ticket: '5', type: 'buy', symbol: 'EURUSD', open_time: brokerAt(open), close_time: brokerAt(close) })
  test('a trade that closes before it opens', () => {
    expect(found([order(0, 0)])).toEqual([])
    expect(found([order(1000, 0)])).toMatchObject([{ evidence: { closed_before_opened: ['5'] } }])
  })
  test('currencies on a Saturday, whatever the broker’s zone', () => {
    // Saturday 00:00 by the broker's clock is 12 hours after the start of the story.
    const saturday = (hour: number, symbol = 'EURUSD.r') => [
      buy('6', brokerAt(12 * HOUR_MS + hour * HOUR_MS), { symbol }),
    ]
    expect([1.9, 2, 21.9, 22].map((hour) => found(saturday(hour)).length)).toEqual([0, 1, 1, 0])
    expect(found(saturday(12, 'BTCUSD'))).toEqual([])
    expect(found(saturday(12, 'mEURUSD'))).toHaveLength(1)
    expect(found(saturday(12, 'EURUSDT'))).toEqual([])
    expect(found(saturday(12, 'US500'))).toEqual([])
  })
})
