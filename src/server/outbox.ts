import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { Queryable, Sql, Transaction } from './database.ts'
import type { Kernel } from './kernel.ts'
import { createMailTransport, MailFault, oneLine, type MailTransport } from './mail.ts'

export interface Message {
  /** `kernel.secrets.newId()`: the mail's Message-ID comes from it. */
  id: string
  /** What happened, once in all time: a second message of the same cause is not written. */
  cause: string
  /** An alert goes to every active admin. */
  kind: 'mail' | 'admin_alert'
  /** Of a mail: one address. */
  recipient?: string | null
  /** Whom an answer goes to, where that is not the sender: one address. */
  replyTo?: string | null
  subject: string
  /** Plain text; where `isSealed`, `kernel.secrets.seal(text, id)`. */
  body: string
  /** For the recipient's eyes alone (a link that opens an account): not shown to admins while it waits, gone once it left. */
  isSealed?: boolean
  /** Of a message that may not stay: text and address are gone once it left, and at this moment in any case. ISO-8601. */
  forgetAt?: string | null
  /** ISO-8601. */
  at: string
}

/**
 * Writes a message that leaves once the caller's transaction is committed, and never if it is not. Wake the outbox after the commit.
 * @returns false where its cause was told already
 */
export async function postMessage(tx: Queryable, message: Message): Promise<boolean> {
  const {
    id,
    cause,
    kind,
    recipient = null,
    replyTo = null,
    subject,
    body,
    isSealed = false,
    forgetAt = null,
    at,
  } = message
  const rows = await tx`
    insert into outbox (message_id, cause, kind, recipient, reply_to, subject, body, is_sealed, forget_at, created_at, next_attempt_at)
    values (${id}, ${cause}, ${kind}, ${recipient}, ${replyTo}, ${oneLine(subject)}, ${body}, ${isSealed}, ${forgetAt}, ${at}, ${at})
    on conflict (cause) do nothing
    returning message_id`
  return rows.length === 1
}

export interface OwnersMail {
  /** One address. */
  to: string
  /** As of a message. */
  cause: string
  subject: string
  /** Plain text. */
  body: string
  /** The text opens an account: only its recipient reads it. */
  isSecret?: boolean
}

/**
 * Writes a mail to one person, in the caller's transaction; wake the outbox after the commit. Where mail is not set up nothing is
 * written: it would wait for ever, under the eyes of admins whom it does not concern.
 */
export async function postMail(
  tx: Queryable,
  { config, secrets, clock }: Pick<Kernel, 'config' | 'secrets' | 'clock'>,
  { to, cause, subject, body, isSecret = false }: OwnersMail,
): Promise<void> {
  if (config.SMTP_URL === undefined) return
  const id = secrets.newId()
  await postMessage(tx, {
    id,
    cause,
    kind: 'mail',
    recipient: to,
    subject,
    body: isSecret ? secrets.seal(body, id) : body,
    isSealed: isSecret,
    at: instantText(Math.floor(clock.now())),
  })
}

/** Removes messages whether they left or not: what they were about is to be forgotten. */
export async function withdrawMessages(tx: Queryable, causes: readonly string[]): Promise<void> {
  if (causes.length > 0) await tx`delete from outbox where cause in ${tx([...causes])}`
}

interface WaitingRow {
  message_id: string
  kind: 'mail' | 'admin_alert'
  recipient: string | null
  reply_to: string | null
  subject: string
  body: string
  is_sealed: boolean
  attempts: number
}

/** After the first, second … failure, in minutes; then every hour, without end. */
const pauseMinutes = [1, 2, 5, 10, 30, 60]
/** Failures in a row after which the server, and not the message, counts as the fault: the rest waits for the next run. */
const failuresInRow = 3
/** How long a stop waits for the message that is leaving; one that is cut off leaves again, under the same Message-ID. */
const stopMs = 3_000
/** A server that swallows bytes slowly holds its message no longer than this. */
const sendSeconds = 60

/**
 * Sends what is due, one message a transaction: its row is locked while it leaves, so that of several instances one sends it, and a
 * killed one leaves it to the others. A crash between the server's word and the commit sends it again, under the same Message-ID.
 * @returns how many left and how many failed
 */
export async function deliverOutbox(
  { sql, clock, log, secrets }: Pick<Kernel, 'sql' | 'clock' | 'log' | 'secrets'>,
  transport: MailTransport,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ sent: number; failed: number }> {
  const done = { sent: 0, failed: 0 }
  let inRow = 0
  while (signal?.aborted !== true && inRow < failuresInRow) {
    const outcome = await sql.begin(async (tx) => {
      // While a mail leaves the transaction says nothing to the database: longer than a forgotten one may.
      await tx`select set_config('idle_in_transaction_session_timeout', ${`${sendSeconds}s`}, true)`
      const now = clock.now()
      const message = await nextDue(tx, now)
      if (message === undefined) return null
      const to = message.kind === 'mail' ? [message.recipient].filter((each) => each !== null) : await adminMails(tx)
      try {
        const { message_id: id, reply_to: replyTo, subject } = message
        const text = message.is_sealed ? opened(secrets, message) : message.body
        const refused = await transport.send({ id, to, replyTo, subject, text })
        await markSent(tx, id, now, refused.length === 0 ? null : `refused_${refused.length}`)
        return 'sent'
      } catch (error) {
        if (!(error instanceof MailFault)) throw error
        const minutes = pauseMinutes[Math.min(message.attempts, pauseMinutes.length - 1)] ?? 60
        await markFailed(tx, message.message_id, now + minutes * 60_000, error.message)
        log.warn({ message_id: message.message_id, fault: error.message, minutes }, 'message not sent')
        return 'failed'
      }
    })
    if (outcome === null) break
    done[outcome] += 1
    inRow = outcome === 'failed' ? inRow + 1 : 0
  }
  return done
}

