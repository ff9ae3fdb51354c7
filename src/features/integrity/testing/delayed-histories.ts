import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import { HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { after, storyOrigin, summer, type Forgery } from './forgery.ts'
import { market } from './simulated-trader.ts'

/** Trades of twenty minutes between two syncs, on the side that won, reported hours later. */
function chosenAfterwards(at: StoryTime): HistoryItem[] {
  const items: HistoryItem[] = []
  for (let index = 0; index < 20; index += 1) {
    const open = after(0.3) + index * 5 * HOUR + 1200
    const close = open + 1200
    if (close > at - 4 * HOUR) break
    const rises = market.price('EURUSD', close) > market.price('EURUSD', open)
    const base = { symbol: 'EURUSD', volume: 0.5, swap: 0, commission: 0, fee: 0, comment: '', position: `8${index}0` }
    const sides = rises ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
    const [from, to] = [open, close].map((moment) => roundTo(market.price('EURUSD', moment), 5))
    const time = (moment: StoryTime) => storyOrigin + moment + summer
    const profit = roundTo((Math.abs((to ?? 0) - (from ?? 0)) * 50_000) / 1.1, 2)
    items.push(
      { ...base, ticket: `8${index}0`, time: time(open), type: sides[0], entry: 'in', price: from ?? 0, profit: 0 },
      { ...base, ticket: `8${index}1`, time: time(close), type: sides[1], entry: 'out', price: to ?? 0, profit },
    )
  }
  return items
}

/** A person who knows what happened reports what he would have done. */
export const delayedHistories: readonly Forgery[] = [
  {
    name: 'trades that are told when their outcome is known',
    play: { disguise: { history: (items, at) => [...items, ...chosenAfterwards(at)] } },
    finds: ['told_afterwards', 'history_put_in'],
    held: true,
  },
]
