import type { Queryable, Transaction } from '#server/database/database.ts'

/** As stored; instants are ISO texts. */
export interface StoredProof {
  account_id: string
  code: string
  expires_at: string
  seen_at: string | null
  proven_at: string | null
}

/** Proofs that these accounts have begun and not finished. */
export function openProofs(tx: Transaction, accountIds: readonly string[]): Promise<StoredProof[]> {
  return tx<StoredProof[]>`
    select account_id, code, expires_at, seen_at, proven_at
      from ownership_proof where account_id = any (${[...accountIds]}::uuid[]) and proven_at is null`
}

export async function writeProof(
  tx: Transaction,
  proof: { account_id: string; seen_at: string | null; proven_at: string | null },
): Promise<void> {
  await tx`
    update ownership_proof set seen_at = ${proof.seen_at}, proven_at = ${proof.proven_at}
     where account_id = ${proof.account_id}`
}

export async function proofOf(sql: Queryable, accountId: string): Promise<StoredProof | null> {
  const rows = await sql<StoredProof[]>`
    select account_id, code, expires_at, seen_at, proven_at from ownership_proof where account_id = ${accountId}`
  return rows[0] ?? null
}

/** The trader's open account, locked until the transaction ends; null where none is bound. */
export async function lockBoundAccount(tx: Transaction, traderId: string): Promise<string | null> {
  const rows = await tx<{ account_id: string }[]>`
    select account_id from trading_account where trader_id = ${traderId} and closed_at is null for no key update`
  return rows[0]?.account_id ?? null
}

/** A new code takes an expired one's place. */
export async function storeCode(
  tx: Transaction,
  { account_id, code, at, expires_at }: { account_id: string; code: string; at: string; expires_at: string },
): Promise<void> {
  await tx`
    insert into ownership_proof (account_id, code, issued_at, expires_at)
    values (${account_id}, ${code}, ${at}, ${expires_at})
    on conflict (account_id) do update
      set code = excluded.code, issued_at = excluded.issued_at, expires_at = excluded.expires_at, seen_at = null`
}
