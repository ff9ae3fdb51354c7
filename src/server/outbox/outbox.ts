import { DAY_MS, instantText } from '#shared/dates.ts'
import type { Queryable, Sql } from '../database/database.ts'
import type { Kernel } from '../kernel.ts'
import { oneLine } from './mail.ts'
import type { SealedColumn } from '../settings/resealing.ts'

export interface Message {
  /** `kernel.secrets.newId()`: the mail's Message-ID comes from it. */
  id: string
  /** The event, unique for all time: a second message of the same cause is not written. */
  cause: string
  /** An alert goes to every active admin. */
  kind: 'mail' | 'admin_alert'
  /** One address, for a mail. */
  recipient?: string | null
  /** The trader who receives the mail: exported to them and erased with them. */
  traderId?: string | null
  /** The address for replies, where it is not the sender's. */
  replyTo?: string | null
  subject: string
  /** Plain text; where `isSealed`, `kernel.secrets.seal(text, id)`. */
  body: string
  /** For the recipient alone (a link that gives access to an account): hidden from admins while it waits, deleted once it left. */
  isSealed?: boolean
  /** For a message that may not stay: text and address are deleted once it left, and at this moment in any case. ISO-8601. */
  forgetAt?: string | null
  /** ISO-8601. */
  at: string
}

/** Waiting mail for the recipient alone. */
export const sealedMails: SealedColumn = { table: 'outbox', id: 'message_id', column: 'body', only: 'is_sealed' }

/**
 * Writes a message that leaves once the caller's transaction is committed, and never if it is not. Wake the outbox after the commit.
 * @returns false where a message of the same cause exists
 */
export async function postMessage(tx: Queryable, message: Message): Promise<boolean> {
  const {
    id,
    cause,
    kind,
    recipient = null,
    traderId = null,
    replyTo = null,
    subject,
    body,
    isSealed = false,
    forgetAt = null,
    at,
  } = message
  const rows = await tx`
    insert into outbox (message_id, cause, kind, recipient, trader_id, reply_to, subject, body, is_sealed, forget_at, created_at, next_attempt_at)
    values (${id}, ${cause}, ${kind}, ${recipient}, ${traderId}, ${replyTo}, ${oneLine(subject)}, ${body}, ${isSealed}, ${forgetAt}, ${at}, ${at})
    on conflict (cause) do nothing
    returning message_id`
  return rows.length === 1
}

/** Removes messages, sent or not, when their subject is erased. */
export async function withdrawMessages(tx: Queryable, causes: readonly string[]): Promise<void> {
  if (causes.length > 0) await tx`delete from outbox where cause in ${tx([...causes])}`
}

/** Removes a trader's messages, sent or not; how many. Waits for a message that is leaving right now. */
export async function eraseMessages(tx: Queryable, traderId: string): Promise<number> {
  const { count } = await tx`delete from outbox where trader_id = ${traderId}`
  return count
}

/** Retention of a sent message's text and address, in milliseconds; after that only its cause and time remain. */
const textRetentionMs = 30 * DAY_MS

/** Empties messages that left, or were given up, long ago, and removes those that may not wait any longer; how many. */
export async function pruneSent({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  const before = instantText(Math.floor(clock.now()) - textRetentionMs)
  const { count: removed } = await sql`
    delete from outbox where sent_at is null and forget_at <= ${instantText(Math.floor(clock.now()))}`
  const { count } = await sql`
    update outbox set body = '', recipient = null, reply_to = null
    where coalesce(sent_at, given_up_at) < ${before} and (body <> '' or recipient is not null)`
  return count + removed
}

export interface WaitingMessage {
  message_id: string
  kind: 'mail' | 'admin_alert'
  recipient: string | null
  subject: string
  body: string
  created_at: string
  attempts: number
  last_error: string | null
}

/**
 * The messages that have not left yet, newest first: admins read them where no mail server is configured.
 * @param after id of the last message of the page before; it may have left meanwhile
 */
export function waitingMessages(sql: Sql, limit: number, after: string | null = null): Promise<WaitingMessage[]> {
  return sql<WaitingMessage[]>`
    select message_id, kind, recipient, subject, case when is_sealed then '' else body end as body, created_at, attempts, last_error
    from outbox
    where sent_at is null and given_up_at is null
      and (${after}::uuid is null
           or (created_at, message_id) < (select created_at, message_id from outbox where message_id = ${after}))
    order by created_at desc, message_id desc
    limit ${limit}`
}

/** The number of waiting messages, the oldest one's time, and how many failed at least once. */
export async function outboxState(sql: Sql): Promise<{ waiting: number; oldest: string | null; failing: number }> {
  const [row] = await sql<{ waiting: number; oldest: string | null; failing: number }[]>`
    select count(*)::int as waiting, min(created_at) as oldest, (count(*) filter (where attempts > 0))::int as failing
    from outbox
    where sent_at is null and given_up_at is null`
  return row ?? { waiting: 0, oldest: null, failing: 0 }
}

/**
 * The time since which the oldest due message waits: from its beginning. A message that its recipient refused waits for its own next try,
 * and is left out.
 */
export async function overdueSince(sql: Queryable, now: string): Promise<string | null> {
  const [row] = await sql<{ since: string | null }[]>`
    select min(case when is_refused then next_attempt_at else created_at end) as since
    from outbox
    where sent_at is null and given_up_at is null and (not is_refused or next_attempt_at <= ${now})`
  return row?.since ?? null
}
