import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import { onlyRow, type Queryable, type Transaction } from '#server/database/database.ts'
import type { ProviderErrorKind } from '../../provider.ts'

/** The moments of a buyer's orders that got a page, after this one, newest first, at most `limit`. */
export async function ordersSince(sql: Queryable, traderId: string, since: string, limit: number): Promise<string[]> {
  const rows = await sql<{ created_at: string }[]>`
    select created_at from payment_order
     where trader_id = ${traderId} and created_at > ${since}
       and exists (select from payment_invoice where payment_invoice.order_id = payment_order.order_id)
     order by created_at desc
     limit ${limit}`
  return rows.map((row) => row.created_at)
}

/** The moments at which pages were requested for a buyer, after this one, newest first, at most `limit`. */
export async function attemptsSince(sql: Queryable, traderId: string, since: string, limit: number): Promise<string[]> {
  const rows = await sql<{ attempted_at: string }[]>`
    select attempted_at
      from payment_attempt join payment_order using (order_id)
     where trader_id = ${traderId} and attempted_at > ${since}
     order by attempted_at desc
     limit ${limit}`
  return rows.map((row) => row.attempted_at)
}

interface Refusal {
  refusal: ProviderErrorKind
  attempted_at: string
}

/** The provider's last refusal of a buyer's plan in this coin (null: chosen on its page) after `since`; null where there is none. */
export async function refusalSince(
  sql: Queryable,
  { traderId, plan, coin, since }: { traderId: string; plan: PlanCode; coin: string | null; since: string },
): Promise<Refusal | null> {
  const rows = await sql<Refusal[]>`
    select refusal, attempted_at
      from payment_attempt join payment_order using (order_id)
     where trader_id = ${traderId} and plan = ${plan} and coin is not distinct from ${coin}
       and attempted_at > ${since} and refusal is not null
     order by attempted_at desc
     limit 1`
  return rows[0] ?? null
}

/** Records that a page is requested for an order. @param attempt `at`: ISO-8601 @returns the attempt's id */
export async function insertAttempt(
  tx: Transaction,
  attempt: { orderId: string; coin: string | null; at: string },
): Promise<number> {
  const rows = await tx<{ attempt_id: number }[]>`
    insert into payment_attempt (order_id, coin, attempted_at)
    values (${attempt.orderId}, ${attempt.coin}, ${attempt.at})
    returning attempt_id`
  return onlyRow(rows).attempt_id
}

/** @param refusal the kind of the provider's refusal */
export async function markAttempt(sql: Queryable, attemptId: number, refusal: ProviderErrorKind): Promise<void> {
  await sql`update payment_attempt set refusal = ${refusal} where attempt_id = ${attemptId}`
}

/** Removes an attempt that sent nothing. */
export async function dropAttempt(sql: Queryable, attemptId: number): Promise<void> {
  await sql`delete from payment_attempt where attempt_id = ${attemptId}`
}

/** Removes attempts from before an instant, ISO-8601. */
export async function pruneAttempts(sql: Queryable, before: string): Promise<void> {
  await sql`delete from payment_attempt where attempted_at < ${before}`
}
