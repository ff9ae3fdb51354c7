import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import type { Disguise, Trading } from '#features/integrity/testing/simulated-trader.ts'

/** Numbers of a lie, by the names of its `ranges`. */
export type Values<Name extends string = string> = Readonly<Record<Name, number>>

/**
 * Two classes that no rule can see (`docs/decisions/028-what-no-rule-can-see.md`):
 * - `unlisted money`: a position that no list shows, its loss reported as money that left, or a payment from before the first list;
 * - `between syncs`: a trade, or an end of one, invented by a program that is not ours at moments that no true list shows.
 */
export type BeyondClass = 'unlisted money' | 'between syncs'

export interface Lie<Name extends string = string> {
  name: string
  /** Where no rule on what a terminal sends can find it: the class that it belongs to. */
  beyond?: BeyondClass
  /** It changes results of closes, or has trades that open and close while the terminal is off: both at once are beyond rules, too. */
  part?: 'results' | 'unlisted trades'
  /** Least and largest value of each number that the search may vary. */
  ranges: Readonly<Record<Name, readonly [number, number]>>
  /** The account that it needs. */
  trading?: Trading
  /** @param capital the account's first deposit */
  make: (values: Values<Name>, capital: number) => { events?: Disguise[]; disguise: Disguise }
}

/** Keeps the names of the ranges for `make`. */
export const lie = <Name extends string>(each: Lie<Name>): Lie => each as unknown as Lie

/** Changes some records; balance and equity follow. */
export const records = (change: (item: HistoryItem) => HistoryItem | null): Disguise => ({
  history: (items) => items.flatMap((item) => change(item) ?? []),
})

export const mt5: Trading = { platform: 'MT5' }
