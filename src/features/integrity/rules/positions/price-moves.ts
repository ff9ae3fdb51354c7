import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { isLively, isSteady, pairOf } from '../symbols.ts'
import type { SyncFacts } from '../sync-rule.ts'
import { positionOf } from './listed-positions.ts'

/** How much prices move, as the lists of one account showed it. */

/** By symbol: squared moves as shares of the price, and the hours in which they came. */
export type PriceMoves = Readonly<Record<string, readonly [squares: number, hours: number]>>

/** Standard deviation of an hour's move of a large pair, as a share of the price: half as much again as in a usual week. */
const pairMove = 0.0015
/** Gold and indices of shares are taken to move so many times as far; lively currencies and all else still farther. */
const steadyFactor = 2
const otherFactor = 3
/** That assumption weighs as much as so many hours of lists. */
const assumedHours = 6
/** Lists show at most this many times the assumed move: a forger's list may jump as it likes. */
const assumedAtMost = 3
/** After so many hours of lists all before them weigh half. */
const rememberedHours = 240
const symbolsAtMost = 60

/** Standard deviation of the move of an hour, as a share of the price. */
export function hourlyMove(moves: PriceMoves, symbol: string): number {
  const assumed = pairMove * factorOf(symbol)
  const [squares, hours] = Object.hasOwn(moves, symbol) ? (moves[symbol] ?? [0, 0]) : [0, 0]
  const shown = Math.sqrt((squares + assumedHours * assumed ** 2) / (hours + assumedHours))
  return Math.min(shown, assumedAtMost * assumed)
}

function factorOf(symbol: string): number {
  const pair = pairOf(symbol)
  if (pair === null) return isSteady(symbol) ? steadyFactor : otherFactor
  return isLively(pair) ? otherFactor : 1
}

/** The moves with those between the last list and this one: of each symbol by one position, from the moment its price was new. */
export function movesAfter(moves: PriceMoves, { request, received, listed }: SyncFacts): PriceMoves {
  const next = new Map(Object.entries(moves))
  const moved = new Set<string>()
  for (const { id, symbol, price } of request.snapshot.positions ?? []) {
    const before = positionOf(listed, id)
    if (before === undefined || before.mark === price || before.mark <= 0 || price <= 0 || moved.has(symbol)) continue
    const time = received.receipt - (before.still ?? before.last)
    if (time <= 0 || time > DAY_MS) continue
    moved.add(symbol)
    const [squares, hours] = next.get(symbol) ?? [0, 0]
    const weight = hours > rememberedHours ? 0.5 : 1
    next.delete(symbol)
    next.set(symbol, [
      rounded(weight * squares + Math.log(price / before.mark) ** 2),
      rounded(weight * hours + time / HOUR_MS),
    ])
  }
  return moved.size === 0 ? moves : Object.fromEntries([...next].slice(-symbolsAtMost))
}

/** Each sync stores them: six digits say enough. */
const rounded = (value: number): number => Number(value.toPrecision(6))
