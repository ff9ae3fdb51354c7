import type { Queryable, Transaction } from '#server/database/database.ts'

export interface SecondFactor {
  secret_sealed: string
  confirmed_at: string | null
  last_step: number | null
}

export async function secondFactorOf(sql: Queryable, traderId: string): Promise<SecondFactor | null> {
  const rows = await sql<SecondFactor[]>`
    select secret_sealed, confirmed_at, last_step::float8 as last_step from second_factor where trader_id = ${traderId}`
  return rows[0] ?? null
}

/** @returns false where there is a confirmed one, which is never replaced */
export async function prepareSecret(sql: Queryable, traderId: string, sealed: string, now: string): Promise<boolean> {
  const { count } = await sql`
    insert into second_factor (trader_id, secret_sealed, created_at) values (${traderId}, ${sealed}, ${now})
    on conflict (trader_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, last_step = null
     where second_factor.confirmed_at is null`
  return count === 1
}

/** @returns false where another request confirmed it, or prepared another secret, meanwhile */
export async function confirmSecret(
  tx: Transaction,
  traderId: string,
  proven: { sealed: string; step: number },
  now: string,
): Promise<boolean> {
  const { count } = await tx`
    update second_factor set confirmed_at = ${now}, last_step = ${proven.step}
     where trader_id = ${traderId} and confirmed_at is null and secret_sealed = ${proven.sealed}`
  return count === 1
}

/** Redeems a step's code. @returns false where that one, or a later one, was redeemed before */
export async function redeemStep(tx: Queryable, traderId: string, step: number): Promise<boolean> {
  const { count } = await tx`
    update second_factor set last_step = ${step}
     where trader_id = ${traderId} and confirmed_at is not null and (last_step is null or last_step < ${step})`
  return count === 1
}

/** @returns false where there is no such code, or it was redeemed before */
export async function redeemRecoveryCode(tx: Queryable, traderId: string, hash: Buffer, now: string): Promise<boolean> {
  const { count } = await tx`
    update recovery_code set used_at = ${now} where trader_id = ${traderId} and code_hash = ${hash} and used_at is null`
  return count === 1
}

export async function recoveryCodesLeft(sql: Queryable, traderId: string): Promise<number> {
  const [row] = await sql<{ unused: number }[]>`
    select count(*)::int as unused from recovery_code where trader_id = ${traderId} and used_at is null`
  return row?.unused ?? 0
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  traderId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx`delete from recovery_code where trader_id = ${traderId}`
  for (const hash of hashes) await tx`insert into recovery_code (trader_id, code_hash) values (${traderId}, ${hash})`
}

/** Deletes an active second factor with its recovery codes. @returns false where there was none */
export async function deleteSecondFactor(tx: Transaction, traderId: string): Promise<boolean> {
  const { count } = await tx`delete from second_factor where trader_id = ${traderId} and confirmed_at is not null`
  return count === 1
}

/** Deletes secrets that were prepared and never confirmed. */
export async function deleteUnconfirmed(sql: Queryable, preparedBefore: string): Promise<void> {
  await sql`delete from second_factor where confirmed_at is null and created_at < ${preparedBefore}`
}

/** Makes an admin's session an ordinary one: with all rights of admins, and without an end of its own. */
export async function restoreAdminRights(tx: Transaction, sessionId: string): Promise<void> {
  await tx`update session set is_limited = false, ends_at = null where session_id = ${sessionId}`
}
