import { lotUnitsMost } from '../lots.ts'
import type { Values } from '../rule.ts'
import { pairOf } from '../symbols.ts'
import type { SyncFacts } from '../sync-rule.ts'
import type { Value } from './closed-values.ts'
import type { ListedPosition, ListedPositions } from './listed-positions.ts'

/** The worth of a lot as lists show it: account currency for a price move of 1. */

export type LotLimits = Values<typeof lotUnitsMost>

/**
 * As the position itself showed it, or another of its symbol. Pairs with the account's currency have a largest contract, whatever a list
 * shows. @param at a price of the symbol
 */
export function lotValue(
  listed: Readonly<ListedPositions>,
  one: ListedPosition | undefined,
  at: { symbol: string; price: number },
  { account: { currency } }: SyncFacts['request'],
  { lot_units_most }: LotLimits,
): Value | null {
  const pair = pairOf(at.symbol)
  const isBase = pair?.base === currency && at.price > 0
  const most = pair?.quote === currency ? lot_units_most : isBase ? lot_units_most / at.price : null
  const value = one?.value ?? newestValue(listed, at.symbol)
  if (value !== undefined) return { exact: Math.min(value, most ?? Infinity) }
  return most === null ? null : { most }
}

/** Worked out once for what was listed: the value is looked up for each of hundreds of positions. */
const valuesOf = new WeakMap<Readonly<ListedPositions>, ReadonlyMap<string, ListedPosition>>()

/** The value of a lot that the position of a symbol with a value that was listed last shows. */
function newestValue(listed: Readonly<ListedPositions>, symbol: string): number | undefined {
  const known = valuesOf.get(listed)
  if (known !== undefined) return known.get(symbol)?.value
  const newest = new Map<string, ListedPosition>()
  for (const other of Object.values(listed)) {
    if (other.value === undefined || other.last <= (newest.get(other.symbol)?.last ?? 0)) continue
    newest.set(other.symbol, other)
  }
  valuesOf.set(listed, newest)
  return newest.get(symbol)?.value
}
