import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { sortFields } from '../../contract.ts'
import { rankTraders } from '../../rules/rank.ts'
import { listPage } from '../answers/list.ts'
import { normaliseQuery } from '../answers/query.ts'
import { idOf, invented } from '../testing/invented-trader.ts'
import { foldText, type ListedTrader } from './listed.ts'
import { takeSnapshot } from './snapshot.ts'
import type { Block } from './table/block.ts'
import { createTraderTable, type TraderTable } from './table/trader-table.ts'

/** Few distinct values, so that ties of every kind occur. */
const figures = record({
  eligible: boolean(),
  score: constantFrom(null, 0, 12.5, 12.500_000_1, 50, 99),
  roi_90: constantFrom(null, -1, 0, 0.2),
  trades: integer({ min: 0, max: 2 }),
  since: integer({ min: 0, max: 1 }),
  shown: option(integer({ min: -2, max: 2 })),
  name: constantFrom('Anna', 'Ànna Però', 'Bruno', 'Жанна'),
  platform: constantFrom('MT4' as const, 'MT5' as const),
})
const plain = {
  eligible: true,
  score: 1,
  roi_90: 0,
  trades: 0,
  since: 0,
  shown: 0,
  name: 'Bruno',
  platform: 'MT4',
} as const
const place = integer({ min: 0, max: 40 })
const now = 1_000_000

async function* blocksOf(table: TraderTable): AsyncGenerator<Block> {
  yield* table.blocks(3)
}

/** Whole lists, by the rules alone, for comparison. */
function sorted(traders: readonly ListedTrader[], field: (typeof sortFields)[number]): ListedTrader[] {
  const byId = new Map(traders.map((trader) => [trader.trader_id, trader]))
  const ranked = rankTraders(traders).order.flatMap((id) => byId.get(id) ?? [])
  if (field === 'rank') return ranked
  const value = ({ sortValues }: ListedTrader) => {
    const figure = sortValues[field]
    return figure === null ? -Infinity : field === 'drawdown' ? -figure : figure
  }
  return ranked.toSorted((a, b) => (value(a) === value(b) ? 0 : value(b) - value(a)))
}

test('after any additions, removals and changes every order, page, filter and look-up is that of the whole list', () => {
  const step = tuple(array(tuple(place, figures), { maxLength: 8 }), array(place, { maxLength: 3 }))
  assert(
    property(array(step, { maxLength: 10 }), constantFrom('', 'anna', 'PERÒ', 'user1', 'жан'), (steps, q) => {
      const table = createTraderTable()
      const traders = new Map<string, ListedTrader>()
      for (const [set, removed] of steps) {
        for (const [id, figure] of set) {
          const trader = invented(id, figure, now)
          traders.set(trader.trader_id, trader)
          table.put(trader.trader_id, { day: 0, today: trader, tomorrow: null }, now)
        }
        for (const id of removed) expect(table.remove(idOf(id))).toBe(traders.delete(idOf(id)))
      }
      const all = [...traders.values()]
      const snapshot = takeSnapshot(table, now, null)
      const { order, ranks } = rankTraders(all)
      expect([snapshot.size, snapshot.ranked]).toEqual([all.length, all.filter(({ eligible }) => eligible).length])
      expect(snapshot.first(100).map(({ trader_id }) => trader_id)).toEqual(order)
      for (const [index, id] of order.entries()) {
        expect(snapshot.rankOf(id)).toBe(ranks[id])
        expect(snapshot.byId(id)?.sortValues).toEqual(traders.get(id)?.sortValues)
        expect(snapshot.at(index + 1)?.trader_id).toBe(id)
      }
      expect([snapshot.rankOf('nobody'), snapshot.at(0), snapshot.at(all.length + 1)]).toEqual([
        null,
        undefined,
        undefined,
      ])
      const folded = foldText(q)
      const matches = ({ entry }: ListedTrader) =>
        entry.platform_type === 'MT5' && `${foldText(entry.display_name)}\n${foldText(entry.username)}`.includes(folded)
      for (const sort_by of sortFields) {
        const expected = sorted(all, sort_by)
          .filter(matches)
          .map(({ trader_id }) => trader_id)
        const walked: string[] = []
        let cursor: string | undefined
        do {
          const page = listPage(snapshot, normaliseQuery({ sort_by, q, platform: 'MT5', limit: 3, cursor }))
          expect(page.total).toBe(expected.length)
          walked.push(...page.leaderboard.map(({ trader_id }) => trader_id))
          cursor = page.next_cursor ?? undefined
        } while (cursor !== undefined)
        expect(walked).toEqual(expected)
      }
    }),
    { numRuns: 60 },
  )
})

