import type { IgnoredSync } from '#features/ea/server/sync/checks.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { showsCode } from '../../levels/ownership-proof.ts'
import { otherAccount } from '../../rules/senders/other-account.ts'
import { replayedRequests } from '../../rules/senders/replayed-requests.ts'
import { noteClaims, type ClaimNote } from './claims.ts'
import { writeNotes } from './memory-queries.ts'

/**
 * Notes requests that changed nothing with the account they concern: at most one write a minute for each, and a claimant once.
 * @param now milliseconds UTC
 */
export async function noteIgnored(
  kernel: Pick<Kernel, 'sql' | 'secrets'>,
  ignored: readonly IgnoredSync[],
  now: number,
): Promise<void> {
  const notes = ignored.flatMap(({ account_id, reason, request }) => {
    if (reason === 'claimed') return []
    const { code, evidence } = (reason === 'repeated' ? replayedRequests : otherAccount).detect(request)
    return [{ account_id, code, evidence }]
  })
  const claims = ignored.flatMap((one): ClaimNote[] => {
    if (one.reason !== 'claimed') return []
    const { account_id, claimant, claim_code, request } = one
    return [{ account_id, claimant, shown: showsCode(request, claim_code) }]
  })
  if (notes.length > 0) await writeNotes(kernel.sql, notes, instantText(now))
  if (claims.length > 0) await noteClaims(kernel, claims, now)
}
