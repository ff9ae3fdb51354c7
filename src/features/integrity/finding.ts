import type { FindingCode } from './catalogue.ts'

/** What a rule found of one account: enough for a person to judge it without looking anything up. */
export interface Finding {
  code: FindingCode
  /** How many times in what was judged. */
  occurrences: number
  /** Inputs, threshold and what was found. Plain JSON: tickets as texts, amounts in account currency, times as ISO texts. */
  evidence: Record<string, unknown>
}
