import * as z from 'zod/mini'
import { settingNotInteger } from '#shared/field-texts.ts'

/** The parts of an integrity rule. All of them stand in the file of the rule. `docs/integrity.md`. */

/**
 * The consequence of a finding.
 * - `info`: a tag.
 * - `warning`: a tag, and a case that an admin reviews.
 * - `hold`: a tag, and a case that keeps the account out of the ranking ("in verifica") until a person decides.
 * - `refusal`: the request was refused; a tag for owner and admins.
 */
export type Consequence = 'info' | 'warning' | 'hold' | 'refusal'

/** Who reads a finding. Only admins read a `silent` one, until its false alarms are known. */
export type Audience = 'public' | 'owner' | 'silent'

/**
 * How long a finding is shown.
 * - `event`: for a year after it happened.
 * - `state`: until a check no longer finds it.
 * - `sync`: while the last snapshot showed it.
 */
export type Life = 'event' | 'state' | 'sync'

/** Sentences for the owner: what was observed, and what can be answered or done. Italian. */
export interface OwnerTexts {
  observed: string
  answer: string
}

interface Declared {
  /** Its number in `docs/integrity.md`. */
  rule: `R${number}`
  consequence: Consequence
  life: Life
  /** When it is found, in English, for the table of `docs/integrity-rules.md`. Thresholds stand in backquotes. */
  when: string
  /** Short Italian name for lists. */
  name: string
  /** Italian: what the rule observed, and what else may explain it. */
  admin: string
}

/** `public` is what everybody reads. Italian sentences say what was observed, never why a person did it. */
export type FindingDeclaration = Declared &
  (
    | { audience: 'public'; public: string; owner: OwnerTexts }
    | { audience: 'owner'; owner: OwnerTexts }
    | { audience: 'silent' }
  )

/** A finding about one account, with enough for a person to review it without looking anything up. */
export interface Finding<Code extends string = string> {
  code: Code
  /** How many times in what was checked. */
  occurrences: number
  /** Inputs, threshold and what was found. Plain JSON: tickets as texts, amounts in account currency, times as ISO texts. */
  evidence: Record<string, unknown>
}

export function found<const Code extends string>(
  code: Code,
  evidence: Finding['evidence'],
  occurrences = 1,
): Finding<Code> {
  return { code, occurrences, evidence }
}

/** Records that a finding names at most. */
export const namedAtMost = 10

/** Rounded to a hundredth of the account currency. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100

/** Rounded to a hundredth of a percent. */
export const roundedShare = (share: number): number => Math.round(share * 1e4) / 1e4

export type ThresholdSchemas = Readonly<Record<string, z.ZodMiniDefault<z.ZodMiniNumber>>>
export type Values<Schemas extends ThresholdSchemas> = { readonly [Name in keyof Schemas]: number }

export interface Rule<Code extends string, Schemas extends ThresholdSchemas> {
  /** With their defaults. A threshold of another rule may be named again. */
  thresholds: Schemas
  findings: Readonly<Record<Code, FindingDeclaration>>
  /** Italian names of the evidence that this rule alone stores; others are in `evidence-terms.ts`. */
  terms?: Readonly<Record<string, string>>
}

const tooMuch = (highest: number) => `non può essere sopra ${highest}`
const within = (least: number, highest: number, initially: number) =>
  z._default(
    z
      .number('deve essere un numero')
      .check(z.minimum(least, `non può essere sotto ${least}`), z.maximum(highest, tooMuch(highest))),
    initially,
  )
const most = 1_000_000_000
/** Share of 1. */
export const share = (initially: number) => within(0, 1, initially)
/** How often, or whole days: a threshold of 0 would find everybody. */
export const count = (initially: number) =>
  z._default(
    z.int(settingNotInteger).check(z.minimum(1, 'non può essere sotto 1'), z.maximum(most, tooMuch(most))),
    initially,
  )
export const factor = (initially: number) => within(1, most, initially)
export const correlation = (initially: number) => within(-1, 1, initially)
/** Money, units or time. */
export const amount = (initially: number) => within(0, most, initially)

/** Declares a rule whose findings are made where the thing happens, by calling its `detect`. */
export function notedRule<
  const Code extends string,
  const Schemas extends ThresholdSchemas,
  Detect extends (...given: never[]) => unknown,
>(rule: Rule<Code, Schemas> & { detect: Detect }): Rule<Code, Schemas> & { detect: Detect } {
  return rule
}
