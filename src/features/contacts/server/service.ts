import type { Queryable } from '#server/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { postMessage, withdrawMessages } from '#server/outbox.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { instantText } from '#shared/dates.ts'
import type { sendMessage } from '../contract.ts'
import { isMachine, keptSince, subjectWords } from '../rules.ts'
import { deleteMessagesBefore, deleteMessagesOf, insertMessage, type ContactMessage } from './queries.ts'

/** Messages from one address: people read them. */
const messageLimit = perHour('contact', 3)

const thanks = 'Messaggio inviato. Ti rispondiamo all’indirizzo che hai indicato.'

/** Of the mail that carries a message. */
const causeOf = (messageId: string) => `contact:${messageId}`

/**
 * Keeps a message and has it mailed to the support address, or to the admins where none is configured; an answer to the mail goes to
 * whoever wrote. Who is signed in while writing is kept with it. What a program sent is answered alike and kept nowhere. `docs/operations/messages.md`.
 * @throws Failure TOO_MANY_REQUESTS after three in an hour from one address
 */
export async function receiveMessage(
  kernel: Kernel,
  { extra_notes, elapsed_ms, ...given }: BodyOf<typeof sendMessage>,
  { address, traderId }: { address: string; traderId: string | null },
): Promise<{ message: string }> {
  await countUse(kernel, messageLimit, { address })
  if (isMachine({ extra_notes, elapsed_ms })) {
    kernel.log.info({ subject: given.subject }, 'message of a program not kept')
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
      subject: `TopTrader, contatti: ${subjectWords[subject]}`,
      body: mailText(written),
      at,
    })
  })
  kernel.outbox.wake()
  return { message: thanks }
}

/** What somebody wrote comes last: nothing in it can pass for a line of ours below it. */
function mailText({ message_id: id, name, email, subject, message }: ContactMessage): string {
  return [
    `Da: ${name} (${email})`,
    `Oggetto: ${subjectWords[subject]}`,
    `Numero: ${id}`,
    '',
    'L’indirizzo non è verificato: chiunque può averlo scritto.',
    '',
    '----- messaggio -----',
    message,
    '',
  ].join('\n')
}

/** Removes messages that were kept for twelve months, and mails about them that never left; how many. */
export async function forgetContactMessages({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  return sql.begin(async (tx) => {
    const ids = await deleteMessagesBefore(tx, instantText(keptSince(clock.now())))
    await withdrawMessages(tx, ids.map(causeOf))
    return ids.length
  })
}

/**
 * Removes what somebody wrote while signed in, and the mails about it; how many messages. What came under the same address without a
 * session stays: it may be somebody else's.
 */
export async function eraseContactMessages(tx: Queryable, traderId: string): Promise<number> {
  const ids = await deleteMessagesOf(tx, traderId)
  await withdrawMessages(tx, ids.map(causeOf))
  return ids.length
}
