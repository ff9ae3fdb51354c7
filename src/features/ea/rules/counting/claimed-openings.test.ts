import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { buy, deposit, opened, sell, start, sum, wall, type LedgerItem } from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'

const cents = (amount: number) => Math.round(amount * 100) / 100

/** A position of an account of 1,000 with a payment while it is open. */
const story = fc.record({
  result: fc.integer({ min: -600, max: 600 }),
  payment: fc.integer({ min: -300, max: 9_000 }).filter((amount) => amount !== 0),
  end: fc.integer({ min: -600, max: 600 }),
  closes: fc.constantFrom('with the payment', 'an hour later'),
  /** Its entry comes with its exit. */
  entry: fc.constantFrom('in time', 'late'),
})
type Story = typeof story extends fc.Arbitrary<infer One> ? One : never

/** Growth where the terminal says that the position was opened so many minutes after the snapshot that first listed it; null: the truth. */
function growthOf({ result, payment, end, closes, entry }: Story, claimed: number | null): number {
  const account = opened()
  const bought = wall(start) + 600
  const claim = claimed === null ? bought : wall(start + HOUR_MS) + 60 * claimed
  const entered = buy('21', entry === 'late' ? claim : bought)
  const cash = dealOf({ ticket: '30', time: wall(start + HOUR_MS) + 1200, profit: payment })
  const exit = sell('40', wall(start + (closes === 'an hour later' ? 3 : 2) * HOUR_MS) - 300, { profit: end })
  const shown: LedgerItem[] = [deposit]
  const send = (hour: number, items: LedgerItem[], profit: number | null, open_time: number) => {
    shown.push(...items)
    const position = { id: '9', symbol: 'EURUSD', side: 'buy' as const, volume: 1, open_price: 1, price: 1, swap: 0 }
    account.send({
      now: start + hour * HOUR_MS,
      seq: hour + 1,
      items,
      shown: [...shown],
      balance: sum(shown),
      equity: cents(sum(shown) + (profit ?? 0)),
      positions: profit === null ? [] : [{ ...position, open_time, profit }],
    })
  }
  const before = entry === 'late' ? [] : [entered]
  const atEnd = entry === 'late' ? [entered, exit] : [exit]
  send(1, before, result, bought)
  if (closes === 'with the payment') send(2, [cash, ...atEnd], null, 0)
  else {
    send(2, [cash], result, claim)
    send(3, atEnd, null, 0)
  }
  const { engine } = account.account
  if (engine === null) throw new Error('no snapshot')
  return engine.closed.growth * engine.row.growth
}

test('a position that a snapshot listed was open then: no other open time gives another growth', () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 1, max: 40 }), (one, minutes) => {
      expect(growthOf(one, minutes)).toBeCloseTo(growthOf(one, null), 9)
    }),
    { numRuns: 200 },
  )
})
