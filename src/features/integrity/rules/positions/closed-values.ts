/** The worth of a lot as closes show it: account currency for a price move of 1. It is one figure for a symbol, as far as rates stay. */

/** Account currency for a lot and a price move of 1: as lists showed it, or at most. */
export type Value = { exact: number } | { most: number }

/**
 * By symbol, the least and the most that closes showed, the UTC day (since 1970) of the newest, and whether a loss or a list showed it too:
 * gains alone show what their reporter wants.
 */
export type ClosedValues = Readonly<
  Record<string, readonly [least: number, most: number, day: number, isProven?: boolean]>
>

/** A close with the price move that its position gained (below 0: lost) times its volume. */
export interface ValuedClose {
  symbol: string
  close_price: number
  volume: number
  gain: number
  profit: number
  /** A list showed the value of its lot. */
  isShown: boolean
}

/** A move as a share of the price, and a profit in smallest units, that show the value within a fifth: costs may be in the price. */
const exactMove = 0.001
const tellingUnits = 20
const rememberedDays = 30
const symbolsAtMost = 100

/** The values after some more closes. */
export function withCloses(
  known: ClosedValues,
  closes: readonly ValuedClose[],
  { digits, today }: { digits: number; today: number },
): ClosedValues {
  let values = known
  for (const { symbol, close_price, volume, gain, profit, isShown } of closes) {
    const value = profit / gain
    const isExact =
      Math.abs(gain) >= exactMove * Math.abs(close_price) * volume && Math.abs(profit) >= tellingUnits * 10 ** -digits
    if (!isExact || !(value > 0) || !Number.isFinite(value)) continue
    const before = values[symbol]
    const isOld = before === undefined || before[2] <= today - rememberedDays
    const [least, most, , wasProven] = isOld ? [value, value] : before
    const isProven = wasProven === true || isShown || gain < 0
    values = { ...values, [symbol]: [Math.min(least, value), Math.max(most, value), today, isProven] }
  }
  if (Object.keys(values).length <= symbolsAtMost) return values
  const newest = Object.entries(values).toSorted(([, [, , a]], [, [, , b]]) => b - a)
  return Object.fromEntries(newest.slice(0, symbolsAtMost))
}

/**
 * The value of a lot for one close where closes before it contradict the list, or no list showed one: the least of them for a gain, the most
 * for a loss. Null where the list stands.
 */
export function valueByCloses(
  listed: Value | null,
  closed: ClosedValues[string] | undefined,
  gain: number,
  { result_share }: { result_share: number },
): number | null {
  if (closed === undefined) return null
  const [least, most] = closed
  const shown = listed !== null && 'exact' in listed ? listed.exact : null
  if (gain > 0) return shown === null || shown > (1 + result_share) * least ? least : null
  return shown === null || shown * (1 + result_share) < most ? most : null
}
