import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import type { Disguise, Trading } from '#features/integrity/testing/simulated-trader.ts'

/** Numbers of a lie, by the names of its `ranges`. */
export type Values<Name extends string = string> = Readonly<Record<Name, number>>

export interface Lie<Name extends string = string> {
  name: string
  /** No rule on what a terminal sends can find it. */
  beyond?: boolean
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
