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
  expect([...filled.ids()].toSorted()).toEqual([1, 2, 3].map((id) => trader(id).trader_id))
  expect(filled.totals).toMatchObject({ connected: 3, trades: 60, returns: 3 })
  for (const id of [1, 2, 3]) expect(filled.slotOfUsername(`uSER${id}`)).toBe(filled.slotOf(trader(id).trader_id))
  // The place of the second one is free for the next.
  filled.put(trader(5).trader_id, { day, today: trader(5), tomorrow: null }, now)
  expect(filled.slots).toBe(5)
  expect(filled.totals.trades).toBe(110)
})

test('a username finds its trader in any case, also one that another trader gave up', () => {
  const table = createTraderTable()
  const put = (id: number, username: string) => {
    const one = trader(id)
    table.put(one.trader_id, { day, today: { ...one, entry: { ...one.entry, username } }, tomorrow: null }, now)
  }
  const found = (username: string) => table.columns.id(table.slotOfUsername(username) ?? 0)
  put(1, 'Anna')
  put(2, 'Bruno')
  // The one who takes the name is read before the one who gave it up.
  put(2, 'anna')
  put(1, 'Carla')
  expect([found('ANNA'), found('carla')]).toEqual([trader(2).trader_id, trader(1).trader_id])
  expect(table.slotOfUsername('bruno')).toBeUndefined()
  table.remove(trader(2).trader_id)
  expect(table.slotOfUsername('anna')).toBeUndefined()
})

test('the places of a week ago follow the traders through the slots', async () => {
  const table = createTraderTable()
  const put = (id: number) => table.put(trader(id).trader_id, { day, today: trader(id), tomorrow: null }, now)
  const weekAgo = (id: number) => table.earlier.weekAgo[table.slotOf(trader(id).trader_id) ?? 0]
  put(1)
  await table.earlier.replace(
    new Map([1, 2].map((id) => [trader(id).trader_id, { yesterday: null, week_ago: 10 * id }])),
  )
  put(2)
  expect([weekAgo(1), weekAgo(2)]).toEqual([10, 20])
  table.remove(trader(1).trader_id)
  put(3)
  expect(weekAgo(3)).toBe(0)
  // Who comes back the same day has the places of before.
  expect(table.earlier.ranksOf(trader(1).trader_id)).toEqual({ yesterday: null, week_ago: 10 })
  put(1)
  expect(weekAgo(1)).toBe(10)
})
