import type { Queryable, Sql, Transaction } from '#server/database/database.ts'

export interface ProfileRow {
  username: string
  display_name: string
  email: string
  country: string
  member_since: string
  bio: string | null
  social_text: string | null
  hide_amounts: boolean
  avatar_key: string | null
}

export async function profileRow(sql: Queryable, traderId: string): Promise<ProfileRow | null> {
  const rows = await sql<ProfileRow[]>`
    select username, display_name, email, country, created_at as member_since, bio, social_text, hide_amounts, avatar_key
      from trader where trader_id = ${traderId}`
  return rows[0] ?? null
}

/** The same, locked until the transaction ends: of two changes at once the second reads the first. */
export async function lockProfile(tx: Transaction, traderId: string): Promise<ProfileRow | null> {
  await tx`select from trader where trader_id = ${traderId} for update`
  return profileRow(tx, traderId)
}

export async function updateProfileRow(
  tx: Transaction,
  traderId: string,
  { bio, social_text, hide_amounts }: Pick<ProfileRow, 'bio' | 'social_text' | 'hide_amounts'>,
  now: string,
): Promise<void> {
  await tx`
    update trader set bio = ${bio}, social_text = ${social_text}, hide_amounts = ${hide_amounts}, updated_at = ${now}
     where trader_id = ${traderId}`
}

/** @returns the picture's former key; undefined where the trader is gone */
export async function replaceAvatarKey(
  tx: Transaction,
  traderId: string,
  key: string | null,
  now: string,
): Promise<string | null | undefined> {
  const [before] = await tx<{ avatar_key: string | null }[]>`
    select avatar_key from trader where trader_id = ${traderId} and deactivated_at is null for update`
  if (before === undefined) return undefined
  await tx`update trader set avatar_key = ${key}, updated_at = ${now} where trader_id = ${traderId}`
  return before.avatar_key
}

/** True where the public may see the trader with this picture; null where no trader has it. */
export async function avatarIsShown(sql: Queryable, picture: string): Promise<boolean | null> {
  const [trader] = await sql<{ is_shown: boolean }[]>`
    select coalesce(deactivated_at, erasing_at) is null and email_proof <> 'awaited' as is_shown
      from trader where avatar_key = ${picture}`
  return trader?.is_shown ?? null
}

/** Keys of all pictures that are shown. */
export async function avatarKeys(sql: Queryable): Promise<Set<string>> {
  const rows = await sql<{ avatar_key: string }[]>`select avatar_key from trader where avatar_key is not null`
  return new Set(rows.map((row) => row.avatar_key))
}

export interface ErasedRow {
  trader_id: string
  username: string
  email: string
  avatar_key: string | null
  is_admin: boolean
  erasing_at: string | null
}

/** Locked until the transaction ends; null for a trader who is gone. */
export async function lockErased(tx: Transaction, traderId: string): Promise<ErasedRow | null> {
  const rows = await tx<ErasedRow[]>`
    select trader_id, username, email, avatar_key, is_admin, erasing_at from trader where trader_id = ${traderId} for update`
  return rows[0] ?? null
}

/** A trader whose erasure has begun; null for others, and after it. */
export async function readErased(
  sql: Queryable,
  traderId: string,
): Promise<(ErasedRow & { erasing_at: string }) | null> {
  const rows = await sql<(ErasedRow & { erasing_at: string })[]>`
    select trader_id, username, email, avatar_key, is_admin, erasing_at from trader
     where trader_id = ${traderId} and erasing_at is not null`
  return rows[0] ?? null
}

/** Closes the account: no session opens, and no list shows the trader. */
export async function markErasing(tx: Transaction, traderId: string, now: string): Promise<void> {
  await tx`
    update trader set erasing_at = ${now}, deactivated_at = coalesce(deactivated_at, ${now}), updated_at = ${now}
     where trader_id = ${traderId}`
}

export async function deleteTrader(tx: Transaction, traderId: string): Promise<void> {
  await tx`delete from trader where trader_id = ${traderId} and erasing_at is not null`
}

export interface Unfinished {
  trader_id: string
  erasing_at: string
}

/** Erasures that began before this moment and did not end, the least recently tried first. */
export function unfinishedErasures(sql: Sql, before: string, limit: number): PromiseLike<Unfinished[]> {
  return sql<Unfinished[]>`
    select trader_id, erasing_at from trader
     where erasing_at < ${before}
     order by coalesce(erasing_tried_at, erasing_at) limit ${limit}`
}

export async function recordAttempt(sql: Queryable, traderId: string, now: string): Promise<void> {
  await sql`update trader set erasing_tried_at = ${now} where trader_id = ${traderId}`
}

/** Those of the ids that are traders and not being erased. */
export async function tradersAmong(sql: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await sql<{ trader_id: string }[]>`
    select trader_id from trader where trader_id = any (${ids as string[]}::uuid[]) and erasing_at is null`
  return rows.map((row) => row.trader_id)
}

/** The trader of an export with all accounts, closed ones too. */
export async function exportedTrader(
  sql: Queryable,
  traderId: string,
): Promise<{ trader_id: string; email: string; accounts: string[] } | null> {
  const rows = await sql<{ trader_id: string; email: string; accounts: string[] }[]>`
    select trader_id, email,
           array(select account_id::text from trading_account account where account.trader_id = trader.trader_id
                  order by bound_at, account_id) as accounts
      from trader where trader_id = ${traderId}`
  return rows[0] ?? null
}

/** @returns false where another export of the trader holds the turn */
export async function claimExport(
  sql: Queryable,
  traderId: string,
  { until, now }: { until: string; now: string },
): Promise<boolean> {
  const { count } = await sql`
    update trader set exporting_until = ${until}
     where trader_id = ${traderId} and (exporting_until is null or exporting_until <= ${now})`
  return count > 0
}

/** @param held the last renewal: the lease of another export stays unchanged */
export async function extendExport(
  sql: Queryable,
  traderId: string,
  { held, until }: { held: string; until: string },
): Promise<boolean> {
  const { count } = await sql`
    update trader set exporting_until = ${until} where trader_id = ${traderId} and exporting_until = ${held}`
  return count > 0
}

export async function releaseExport(sql: Queryable, traderId: string, held: string): Promise<void> {
  await sql`update trader set exporting_until = null where trader_id = ${traderId} and exporting_until = ${held}`
}
