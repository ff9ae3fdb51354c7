import type { Level } from '#shared/levels.ts'

/** The facts behind the verification level of an account. `docs/integrity.md`, levels. */
export interface LevelFacts {
  /** Neither a demo account nor one of a contest. */
  real: boolean
  /** A first snapshot has come. */
  synced: boolean
  /** A person has confirmed a case that holds the account. */
  upheld: boolean
  /** The trader has shown to be able to trade on the account. */
  proven: boolean
  /** Until when the newest match with an external source lasts, milliseconds UTC; null without one. */
  matchUntil: number | null
}

/**
 * The level at `now` (milliseconds UTC). A case without a decision lowers nothing: that the account is under review is said
 * apart. `docs/integrity.md`, levels.
 */
export function levelOf({ real, synced, upheld, proven, matchUntil }: LevelFacts, now: number): Level {
  if (!real || !synced || upheld) return 'L0'
  if (!proven) return 'L1'
  return matchUntil !== null && matchUntil > now ? 'L3' : 'L2'
}

/** Whether ownership of the account is proven. From this level on an account may be called verified. */
export function isProven(level: Level): boolean {
  return level === 'L2' || level === 'L3'
}
