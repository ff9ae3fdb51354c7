import type { Rates } from '#features/performance/rules/currency.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Position, PricedTrade } from './dealings.ts'
import type { Finding, Rule, ThresholdSchemas, Values } from './rule.ts'
import type { VerifiedFigures } from './texts/claims.ts'

/** Rules that review what an account has done over weeks, in the background. */

export interface ReviewFacts {
  /** Milliseconds UTC. */
  now: number
  /** UTC day of `now`. */
  today: number
  currency: string
  /** Decimals of the account's money. */
  digits: number
  /** Witnessed trades of the last `review_days`. */
  trades: readonly PricedTrade[]
  /** Positions that were closed in these days. */
  positions: readonly Position[]
  /** All daily rows of the account, in day order. */
  rows: readonly DailyRow[]
  rates: Rates
  /** The broker server, and how many traders have an account on it, this one included. */
  server: { name: string; traders: number }
  /** Own tickets that an account bound earlier by another person on the server has too, with the same second and money, newest first. */
  ticketsOfOthers: readonly string[]
  /** Codes of tags of the last `review_days` that stand: neither ended nor dismissed by a person. */
  currentTags: ReadonlySet<string>
  /** The trader's texts by their names. */
  texts: Readonly<Record<string, string>>
  verified: VerifiedFigures
}

export interface ReviewRule<Code extends string, Schemas extends ThresholdSchemas> extends Rule<Code, Schemas> {
  detect(facts: ReviewFacts, thresholds: Values<Schemas>): Finding<NoInfer<Code>>[]
}

/** Declares a rule of the review. Its findings are states: they end at the first review that no longer finds them. */
export function reviewRule<const Code extends string, const Schemas extends ThresholdSchemas>(
  rule: ReviewRule<Code, Schemas>,
): ReviewRule<Code, Schemas> {
  return rule
}