test('a table that is filled with the blocks of another one is like it, and goes on like it', async () => {
  const changes = array(tuple(place, figures), { maxLength: 30 })
  await assert(
    asyncProperty(changes, array(place, { maxLength: 10 }), changes, async (before, removed, after) => {
      const [table, copy] = [createTraderTable(), createTraderTable()]
      const put = (into: TraderTable, [id, figure]: (typeof before)[number]) =>
        into.put(idOf(id), { day: 0, today: invented(id, figure, now), tomorrow: invented(id, figure, DAY_MS) }, now)
      for (const change of before) put(table, change)
      for (const id of removed) table.remove(idOf(id))
      await copy.fill(blocksOf(table), now)
      const shown = (of: TraderTable) => {
        const { orders, id } = of.columns
        const lists = sortFields.map((field) => Array.from(orders[field].slots(), id))
        const rows = takeSnapshot(of, now, null).first(100)
        const found = of.texts.containing('anna', of.slots)
        const search = lists[0]?.map((trader) => found[of.slotOf(trader) ?? 0])
        return {
          lists,
          rows,
          search,
          totals: of.totals,
          newest: of.newest(),
          due: [...of.due(Number.MAX_VALUE)].flat().toSorted(),
        }
      }
      expect(shown(copy)).toEqual(shown(table))
      for (const change of after) expect(put(copy, change)).toBe(put(table, change))
      expect(shown(copy)).toEqual(shown(table))
      for (const id of table.ids()) expect([table.turn(id, DAY_MS), copy.turn(id, DAY_MS)]).toEqual([true, true])
      expect(shown(copy)).toEqual(shown(table))
    }),
    { numRuns: 60 },
  )
})

test('blocks that cannot be read leave the table empty, and it takes traders as before', async () => {
  const [table, copy] = [createTraderTable(), createTraderTable()]
  const trader = invented(1, { ...plain, score: 1 }, now)
  table.put(idOf(1), { day: 0, today: trader, tomorrow: null }, now)
  async function* broken() {
    yield* blocksOf(table)
    throw new Error('cut off')
  }
  await expect(copy.fill(broken(), now)).rejects.toThrow('cut off')
  expect([[...copy.ids()], copy.columns.orders.rank.size, copy.totals.trades]).toEqual([[], 0, 0])
  expect(copy.put(idOf(1), { day: 0, today: trader, tomorrow: null }, now)).toBe(true)
  expect(takeSnapshot(copy, now, null).first(2)).toEqual(takeSnapshot(table, now, null).first(2))
})

test('a table of thousands keeps its order through pages that fill, empty and join, and is filled in the same one', async () => {
  const table = createTraderTable()
  const traders = new Map<string, ListedTrader>()
  let random = 1
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 9_000; round += 1) {
    const id = next(3_000)
    const isRemoval = round > 5_000 && next(3) > 0
    if (isRemoval) {
      table.remove(idOf(id))
      traders.delete(idOf(id))
      continue
    }
    const figure = { score: next(90), roi_90: next(9), trades: next(5), since: next(3), shown: next(40) } as const
    const trader = invented(id, { ...figure, eligible: next(4) > 0, name: 'Bruno', platform: 'MT4' }, now)
    traders.set(trader.trader_id, trader)
    table.put(trader.trader_id, { day: 0, today: trader, tomorrow: null }, now)
  }
  const copy = createTraderTable()
  await copy.fill(blocksOf(table), now)
  for (const field of ['rank', 'roi_30', 'drawdown'] as const) {
    const expected = sorted([...traders.values()], field).map(({ trader_id }) => trader_id)
    for (const { orders, id } of [table.columns, copy.columns]) {
      expect(Array.from(orders[field].slots(), id)).toEqual(expected)
      expect(expected.map((_, index) => id(orders[field].at(index) ?? 0))).toEqual(expected)
    }
  }
})

test('the moment of a snapshot is that of its newest change, at least midnight', () => {
  assert(
    property(array(integer({ min: 0, max: DAY_MS }), { minLength: 1 }), (moments) => {
      const table = createTraderTable()
      for (const [id, moment] of moments.entries())
        table.put(idOf(id), { day: 1, today: invented(id, plain, DAY_MS + 1 - moment), tomorrow: null }, DAY_MS + 1)
      const newest = Math.max(DAY_MS, ...moments.map((moment) => DAY_MS + 1 - moment))
      const { generatedAt } = takeSnapshot(table, DAY_MS + 1, null)
      return generatedAt >= newest && generatedAt <= DAY_MS + 1
    }),
  )
})
