import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { buy, deposit, opened, sell, start, sum, wall, type LedgerItem } from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'

/** Events of one hour, in the order of the tickets: trades of some seconds, deposits and withdrawals. */
const happened = fc.array(
  fc.record({
    kind: fc.constantFrom('trade', 'cash'),
    amount: fc.integer({ min: -150, max: 150 }).filter((amount) => amount !== 0),
    /** By this the claimed times are sorted. */
    claimed: fc.double({ noNaN: true }),
  }),
  { minLength: 2, maxLength: 6 },
)

/** Growth of an account of 1,000 that reports these in one sync, at these minutes. */
function growthOf(
  events: typeof happened extends fc.Arbitrary<infer Those> ? Those : never,
  minutes: readonly number[],
) {
  const account = opened()
  const items = events.flatMap(({ kind, amount }, index): LedgerItem[] => {
    const time = wall(start + HOUR_MS) + 60 * (minutes[index] ?? 0)
    const ticket = 100 + 10 * index
    if (kind === 'cash') return [dealOf({ ticket: `${ticket}`, time, profit: amount })]
    const position = `${ticket}`
    return [buy(`${ticket}`, time, { position }), sell(`${ticket + 1}`, time + 20, { position, profit: amount })]
  })
  const send = (hour: number, sent: LedgerItem[], shown: LedgerItem[]) =>
    account.send({
      now: start + hour * HOUR_MS,
      seq: hour + 1,
      items: sent,
      shown,
      balance: sum(shown),
      equity: sum(shown),
      positions: [],
    })
  send(1, [], [deposit])
  const all = [deposit, ...items]
  send(2, items, all)
  const { engine } = send(3, [], all).account
  if (engine === null) throw new Error('no snapshot')
  return engine.closed.growth * engine.row.growth
}

test('no claimed times give more growth than the order of the tickets', () => {
  fc.assert(
    fc.property(happened, (events) => {
      const inOrder = events.map((_, index) => 2 + 5 * index)
      const order = events
        .map((_, index) => index)
        .toSorted((a, b) => (events[a]?.claimed ?? 0) - (events[b]?.claimed ?? 0))
      const claimed = events.map((_, index) => 2 + 5 * order.indexOf(index))
      // In a third of the runs it is less.
      expect(growthOf(events, claimed)).toBeLessThanOrEqual(growthOf(events, inOrder) + 1e-9)
    }),
    { numRuns: 300 },
  )
})
