import { netOf, timeOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import type { Random } from '#features/ea/simulation/random.ts'
import { firstSync, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, moneyRow } from '../changes.ts'
import type { Oddity } from './oddity.ts'

const onNewYork: Trading = { clock: 'new_york' }
const mt4: Trading = { ...onNewYork, platform: 'MT4', netting: false, style: 'intraday' }

/** Histories of which a part is gone, hidden, or named anew. */
export const historyOddities: readonly Oddity[] = [
  {
    name: 'the broker rolls days up into one balance row',
    trading: { ...mt4, before: 10 },
    make({ random, moment }) {
      const from = betweenLooks(moment(4, 9), random)
      const until = brokerSeconds(from - DAY)
      return { disguises: [{ history: (items, at) => (at < from ? [...items] : rolledUp(items, until)) }] }
    },
  },
  {
    name: 'the broker rolls the past up into one balance row',
    trading: { ...mt4, before: 20 },
    make({ random, moment }) {
      const from = betweenLooks(moment(2, 9), random)
      const until = brokerSeconds(firstSync - 5 * DAY)
      return { disguises: [{ history: (items, at) => (at < from ? [...items] : rolledUp(items, until)) }] }
    },
  },
  {
    name: 'the broker deletes old orders',
    trading: { ...mt4, before: 25 },
    make: () => ({
      disguises: [
        {
          history: (items, at) => items.filter((item) => timeOf(item) > brokerSeconds(at) - 15 * DAY),
          keepsBalance: true,
        },
      ],
    }),
  },
  {
    name: 'the history tab shows today alone for thirty hours',
    trading: { ...mt4, before: 5 },
    make({ moment }) {
      const from = moment(2, 8)
      return {
        disguises: [
          {
            history: (items, at) => {
              if (at < from || at > from + 30 * HOUR) return [...items]
              const today = Math.floor(brokerSeconds(at) / DAY) * DAY
              return items.filter((item) => timeOf(item) >= today)
            },
            keepsBalance: true,
          },
        ],
      }
    },
  },
  {
    name: 'history half loaded after restarts',
    trading: { before: 5 },
    make({ random, lasting }) {
      const restarts = [1, 2, 3].map((index) => betweenLooks(firstSync + lasting(index * 3), random))
      const isLoading = (at: StoryTime) => restarts.some((restart) => at >= restart && at < restart + 2 * HOUR)
      return {
        disguises: [
          {
            history: (items, at) => (isLoading(at) ? items.slice(0, Math.ceil(items.length / 2)) : [...items]),
            keepsBalance: true,
          },
        ],
      }
    },
  },
  {
    name: 'a broker renames its symbols',
    trading: { ...onNewYork, manner: { entriesADay: 4 } },
    make({ moment }) {
      const from = moment(2, 9)
      const since = brokerSeconds(from)
      return {
        disguises: [
          {
            history: (items) =>
              items.map((item) =>
                item.symbol !== '' && timeOf(item) >= since ? { ...item, symbol: `${item.symbol}.r` } : item,
              ),
            snapshot: (snapshot, at) =>
              at < from
                ? snapshot
                : {
                    ...snapshot,
                    positions: (snapshot.positions ?? []).map((each) => ({ ...each, symbol: `${each.symbol}.r` })),
                  },
          },
        ],
      }
    },
  },
]

/** A sync with half a history does not count, nor does the one in which a history is read again: the figures are of the sync before. */
const betweenLooks = (near: StoryTime, random: Random): StoryTime =>
  firstSync + Math.floor((near - firstSync) / (12 * HOUR)) * 12 * HOUR + random.between(2, 9) * HOUR

/** The records until a moment as one balance row. */
function rolledUp(items: readonly HistoryItem[], until: number): HistoryItem[] {
  const old = items.filter((item) => timeOf(item) <= until)
  if (old.length === 0) return [...items]
  const sum = roundTo(
    old.reduce((total, item) => total + netOf(item), 0),
    2,
  )
  return [...items.filter((item) => timeOf(item) > until), moneyRow(items, 'balance', sum, until, 'Archived')]
}
