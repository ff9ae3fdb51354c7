import { netOf, timeOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { firstSync, market, type Disguise } from '#features/integrity/testing/simulated-trader.ts'
import { asMoney, brokerSeconds, closedBetter, entryPrices, isExit, isLoss, lotOf } from './changes.ts'
import { lie, type Lie } from './lie.ts'

/** Exits of listed positions between two syncs, shown at better prices than the market had. */

interface Plan {
  /** How much better, in typical moves of the time since the position was listed. */
  moves: number
  /** Exits that are changed. */
  chosen: (item: HistoryItem) => boolean
  /** The records of one of them as the history shows them. */
  shown: (better: HistoryItem, item: HistoryItem) => readonly HistoryItem[]
}

/** A record stays as it was shown first. */
function betterCloses({ moves, chosen, shown }: Plan): Disguise {
  const reported = new Map<string, readonly HistoryItem[]>()
  let listed = new Set<string>()
  let now: StoryTime = firstSync
  let before: StoryTime = firstSync
  return {
    snapshot(snapshot) {
      listed = new Set((snapshot.positions ?? []).map(({ id }) => id))
      return snapshot
    },
    history(items, at) {
      if (at !== now) [before, now] = [now, at]
      const entries = entryPrices(items)
      return items.flatMap((item) => {
        if (!isExit(item) || timeOf(item) <= brokerSeconds(firstSync) || !chosen(item)) return item
        const known = reported.get(item.ticket)
        if (known !== undefined) return known
        const isListed = listed.has('position' in item ? item.position : item.ticket)
        const hours = Math.max(60, timeOf(item) - brokerSeconds(before)) / HOUR
        const better = moves * market.typicalMove(item.symbol, hours)
        const records = isListed ? shown(closedBetter(item, better, entries), item) : [item]
        reported.set(item.ticket, records)
        return records
      })
    },
  }
}

/** A share of all closes, chosen by chance, is better by so many normal moves. */
const betterByChance = ({ moves, share }: Record<'moves' | 'share', number>) => ({
  disguise: betterCloses({ moves, chosen: ({ ticket }) => lotOf(ticket) < share, shown: (better) => [better] }),
})

export const betterPrices: readonly Lie[] = [
  lie({
    name: 'closes far ahead of the market',
    ranges: { moves: [4, 30], share: [0.5, 1] },
    trading: { style: 'intraday' },
    make: betterByChance,
  }),
  lie({
    name: 'few closes very far ahead of the market',
    beyond: 'between syncs',
    ranges: { moves: [2, 60], share: [0.01, 0.1] },
    make: betterByChance,
  }),
  lie({
    name: 'closes at prices that the market may have had',
    beyond: 'between syncs',
    // Up to where R64 finds each within the day.
    ranges: { moves: [0.2, 4], share: [0.3, 1] },
    make: betterByChance,
  }),
  lie({
    name: 'losing exits at better prices, the rest as a charge',
    beyond: 'between syncs',
    ranges: { moves: [0.3, 9] },
    make: ({ moves }) => ({
      disguise: betterCloses({
        moves,
        chosen: isLoss,
        shown(better, item) {
          const rest = roundTo(better.profit - item.profit, 2)
          if (netOf(better) <= 0 || rest <= 0) return [item]
          const charge = { ...asMoney(item, 'commission_daily', 'Overnight financing'), profit: -rest }
          return [better, { ...charge, ticket: String(Number(item.ticket) + 1) }]
        },
      }),
    }),
  }),
]
