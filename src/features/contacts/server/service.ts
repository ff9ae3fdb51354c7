import type { Queryable } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { postMessage, withdrawMessages } from '#server/outbox/outbox.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { instantText } from '#shared/dates.ts'
import type { sendMessage } from '../contract.ts'
import { isAutomated, retainedSince, subjectLabels } from '../rules.ts'
import { deleteMessagesBefore, deleteMessagesOf, insertMessage, type ContactMessage } from './queries.ts'

/** Messages from one address: people read them. */
const messageLimit = perHour('contact', 3)

const thanks = 'Messaggio inviato. Ti rispondiamo all’indirizzo che hai indicato.'

/** Cause of the mail that carries a message. */
const causeOf = (messageId: string) => `contact:${messageId}`

/**
 * Stores a message and mails it to the support address, or to the admins where none is configured. A reply to the mail reaches the
 * writer. The signed-in trader is stored with it. A program's message gets the same answer and is not stored. `docs/operations/messages.md`.
 * @throws Failure TOO_MANY_REQUESTS after three in an hour from one address
 */
export async function receiveMessage(
  kernel: Kernel,
  { extra_notes, elapsed_ms, ...given }: BodyOf<typeof sendMessage>,
  { address, traderId }: { address: string; traderId: string | null },
): Promise<{ message: string }> {
  await countUse(kernel, messageLimit, { address })
  if (isAutomated({ extra_notes, elapsed_ms })) {
    kernel.log.info({ subject: given.subject }, 'message of a program not stored')
    return { message: thanks }
  }
  const { name, email, subject, message } = given
  const at = instantText(Math.floor(kernel.clock.now()))
  const written: ContactMessage = { message_id: kernel.secrets.newId(), name, email, subject, message, created_at: at }
  const support = kernel.config.SUPPORT_EMAIL ?? null
  await kernel.sql.begin(async (tx) => {
    await insertMessage(tx, written, traderId)
    await postMessage(tx, {
      id: kernel.secrets.newId(),
      cause: causeOf(written.message_id),
      kind: support === null ? 'admin_alert' : 'mail',
      recipient: support,
      replyTo: email,
      subject: `TopTrader, contatti: ${subjectLabels[subject]}`,
      body: mailText(written),
      at,
    })
  })
  kernel.outbox.wake()
  return { message: thanks }
}

/** The writer's text comes last: nothing in it passes for a line of ours. */
function mailText({ message_id: id, name, email, subject, message }: ContactMessage): string {
  return [
    `Da: ${name} (${email})`,
    `Oggetto: ${subjectLabels[subject]}`,
    `Numero: ${id}`,
    '',
    'L’indirizzo non è verificato: chiunque può averlo scritto.',
    '',
    '----- messaggio -----',
    message,
    '',
  ].join('\n')
}

/** Removes messages that are older than twelve months, and unsent mails about them. @returns how many messages */
export async function pruneContactMessages({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  return sql.begin(async (tx) => {
    const ids = await deleteMessagesBefore(tx, instantText(retainedSince(clock.now())))
    await withdrawMessages(tx, ids.map(causeOf))
    return ids.length
  })
}

/**
 * Removes messages that a trader wrote while signed in, and the mails about them. Messages with the same address but without a session
 * stay: their writer may be another person.
 * @returns how many messages
 */
export async function eraseContactMessages(tx: Queryable, traderId: string): Promise<number> {
  const ids = await deleteMessagesOf(tx, traderId)
  await withdrawMessages(tx, ids.map(causeOf))
  return ids.length
}
