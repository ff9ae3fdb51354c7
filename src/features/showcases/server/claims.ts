import { claimsInTexts } from '#features/integrity/server/review/texts.ts'
import { thresholdsOf } from '#features/integrity/server/thresholds.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ShowcaseClaim } from '../contract.ts'
import type { ShowcaseContent } from '../rules/fields.ts'
import { textsOf } from '../rules/leaves.ts'

/**
 * Forbidden promises, and numbers that the register does not confirm, in all texts of a showcase. Numbers are compared with the current
 * verified figures, as the integrity checks of a profile do. Without a connected account there are none to compare with.
 * `docs/showcases.md`, claims.
 */
export async function detectClaims(
  kernel: Kernel,
  traderId: string,
  content: ShowcaseContent,
): Promise<ShowcaseClaim[]> {
  const now = kernel.clock.now()
  const claims = await claimsInTexts(kernel.sql, traderId, textsOf(content), now, thresholdsOf(kernel))
  return claims.map(({ field, kind, words, about, claimed, verified }) => ({
    field,
    kind,
    words,
    about: about ?? null,
    claimed: claimed ?? null,
    verified: verified ?? null,
  }))
}
