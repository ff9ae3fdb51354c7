import { netOf, timeOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import type { OpenPosition } from '#features/ea/sync-contract.ts'
import { roundTo } from '#features/ea/simulation/market.ts'
import type { Disguise } from '#features/integrity/testing/simulated-trader.ts'
import { lie, mt5, records, type Lie } from './lie.ts'
import { asMoney, isLoss, lotOf, relisted } from './changes.ts'

const comments = ['Withdrawal', 'Transfer to 8812', 'Prelievo']

const idOf = (item: HistoryItem): string => ('position' in item ? item.position : item.ticket)

/** The positions that a terminal listed so far. */
function listedIds(): { listed: ReadonlySet<string>; snapshot: NonNullable<Disguise['snapshot']> } {
  const listed = new Set<string>()
  return {
    listed,
    snapshot: (snapshot) => {
      for (const { id } of snapshot.positions ?? []) listed.add(id)
      return snapshot
    },
  }
}

/** Losses that are reported as something else, or not at all. */
export const losses: readonly Lie[] = [
  lie({
    name: 'losing exits as withdrawals',
    part: 'results',
    ranges: { share: [0.2, 1], least: [0, 0.01], words: [0, 2.99] },
    make: ({ share, least, words }, capital) => ({
      disguise: records((item) =>
        isLoss(item) && lotOf(item.ticket) < share && netOf(item) < -least * capital
          ? asMoney(item, 'balance', comments[Math.floor(words)] ?? '')
          : item,
      ),
    }),
  }),
  lie({
    name: 'losing exits as charges',
    part: 'results',
    ranges: { share: [0.2, 1] },
    trading: mt5,
    make: ({ share }) => ({
      disguise: records((item) =>
        isLoss(item) && lotOf(item.ticket) < share ? asMoney(item, 'charge', 'Service fee') : item,
      ),
    }),
  }),
  lie({
    name: 'losing exits never reported',
    ranges: { share: [0.2, 1], least: [0, 0.01] },
    make: ({ share, least }, capital) => {
      const { listed, snapshot } = listedIds()
      return {
        disguise: {
          snapshot,
          ...records((item) =>
            isLoss(item) && listed.has(idOf(item)) && lotOf(item.ticket) < share && netOf(item) < -least * capital
              ? null
              : item,
          ),
        },
      }
    },
  }),
  lie({
    name: 'losses between two syncs, never reported',
    beyond: 'unlisted money',
    ranges: { share: [0.2, 1] },
    make: ({ share }) => {
      const { listed, snapshot } = listedIds()
      return {
        disguise: {
          snapshot,
          history: (items) => {
            const hidden = new Set(
              items.filter((item) => isLoss(item) && lotOf(idOf(item)) < share && !listed.has(idOf(item))).map(idOf),
            )
            return items.filter((item) => !hidden.has(idOf(item)))
          },
        },
      }
    },
  }),
  lie({
    name: 'losing exits as later withdrawals',
    part: 'results',
    ranges: { share: [0.2, 1], hours: [1, 60] },
    make: ({ share, hours }) => ({
      disguise: {
        history: (items) => {
          const now = Math.max(...items.map(timeOf))
          return items.flatMap((item) => {
            if (!isLoss(item) || lotOf(item.ticket) >= share) return item
            const money = asMoney(item, 'balance', 'Withdrawal')
            const time = timeOf(item) + Math.round(hours) * 3600
            if (time > now) return []
            return 'close_time' in money ? { ...money, open_time: time, close_time: time } : { ...money, time }
          })
        },
      },
    }),
  }),
  lie({
    name: 'losers that stay listed, their loss a withdrawal',
    ranges: { shown: [0, 0.005] },
    make: ({ shown }, capital) => {
      const open = new Map<string, OpenPosition>()
      const closed = new Set<string>()
      return {
        disguise: {
          history: (items) =>
            items.map((item) => {
              if (!isLoss(item) || !open.has(idOf(item))) return item
              closed.add(idOf(item))
              return asMoney(item, 'balance', 'Withdrawal')
            }),
          snapshot: (snapshot) => {
            const { positions = [] } = snapshot
            for (const one of positions) open.set(one.id, one)
            const stay = [...closed].flatMap((id) => open.get(id) ?? [])
            const others = positions.filter(({ id }) => !closed.has(id))
            return relisted(snapshot, [
              ...others,
              ...stay.map((one) => ({ ...one, profit: Math.max(one.profit, roundTo(-shown * capital, 2)) })),
            ])
          },
        },
      }
    },
  }),
  lie({
    name: 'never listed, losing exits as withdrawals',
    beyond: 'unlisted money',
    ranges: { from: [0, 0.002] },
    make: ({ from }, capital) => {
      const listed = new Set<string>()
      return {
        disguise: {
          snapshot: (snapshot) => {
            const positions = (snapshot.positions ?? []).filter(({ id, profit }) => {
              if (profit > from * capital) listed.add(id)
              return listed.has(id)
            })
            return relisted(snapshot, positions)
          },
          history: (items) =>
            items.map((item) =>
              isLoss(item) && !listed.has(idOf(item)) ? asMoney(item, 'balance', 'Withdrawal') : item,
            ),
        },
      }
    },
  }),
]
