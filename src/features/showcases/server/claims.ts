import { claimsInTexts, thresholdsOf } from '#features/integrity/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ShowcaseClaim } from '../contract.ts'
import type { ShowcaseContent } from '../rules/fields.ts'
import { textsOf } from '../rules/leaves.ts'

/**
 * Promises that nobody may make, and numbers that the register does not confirm, in all texts of a showcase; judged by the verified
 * figures of now, as the integrity checks judge a profile. Without a connected account there is nothing to hold numbers against.
 * `docs/showcases.md`, claims.
 */
export async function judgeShowcase(
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
