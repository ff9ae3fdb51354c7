import type { Queryable, Sql, Transaction } from '#server/database/database.ts'
import type { Snapshot } from '../settlement/snapshot.ts'

export interface Arrival {
  provider: string
  dedupeKey: string
  paymentId: string
  rawBody: string
  snapshot: Snapshot
  /** ISO-8601. */
  at: string
}

/** Stores a genuine notification, once however often it comes. */
export async function storeEvent(sql: Sql, arrival: Arrival): Promise<void> {
  await sql`
    insert into provider_event (provider, dedupe_key, provider_payment_id, raw_body, snapshot, received_at)
    values (${arrival.provider}, ${arrival.dedupeKey}, ${arrival.paymentId}, ${arrival.rawBody},
            ${sql.json(arrival.snapshot as never)}, ${arrival.at})
    on conflict (provider, dedupe_key) do nothing`
}

export interface PendingEvent {
  event_id: number
  provider_payment_id: string | null
}

/** The oldest unprocessed notifications after `eventId` that are due. */
export async function pendingEvents(
  sql: Queryable,
  provider: string,
  eventId: number,
  { now, limit }: { now: string; limit: number },
): Promise<PendingEvent[]> {
  return sql<PendingEvent[]>`
    select event_id, provider_payment_id from provider_event
     where provider = ${provider} and processed_at is null and event_id > ${eventId}
       and (retry_at is null or retry_at <= ${now})
     order by event_id limit ${limit}`
}

/** Puts a notification's next try off until `at`. */
export async function postponeEvent(sql: Queryable, eventId: number, at: string): Promise<void> {
  await sql`update provider_event set retry_at = ${at} where event_id = ${eventId} and processed_at is null`
}

/** Locks an unprocessed notification; null where another transaction holds it or it is processed. */
export async function lockEvent(
  tx: Transaction,
  eventId: number,
): Promise<{ snapshot: Snapshot; received_at: string } | null> {
  const rows = await tx<{ snapshot: Snapshot; received_at: string }[]>`
    select snapshot, received_at from provider_event
     where event_id = ${eventId} and processed_at is null
       for update skip locked`
  return rows[0] ?? null
}

/** Marks a notification as processed. @param at ISO-8601 */
export async function finishEvent(tx: Transaction, eventId: number, outcome: string, at: string): Promise<void> {
  await tx`update provider_event set processed_at = ${at}, outcome = ${outcome} where event_id = ${eventId}`
}

/** The stored refusals of one reason. */
const retainedRefusals = 200

/** Stores a refused body, and keeps the newest 200 refusals of its reason. @param refusal `at`: ISO-8601 */
export async function storeRefusal(
  sql: Sql,
  refusal: { provider: string; reason: string; body: string; address: string; at: string },
): Promise<void> {
  await sql`
    insert into provider_refusal (provider, reason, body, address, refused_at)
    values (${refusal.provider}, ${refusal.reason}, ${refusal.body}, ${refusal.address}, ${refusal.at})`
  await sql`
    delete from provider_refusal
     where reason = ${refusal.reason}
       and refusal_id <= (select refusal_id from provider_refusal where reason = ${refusal.reason}
                           order by refusal_id desc offset ${retainedRefusals} limit 1)`
}
