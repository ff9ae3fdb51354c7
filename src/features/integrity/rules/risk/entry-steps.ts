import type { Entry, Position } from '../dealings.ts'

/** Entries of an account in their order, as martingale and averaging look at them. */

/** Tickets named in the evidence. */
const namedTickets = 20

export interface Step extends Entry {
  /** Number of the basket: entries of one symbol and side whose lives overlap. */
  basket: number
}

/** Entries by time, those of one symbol, side and second as one: orders are filled in parts. */
export function stepsOf(positions: readonly Position[]): Step[] {
  const merged = new Map<string, Entry>()
  for (const entry of positions.flatMap(({ entries }) => entries)) {
    const key = `${entry.symbol} ${entry.side} ${Math.floor(entry.at / 1000)}`
    const one = merged.get(key)
    if (one === undefined) merged.set(key, { ...entry })
    else {
      const volume = one.volume + entry.volume
      merged.set(key, {
        ...one,
        volume,
        at: Math.min(one.at, entry.at),
        price: volume > 0 ? (one.price * one.volume + entry.price * entry.volume) / volume : one.price,
        close: Math.max(one.close, entry.close),
        net: one.net + entry.net,
        tickets: [...one.tickets, ...entry.tickets],
      })
    }
  }
  const ends = new Map<string, { basket: number; until: number }>()
  let baskets = 0
  return [...merged.values()].toSorted(byTime).map((entry) => {
    const key = `${entry.symbol} ${entry.side}`
    const last = ends.get(key)
    const same = last !== undefined && entry.at < last.until
    const basket = same ? last.basket : baskets++
    ends.set(key, { basket, until: Math.max(entry.close, same ? last.until : -Infinity) })
    return { ...entry, basket }
  })
}

function byTime(a: Entry, b: Entry): number {
  return a.at - b.at || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.side < b.side ? -1 : 1)
}

export function isWorse(next: Entry, before: Entry): boolean {
  return next.side === 'buy' ? next.price < before.price : next.price > before.price
}

export function ticketsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.flatMap(({ tickets }) => tickets))].slice(0, namedTickets)
}
