import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { account } from '../testing/accounts.ts'
import { idOf, invented } from '../testing/invented-trader.ts'
import { takeSnapshot } from './snapshot.ts'
import { placedAtOnce } from './table/earlier-places.ts'
import { createTraderTable } from './table/trader-table.ts'
import { createTraderIndex, idsInSlice, sliceSize } from './trader-index.ts'

const kernel = await testKernel()
const now = kernel.clock.now()
const many = 3 * Math.max(placedAtOnce, idsInSlice) + 6

function filledTable(hasTomorrow = false) {
  const table = createTraderTable()
  const figures = { eligible: true, score: 50, roi_90: 5, trades: 10, since: now, shown: 5, name: 'Nome' }
  const put = (id: number) => {
    const today = invented(id, { ...figures, platform: 'MT5' }, now)
    table.put(idOf(id), { day: utcDay(now), today, tomorrow: hasTomorrow ? today : null }, now)
  }
  for (let id = 0; id < many; id += 1) put(id)
  return { table, put, slotOf: (id: number) => table.slotOf(idOf(id)) ?? 0 }
}

/** The most steps within one turn of the event loop, while `work` runs. @param onTurn with the number of the turn */
async function mostInTurn(
  work: (step: () => void) => Promise<unknown>,
  onTurn?: (turn: number) => void,
): Promise<number> {
  let [inThisTurn, most, turns] = [0, 0, 0]
  let isOver = false
  const tick = () => {
    if (inThisTurn > 0) onTurn?.((turns += 1))
    inThisTurn = 0
    if (!isOver) setImmediate(tick)
  }
  tick()
  await work(() => {
    inThisTurn += 1
    most = Math.max(most, inThisTurn)
  })
  isOver = true
  return most
}

/** Traders 0 and 1 leave, another one takes the slot of one of them, and 0 comes back, between two slices. */
function changeMeanwhile({ table, put }: ReturnType<typeof filledTable>, turn: number): void {
  if (turn !== 1) return
  table.remove(idOf(0))
  table.remove(idOf(1))
  put(many)
  put(0)
}

test('the places of former days are replaced in slices, and hold for those who come and go meanwhile', async () => {
  const filled = filledTable()
  const { table, slotOf } = filled
  const weekAgo = (id: number) => table.earlier.weekAgo[slotOf(id)]
  const places = (first: number) =>
    new Map(Array.from({ length: many + 1 }, (_, id) => [idOf(id), { yesterday: 1, week_ago: first + id }]))
  await table.earlier.replace(places(1))
  const next = places(100_000)
  const between: unknown[] = []
  const most = await mostInTurn(
    (step) => table.earlier.replace({ keys: () => next.keys(), get: (id) => (step(), next.get(id)) }),
    (turn) => {
      changeMeanwhile(filled, turn)
      between.push([weekAgo(0), weekAgo(2), table.earlier.ranksOf(idOf(2))?.week_ago])
    },
  )
  expect(most).toBeLessThanOrEqual(placedAtOnce)
  // Until all stand, figures and words are those of the former day together.
  expect(between.slice(0, 3)).toEqual([0, 1, 2].map(() => [1, 3, 3]))
  const left = [0, ...Array.from({ length: many - 1 }, (_, index) => index + 2)]
  expect([...table.ids()]).toHaveLength(left.length)
  expect(left.map(weekAgo)).toEqual(left.map((id) => 100_000 + id))
  expect(table.earlier.ranksOf(idOf(2))).toEqual({ yesterday: 1, week_ago: 100_002 })
})

test('everybody is collected in slices: those of the table and those who belong in it', async () => {
  const missing = await account(kernel, { username: 'missing', nets: [10] })
  const filled = filledTable()
  const { table } = filled
  const counted = (step: () => void) => ({
    ...table,
    ids: () =>
      table.ids().map((id) => {
        step()
        return id
      }),
  })
  let found: string[] = []
  const most = await mostInTurn(
    async (step) => {
      const index = createTraderIndex(kernel, counted(step), new AbortController().signal)
      found = [...(await index.everybody(now)).keys()]
    },
    (turn) => changeMeanwhile(filled, turn),
  )
  // The next one is at hand when the event loop turns.
  expect(most).toBeLessThanOrEqual(idsInSlice + 1)
  // A trader who left meanwhile may be among them; no other is missing.
  expect(new Set(found)).toEqual(new Set([...table.ids(), idOf(1), missing.trader_id]))
  expect(found).toHaveLength(table.columns.orders.rank.size + 2)
})

test('the places of a day are collected in slices, and are those of its beginning', async () => {
  const filled = filledTable()
  const { table } = filled
  const placed = Array.from(table.columns.orders.rank.slots(), table.columns.id)
  let ranks: { get: (traderId: string) => number | undefined } = new Map()
  const most = await mostInTurn(
    async (step) => {
      const id = table.columns.idsNow()
      const columns = { ...table.columns, idsNow: () => (slot: number) => (step(), id(slot)) }
      ranks = await takeSnapshot({ ...table, columns }, now, null).ranks()
    },
    // Another trader takes the slot of one who leaves.
    (turn) => turn === 1 && table.remove(idOf(many - 1)) && filled.put(many),
  )
  expect(most).toBeLessThanOrEqual(idsInSlice)
  expect(placed.map((traderId) => ranks.get(traderId))).toEqual(placed.map((_, index) => index + 1))
})

test.each([true, false])(
  'all go over to the new day in slices; with figures for it (%s) nobody is read',
  async (hasTomorrow) => {
    const { table } = filledTable(hasTomorrow)
    const ids = [...table.ids()]
    let left: string[] = []
    const most = await mostInTurn(async (step) => {
      const counted = { ...table, turn: (id: string, at: number) => (step(), table.turn(id, at)) }
      const index = createTraderIndex(kernel, counted, new AbortController().signal)
      left = await index.turn(ids, now + DAY_MS)
    })
    expect(most).toBeLessThanOrEqual(sliceSize)
    expect(left).toEqual(hasTomorrow ? [] : ids)
  },
)
