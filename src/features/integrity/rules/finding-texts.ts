import { catalogue, isFindingCode, termsOf, type FindingCode } from './catalogue.ts'
import type { Audience, OwnerTexts } from './rule.ts'

/** The texts of a finding. A code of another version is shown as it is, never dropped. */

const unknownText = (code: string): string => `Segnalazione: ${code}.`

/** For everybody. */
export function publicFinding(code: string): { code: string; text: string } {
  const declared = isFindingCode(code) ? catalogue[code] : undefined
  return { code, text: declared?.audience === 'public' ? declared.public : unknownText(code) }
}

/** For the owner of the account: what was observed, and what can be answered or done. */
export function ownerTexts(code: string): OwnerTexts {
  const declared = isFindingCode(code) ? catalogue[code] : undefined
  if (declared !== undefined && declared.audience !== 'silent') return declared.owner
  return { observed: unknownText(code), answer: 'Se non ti torna, rispondi o scrivici.' }
}

/** For admins. A code of another version counts as public: that is the most that may follow from it. */
export function adminTexts(code: string): { rule: string; name: string; text: string; audience: Audience } {
  if (!isFindingCode(code)) return { rule: '?', name: code, text: unknownText(code), audience: 'public' }
  const { rule, name, admin, audience } = catalogue[code]
  return { rule, name, text: admin, audience }
}

/** Evidence, and the Italian names of what stands in it. */
export function namedEvidence(evidence: Record<string, unknown>) {
  return { evidence, terms: termsOf(evidence) }
}

/** Findings that open cases with their names, in the order of the alphabet. */
export const casesByName: readonly { code: FindingCode; name: string }[] = (Object.keys(catalogue) as FindingCode[])
  .filter((code) => ['warning', 'hold'].includes(catalogue[code].consequence))
  .map((code) => ({ code, name: catalogue[code].name }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'it'))
