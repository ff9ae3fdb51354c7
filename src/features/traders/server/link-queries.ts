import type { Queryable, Transaction } from '#server/database/database.ts'
import type { TraderLink } from '#shared/text/links.ts'

export async function updateMyfxbook(sql: Queryable, traderId: string, url: string | null, now: string): Promise<void> {
  await sql`update trader set myfxbook_url = ${url}, updated_at = ${now} where trader_id = ${traderId}`
}

export async function lockLinks(
  tx: Transaction,
  traderId: string,
): Promise<Partial<Record<TraderLink, string>> | null> {
  const rows = await tx<{ links: Partial<Record<TraderLink, string>> }[]>`
    select links from trader where trader_id = ${traderId} for update`
  return rows[0]?.links ?? null
}

export async function updateLinks(
  tx: Transaction,
  traderId: string,
  links: Record<string, string>,
  now: string,
): Promise<void> {
  await tx`update trader set links = ${tx.json(links)}, updated_at = ${now} where trader_id = ${traderId}`
}
