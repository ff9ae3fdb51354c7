import { array, assert, boolean, constantFrom, integer, property, record, tuple } from 'fast-check'
import { test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { rankTraders } from '../../rules/rank.ts'
import type { ListedTrader } from './listed.ts'
import { takeSnapshot, type Snapshot } from './snapshot.ts'

/** Few distinct values, so that ties of every kind occur. */
const figures = record({
  eligible: boolean(),
  score: constantFrom(null, 0, 12.5, 12.500_000_1, 50, 99),
  roi_90: constantFrom(null, -1, 0, 0.2),
  total_trades: integer({ min: 0, max: 2 }),
  member_since: integer({ min: 0, max: 1 }),
})
const place = integer({ min: 0, max: 30 })

function listed(
  id: number,
  figure: Pick<ListedTrader, 'eligible' | 'score' | 'roi_90' | 'total_trades' | 'member_since'>,
) {
  const trader_id = `trader-${id}`
  return { trader_id, ...figure, entry: { username: `User${id}` }, asOf: id } as ListedTrader
}

test('after any additions, removals and changes the order follows the rules and every look-up agrees with it', () => {
  const step = tuple(array(tuple(place, figures), { maxLength: 6 }), array(place, { maxLength: 3 }))
  assert(
    property(array(step, { maxLength: 12 }), (steps) => {
      const traders = new Map<string, ListedTrader>()
      let snapshot: Snapshot | null = null
      for (const [set, removed] of steps) {
        for (const [id, figure] of set) traders.set(`trader-${id}`, listed(id, figure))
        for (const id of removed) traders.delete(`trader-${id}`)
        snapshot = takeSnapshot(traders, snapshot, 0)
        const { order, ranks } = rankTraders([...traders.values()])
        const same = snapshot.traders.map((trader) => trader.trader_id).join() === order.join()
        if (!same || snapshot.traders.some((trader) => traders.get(trader.trader_id) !== trader)) return false
        for (const [index, id] of order.entries()) {
          const trader = traders.get(id)
          if (snapshot.rankOf(id) !== ranks[id] || snapshot.byId(id) !== trader) return false
          if (snapshot.at(index + 1) !== trader || snapshot.byUsername(`USER${id.slice(7)}`) !== trader) return false
        }
        if (snapshot.rankOf('nobody') !== null || snapshot.at(0) !== undefined) return false
      }
      return true
    }),
  )
})

test('the moment of a snapshot is that of its newest change, at least midnight', () => {
  const figure = { eligible: true, score: 1, roi_90: 0, total_trades: 0, member_since: 0 }
  assert(
    property(array(integer({ min: 0, max: 2 * DAY_MS }), { minLength: 1 }), (moments) => {
      const traders = new Map(
        moments.map((asOf, id) => [`trader-${id}`, { ...listed(id, figure), asOf } as ListedTrader]),
      )
      return takeSnapshot(traders, null, DAY_MS + 1).generatedAt === Math.max(DAY_MS, ...moments)
    }),
  )
})
