import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '#features/ea/simulation/random.ts'
import { rankTraders, type RankedTrader } from '../../../rules/rank.ts'
import { idOf } from '../../testing/invented-trader.ts'
import { createColumns } from './columns.ts'
import { createTraderIds } from './trader-ids.ts'

/** From one that almost all share to one that hardly anybody shares. */
const values = fc.constantFrom(1, 3, 40, 1e6)

test('an order that is filled at once is the ranking, however many traders are equal, and by which of its keys', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), values, values, values, values, async (seed, scores, rois, trades, days) => {
      const random = createRandom(seed)
      const below = (count: number) => Math.floor(count * random.unit())
      const traders = Array.from({ length: 7_000 }, (_, id): RankedTrader => {
        return {
          trader_id: idOf((id * 7_919) % 7_001),
          eligible: below(3) > 0,
          score: below(5) === 0 ? null : below(scores) / 7,
          roi_90: below(5) === 0 ? null : below(rois) / 9 - 1,
          total_trades: below(trades),
          member_since: 1_000 * below(days) - 5_000,
        }
      })
      const ids = createTraderIds()
      const columns = createColumns(ids)
      for (const [index, trader] of traders.entries()) {
        ids.set(index + 1, trader.trader_id)
        columns.write(index + 1, trader)
      }
      await columns.fill(
        Uint32Array.from(traders, (_, index) => index + 1),
        ['rank'],
      )
      expect(Array.from(columns.orders.rank.slots(), columns.id)).toEqual(rankTraders(traders).order)
    }),
    { numRuns: 20 },
  )
})