/** One whose key is gone fails as if it were refused, and holds up no other one. */
function opened(secrets: Kernel['secrets'], { message_id: id, body }: WaitingRow): string {
  try {
    return secrets.open(body, id)
  } catch {
    throw new MailFault('unreadable')
  }
}

async function nextDue(tx: Transaction, now: number): Promise<WaitingRow | undefined> {
  const [row] = await tx<WaitingRow[]>`
    select message_id, kind, recipient, reply_to, subject, body, is_sealed, attempts
    from outbox
    where sent_at is null and next_attempt_at <= ${instantText(now)}
    order by next_attempt_at, message_id
    limit 1
    for update skip locked`
  return row
}

async function adminMails(tx: Transaction): Promise<string[]> {
  const rows = await tx<{ email: string }[]>`
    select email from trader where is_admin and deactivated_at is null order by email`
  return rows.map(({ email }) => email)
}

async function markSent(tx: Transaction, id: string, now: number, fault: string | null): Promise<void> {
  await tx`
    update outbox
       set sent_at = ${instantText(now)}, next_attempt_at = null, attempts = attempts + 1, last_error = ${fault},
           body = case when is_sealed or forget_at is not null then '' else body end,
           recipient = case when forget_at is null then recipient end
    where message_id = ${id}`
}

async function markFailed(tx: Transaction, id: string, next: number, fault: string): Promise<void> {
  await tx`
    update outbox set attempts = attempts + 1, next_attempt_at = ${instantText(next)}, last_error = ${fault}
    where message_id = ${id}`
}

export interface Outbox {
  /** A message was committed: it leaves soon, outside the caller's request. */
  wake: () => void
  /** Sends all that is due. Rejects where the database is away. */
  deliver: () => Promise<void>
  /** Sends nothing more and waits for the message that is leaving. */
  close: () => Promise<void>
}

/** The outbox of this instance. Without a mail server messages stay where they are, and admins read them there. */
export function createOutbox(
  kernel: Pick<Kernel, 'sql' | 'clock' | 'log' | 'config' | 'secrets'>,
  transport: MailTransport | null = createMailTransport(kernel.config),
): Outbox {
  const closing = new AbortController()
  let running: Promise<void> | null = null
  let again = false

  async function run(mail: MailTransport): Promise<void> {
    do {
      again = false
      await deliverOutbox(kernel, mail, { signal: closing.signal })
    } while (again && !closing.signal.aborted)
  }

  /** Whoever comes during a run waits for one that began after its message was written. */
  function deliver(): Promise<void> {
    if (transport === null || closing.signal.aborted) return Promise.resolve()
    if (running !== null) {
      again = true
      return running
    }
    running = run(transport).finally(() => (running = null))
    return running
  }

  return {
    deliver,
    wake: () =>
      void deliver().catch((error: unknown) => kernel.log.warn({ err: error }, 'outbox not delivered, later again')),
    async close() {
      closing.abort()
      await Promise.race([running?.catch(() => undefined), sleep(stopMs, undefined, { ref: false })])
      transport?.close()
    },
  }
}

/** What left is kept this long with its text and address; after that only that it left, and why. Milliseconds. */
const textKeptMs = 30 * DAY_MS

/** Empties messages that left long ago, and removes those that may not wait any longer; how many. */
export async function forgetSent({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  const before = instantText(Math.floor(clock.now()) - textKeptMs)
  const { count: removed } = await sql`
    delete from outbox where sent_at is null and forget_at <= ${instantText(Math.floor(clock.now()))}`
  const { count } = await sql`
    update outbox set body = '', recipient = null, reply_to = null
    where sent_at < ${before} and (body <> '' or recipient is not null)`
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
 * What has not left yet, newest first: for admins, who read it where no mail server is configured.
 * @param after id of the last message of the page before; it may have left meanwhile
 */
export function waitingMessages(sql: Sql, limit: number, after: string | null = null): Promise<WaitingMessage[]> {
  return sql<WaitingMessage[]>`
    select message_id, kind, recipient, subject, case when is_sealed then '' else body end as body, created_at, attempts, last_error
    from outbox
    where sent_at is null
      and (${after}::uuid is null
           or (created_at, message_id) < (select created_at, message_id from outbox where message_id = ${after}))
    order by created_at desc, message_id desc
    limit ${limit}`
}

/** How much waits, since when, and how many of it failed at least once. */
export async function outboxState(sql: Sql): Promise<{ waiting: number; oldest: string | null; failing: number }> {
  const [row] = await sql<{ waiting: number; oldest: string | null; failing: number }[]>`
    select count(*)::int as waiting, min(created_at) as oldest, (count(*) filter (where attempts > 0))::int as failing
    from outbox
    where sent_at is null`
  return row ?? { waiting: 0, oldest: null, failing: 0 }
}
