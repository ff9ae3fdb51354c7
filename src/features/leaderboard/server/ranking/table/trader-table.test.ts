import { expect, test } from 'vitest'
import { invented } from '../../testing/invented-trader.ts'
import { createTraderTable } from './trader-table.ts'

const now = Date.UTC(2026, 10, 20, 15, 40)
const day = Math.floor(now / 86_400_000)
const trader = (id: number) =>
  invented(
    id,
    {
      eligible: true,
      score: 50,
      roi_90: 5,
      trades: 10 * id,
      since: now,
      shown: 5,
      name: `Nome ${id}`,
      platform: 'MT5',
    },
    now,
  )

test('a trader who leaves and comes back while the table is written is there once', async () => {
  const table = createTraderTable()
  const put = (id: number) => table.put(trader(id).trader_id, { day, today: trader(id), tomorrow: null }, now)
  for (const id of [1, 2, 3]) put(id)
  const blocks = table.blocks(1)[Symbol.iterator]()
  const written = [blocks.next().value]
  // The first place is taken by another one, and the trader gets the last.
  table.remove(trader(1).trader_id)
  put(4)
  put(1)
  for (let next = blocks.next(); next.done !== true; next = blocks.next()) written.push(next.value)
  expect(written.flatMap((block) => block?.ids)).toEqual([1, 2, 3, 1].map((id) => trader(id).trader_id))

  const filled = createTraderTable()
  await filled.fill(
    (async function* () {
      for (const block of written) if (block !== undefined) yield block
    })(),
    now,
  )
  expect(filled.ids().toSorted()).toEqual([1, 2, 3].map((id) => trader(id).trader_id))
  expect(filled.totals).toMatchObject({ connected: 3, trades: 60, returns: 3 })
  // The place of the second one is free for the next.
  filled.put(trader(5).trader_id, { day, today: trader(5), tomorrow: null }, now)
  expect(filled.slots).toBe(5)
  expect(filled.totals.trades).toBe(110)
})
