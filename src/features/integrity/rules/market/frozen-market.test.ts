import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { capital, CheckedAccount, openPosition, type Sent } from '../../testing/checked-account.ts'

describe('a market that stands still (R24)', () => {
  const frozen = (minutes: number, change: (index: number) => Partial<Sent> = () => ({})) => {
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    for (let index = 0; index * 5 <= minutes; index += 1) {
      const positions = [openPosition('9', 0, { profit: 12.34 })]
      const at = (index * 5 + 5) * MINUTE_MS
      account.send({ at, seq: index + 2, shown: [capital()], equity: 1012.34, positions, ...change(index) })
    }
    return account.codes.filter((code) => code === 'frozen_market')
  }
  test('the same result for half an hour is found once', () => {
    expect(frozen(25)).toHaveLength(0)
    expect(frozen(30)).toHaveLength(1)
    expect(frozen(120)).toHaveLength(1)
  })
  test('not where it moves, where prices stand still, or at the weekend', () => {
    expect(frozen(60, (index) => ({ equity: 1012.34 + (index % 2) / 100 }))).toHaveLength(0)
    expect(frozen(60, () => ({ tickAge: 120 }))).toHaveLength(0)
    expect(frozen(60, (index) => ({ at: DAY_MS + index * 5 * MINUTE_MS }))).toHaveLength(0)
  })
  test('two or three looks may agree by chance, four do not', () => {
    const apart = (minutes: number, looks: number) => {
      const account = new CheckedAccount()
      const positions = [openPosition('9', 0, { profit: 12.34 })]
      for (let index = 0; index < looks; index += 1) {
        const items = index === 0 ? [capital()] : []
        account.send({
          at: index * minutes * MINUTE_MS,
          seq: index + 1,
          items,
          shown: [capital()],
          equity: 1012.34,
          positions,
        })
      }
      return account.codes.includes('frozen_market')
    }
    expect([apart(60, 2), apart(60, 3), apart(60, 4), apart(9, 4), apart(10, 4)]).toEqual([
      false,
      false,
      true,
      false,
      true,
    ])
  })
  test('one price among others that stands still for 20 hours of the market, and three for a day and a half', () => {
    /** Lists positions each hour; the price of the first so many stands still. */
    const still = (count: number, hours: number, symbol = 'EURUSD') => {
      const account = new CheckedAccount()
      account.send({ at: 0, seq: 1, items: [capital()] })
      // From Monday on.
      for (let hour = 0; hour <= hours; hour += 1) {
        const positions = [1, 2, 3, 4].map((id) =>
          openPosition(String(id), 0, { symbol, price: 1.1 + (id > count ? hour / 1e5 : 0), profit: 0 }),
        )
        const at = 3 * DAY_MS + hour * 60 * MINUTE_MS
        account.send({
          at,
          seq: hour + 2,
          shown: [capital()],
          equity: 1000 + hour / 100,
          positions,
        })
      }
      return [...new Set(account.codes.filter((code) => code.includes('frozen')))]
    }
    expect(still(1, 19)).toEqual([])
    expect(still(1, 30)).toEqual(['frozen_market'])
    expect(still(3, 35)).toEqual(['frozen_market'])
    expect(still(2, 50)).toEqual(['frozen_market'])
    expect(still(3, 40)).toEqual(['frozen_market', 'positions_frozen'])
    expect(still(3, 60, 'ENI.MI')).toEqual(['frozen_market'])
    expect(still(3, 75, 'ENI.MI')).toEqual(['frozen_market', 'positions_frozen'])
  })
  test('a terminal that is on once a day may meet one price two or three times by chance', () => {
    const daily = (days: number) => {
      const account = new CheckedAccount()
      account.send({ at: 0, seq: 1, items: [capital()] })
      // From Monday on.
      for (let day = 0; day < days; day += 1) {
        const positions = [1, 2].map((id) =>
          openPosition(String(id), 0, { price: 1.1 + (id === 2 ? day / 1e5 : 0), profit: 0 }),
        )
        account.send({ at: (3 + day) * DAY_MS, seq: day + 2, shown: [capital()], equity: 1000 + day / 100, positions })
      }
      return account.codes.filter((code) => code === 'frozen_market')
    }
    expect([2, 3, 4, 5].map((days) => daily(days).length)).toEqual([0, 0, 1, 1])
  })
  test('nor where a position came or went', () => {
    expect(frozen(60, (index) => ({ positions: [openPosition(String(index), 0, { profit: 12.34 })] }))).toHaveLength(0)
  })
})
