import { netOf, timeOf } from '#features/ea/advisor/record-book.ts'
import { lie, mt5, records, type Lie } from './lie.ts'
import { asMoney, isLoss, lotOf, relisted } from './changes.ts'

const comments = ['Withdrawal', 'Transfer to 8812', 'Prelievo']

/** Losses that are reported as something else, or not at all. */
export const losses: readonly Lie[] = [
  lie({
    name: 'losing exits as withdrawals',
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
    make: ({ share, least }, capital) => ({
      disguise: records((item) =>
        isLoss(item) && lotOf(item.ticket) < share && netOf(item) < -least * capital ? null : item,
      ),
    }),
  }),
  lie({
    name: 'losing exits as later withdrawals',
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
    name: 'never listed, losing exits as withdrawals',
    beyond: true,
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
            items.map((item) => {
              const id = 'position' in item ? item.position : item.ticket
              return isLoss(item) && !listed.has(id) ? asMoney(item, 'balance', 'Withdrawal') : item
            }),
        },
      }
    },
  }),
]
