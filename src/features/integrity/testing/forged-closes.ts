import { DAY, roundTo } from '#features/ea/simulation/market.ts'
import { after, all, busy, fromDay, scripted, type Forgery } from './forgery.ts'

/** Closes, swap and losses that never were so. */
export const forgedCloses: readonly Forgery[] = [
  {
    name: 'winning exits are told as closes by another position, with six times their profit',
    play: {
      trading: { manner: { ...busy, symbols: ['EURUSD'], scalesOut: false } },
      disguise: {
        history: (items) =>
          items.map((item) =>
            'entry' in item && item.entry === 'out' && item.profit > 0
              ? { ...item, entry: 'out_by', profit: roundTo(item.profit * 6, 2) }
              : item,
          ),
      },
    },
    finds: ['result_contradicted', 'results_invented'],
    held: true,
  },
  {
    name: 'a small position whose swap grows by a hundredth of the balance a day',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: fromDay(0, (account, at) => account.open({ symbol: 'EURUSD', side: 'buy', lots: 0.02, at })),
        snapshot: (snapshot, at) => {
          const grown = roundTo(((at - after(0)) / DAY) * 0.01 * snapshot.balance, 2)
          const [position] = snapshot.positions ?? []
          if (position === undefined) return snapshot
          const positions = [{ ...position, swap: roundTo(position.swap + grown, 2) }]
          const more = (amount: number) => roundTo(amount + grown, 2)
          return { ...snapshot, positions, floating: more(snapshot.floating), equity: more(snapshot.equity) }
        },
      },
      days: 7,
    },
    finds: ['results_without_trades', 'results_invented'],
    held: true,
  },
  {
    name: 'a loss of two fifths at the first sync, gone twenty minutes later',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: all(
          fromDay(0, (account, at) => account.open({ symbol: 'EURUSD', side: 'buy', lots: 1.5, at })),
          fromDay(0.013, (account, at) => {
            const [position] = account.positions
            if (position !== undefined) account.close(position, at)
          }),
        ),
        snapshot: (snapshot) => {
          const [position] = snapshot.positions ?? []
          if (position === undefined) return snapshot
          const lost = 0.4 * snapshot.balance
          const positions = [{ ...position, price: position.price * 0.97, profit: position.profit - lost }]
          return {
            ...snapshot,
            positions,
            floating: roundTo(snapshot.floating - lost, 2),
            equity: roundTo(snapshot.equity - lost, 2),
          }
        },
      },
      every: 5,
      days: 1,
    },
    finds: ['result_contradicted'],
    held: false,
  },
]
