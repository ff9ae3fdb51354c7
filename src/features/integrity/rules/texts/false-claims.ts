import { reviewRule } from '../review-rule.ts'
import { share } from '../rule.ts'
import { claimsIn } from './claims.ts'

/** Claims that a finding names. */
const claimsNamed = 20

/** Promises and false numbers in the texts of a trader, by the field that they stand in. */
export const falseClaims = reviewRule({
  thresholds: { claim_share: share(0.1) },
  findings: {
    false_claims: {
      rule: 'R49',
      consequence: 'warning',
      audience: 'owner',
      life: 'state',
      when: 'Name or texts promise a gain, or state a number that differs from the verified one by more than `claim_share`.',
      name: 'Testi non veri',
      owner: {
        observed: 'Nome o presentazione contengono promesse, o numeri diversi da quelli osservati.',
        answer: 'Correggi il testo: scrivi solo cifre che il profilo mostra, e nessuna promessa di guadagno.',
      },
      admin: 'Promesse vietate, o cifre lontane da quelle osservate, nei testi del trader.',
    },
  },
  terms: {
    about: 'Riguarda',
    claim_share: 'Scarto ammesso',
    claimed: 'Dichiarato',
    claims: 'Affermazioni',
    field: 'Campo',
    texts: 'Testi',
    verified: 'Nel registro',
    words: 'Parole',
  },
  detect({ texts, verified }, limits) {
    const claims = Object.entries(texts).flatMap(([field, text]) =>
      claimsIn(text, verified, limits).map((claim) => ({ field, ...claim })),
    )
    if (claims.length === 0) return []
    return [
      {
        code: 'false_claims',
        occurrences: claims.length,
        evidence: {
          inputs: { texts: Object.keys(texts) },
          threshold: { claim_share: limits.claim_share },
          found: { claims: claims.slice(0, claimsNamed) },
        },
      },
    ]
  },
})
