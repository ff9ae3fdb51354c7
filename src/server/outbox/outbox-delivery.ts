import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { Transaction } from '../database/database.ts'
import type { Kernel, Outbox } from '../kernel.ts'
import { deliveries } from './outbox-metrics.ts'
import { createMailTransport, MailError, MailRefused, type MailTransport } from './mail.ts'

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

/** Minutes after the first, second … failure; then every hour, without end. */
const pauseMinutes = [1, 2, 5, 10, 30, 60]
/** Minutes after the first, second … refusal by a mail's recipient; then it is given up: two days and a half in all. */
const refusedMinutes = [10, 60, 360, 2_880]
/** Failures in a row after which the server, and not the message, counts as broken: the rest waits for the next run. */
const failuresInRow = 3
/** How long a stop waits for the message that is leaving; an interrupted one leaves again, under the same Message-ID. */
const stopMs = 3_000
/** A server that swallows bytes slowly holds its message no longer than this. */
const sendSeconds = 60

/**
 * Sends the due messages, one message a transaction. The transaction locks the row: one of several instances sends it, and a killed
 * instance leaves it to the others. A crash between the server's word and the commit sends it again, under the same Message-ID. New
 * messages go before failed ones. A recipient who refuses is no failure of the server: one mailbox never holds up the others.
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
      // While a mail leaves the transaction sends no statement: it may stay idle longer than an abandoned one.
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
        if (!(error instanceof MailError)) throw error
        await markFailed(tx, message, now, error)
        log.warn({ message_id: message.message_id, error: error.message }, 'message not sent')
        return error instanceof MailRefused ? 'refused' : 'failed'
      }
    })
    if (outcome === null) break
    done[outcome === 'sent' ? 'sent' : 'failed'] += 1
    if (outcome !== 'refused') inRow = outcome === 'failed' ? inRow + 1 : 0
  }
  return done
}

/** A message whose key is gone fails as if it were refused, and holds up no other one. */
function opened(secrets: Kernel['secrets'], { message_id: id, body }: WaitingRow): string {
  try {
    return secrets.open(body, id)
  } catch {
    throw new MailRefused('unreadable')
  }
}

async function nextDue(tx: Transaction, now: number): Promise<WaitingRow | undefined> {
  const [row] = await tx<WaitingRow[]>`
    select message_id, kind, recipient, reply_to, subject, body, is_sealed, attempts
    from outbox
    where sent_at is null and given_up_at is null and next_attempt_at <= ${instantText(now)}
    order by attempts > 0, next_attempt_at, message_id
    limit 1
    for update skip locked`
  return row
}

async function adminMails(tx: Transaction): Promise<string[]> {
  const rows = await tx<{ email: string }[]>`
    select email from trader where is_admin and deactivated_at is null order by email`
  return rows.map(({ email }) => email)
}

async function markSent(tx: Transaction, id: string, now: number, error: string | null): Promise<void> {
  await tx`
    update outbox
       set sent_at = ${instantText(now)}, next_attempt_at = null, attempts = attempts + 1, last_error = ${error},
           body = case when is_sealed or forget_at is not null then '' else body end,
           recipient = case when forget_at is null then recipient end
    where message_id = ${id}`
}

/** An alert is never given up: the admins' addresses change. */
async function markFailed(
  tx: Transaction,
  { message_id: id, kind, attempts }: WaitingRow,
  now: number,
  error: MailError,
): Promise<void> {
  const isRefused = error instanceof MailRefused && kind === 'mail'
  const minutes = isRefused ? refusedMinutes[attempts] : (pauseMinutes[attempts] ?? pauseMinutes.at(-1))
  if (minutes === undefined) {
    await tx`
      update outbox
         set attempts = attempts + 1, given_up_at = ${instantText(now)}, next_attempt_at = null, last_error = ${error.message},
             body = case when is_sealed then '' else body end
       where message_id = ${id}`
    return
  }
  await tx`
    update outbox
       set attempts = attempts + 1, next_attempt_at = ${instantText(now + minutes * MINUTE_MS)}, last_error = ${error.message},
           is_refused = ${isRefused}
     where message_id = ${id}`
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
      const { sent, failed } = await deliverOutbox(kernel, mail, { signal: closing.signal })
      deliveries(kernel).inc({ result: 'sent' }, sent)
      deliveries(kernel).inc({ result: 'failed' }, failed)
    } while (again && !closing.signal.aborted)
  }

  /** A caller during a run waits for a run that began after its message was written. */
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
