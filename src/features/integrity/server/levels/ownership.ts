import { randomBytes } from 'node:crypto'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { createOwnershipCode } from '../../contract.ts'
import { codeHours, codeOf, isInForce, proofAfter, type Proof } from '../../levels/ownership-proof.ts'
import { lockBoundAccount, openProofs, proofOf, storeCode, writeProof, type StoredProof } from './ownership-queries.ts'

/** How traders prove that they may trade on their account. `docs/integrity.md`, levels. */

/**
 * Looks for the orders of open proofs in accepted syncs. Costs one look-up by key for all of them.
 * @param at receipt, ISO text
 */
export async function noteOwnership(
  tx: Transaction,
  syncs: readonly { account_id: string; request: SyncRequest }[],
  at: string,
): Promise<void> {
  if (syncs.length === 0) return
  const byAccount = new Map(syncs.map((sync) => [sync.account_id, sync.request]))
  for (const stored of await openProofs(tx, [...byAccount.keys()])) {
    const request = byAccount.get(stored.account_id)
    if (request === undefined) continue
    const before = readProof(stored)
    const after = proofAfter(before, request, Date.parse(at))
    if (after === before) continue
    const { account_id } = stored
    await writeProof(tx, {
      account_id,
      seen_at: instantText(after.seen_at),
      proven_at: instantText(after.proven_at),
    })
  }
}

/**
 * The code in force, or a new one.
 * @throws Failure ACCOUNT_NOT_BOUND, OWNERSHIP_PROVEN
 */
export async function issueCode(kernel: Kernel, traderId: string): Promise<ResponseOf<typeof createOwnershipCode>> {
  const now = Math.floor(kernel.clock.now())
  return kernel.sql.begin(async (tx) => {
    const accountId = (await lockBoundAccount(tx, traderId)) ?? fail('ACCOUNT_NOT_BOUND')
    const stored = await proofOf(tx, accountId)
    const proof = stored && readProof(stored)
    if (proof !== null && proof.proven_at !== null) return fail('OWNERSHIP_PROVEN')
    if (proof !== null && isInForce(proof, now)) return answerOf(proof)
    const expires = now + codeHours * HOUR_MS
    const code = newCode()
    await storeCode(tx, { account_id: accountId, code, at: instantText(now), expires_at: instantText(expires) })
    return answerOf({ code, expires_at: expires, seen_at: null, proven_at: null })
  })
}

export function readProof({ code, expires_at, seen_at, proven_at }: StoredProof): Proof {
  return {
    code,
    expires_at: Date.parse(expires_at),
    seen_at: seen_at === null ? null : Date.parse(seen_at),
    proven_at: proven_at === null ? null : Date.parse(proven_at),
  }
}

function answerOf({ code, expires_at, seen_at }: Proof): ResponseOf<typeof createOwnershipCode> {
  const message =
    seen_at === null
      ? `Inserisci un ordine pendente lontano dal prezzo con il commento ${code}, entro ${codeHours} ore.`
      : 'L’ordine è stato visto: ora cancellalo.'
  return { code, expires_at: instantText(expires_at), message }
}

function newCode(): string {
  for (;;) {
    const code = codeOf(randomBytes(32))
    if (code !== null) return code
  }
}
