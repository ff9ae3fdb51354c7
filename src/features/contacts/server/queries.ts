import type { Queryable } from '#server/database/database.ts'
import type { Subject } from '../rules.ts'

export interface ContactMessage {
  message_id: string
  name: string
  email: string
  subject: Subject
  message: string
  created_at: string
}

/** Waits for an erasure of the trader that runs meanwhile; the message then has no trader. */
export async function insertMessage(tx: Queryable, message: ContactMessage, traderId: string | null): Promise<void> {
  const { message_id: id, name, email, subject, message: text, created_at: at } = message
  await tx`
    insert into contact_message (message_id, name, email, subject, message, created_at, trader_id)
    values (${id}, ${name}, ${email}, ${subject}, ${text}, ${at},
            (select trader_id from trader where trader_id = ${traderId} and erasing_at is null for key share))`
}

/** Removes messages that were written before an instant. @returns their ids */
export async function deleteMessagesBefore(tx: Queryable, before: string): Promise<string[]> {
  const rows = await tx<{ message_id: string }[]>`
    delete from contact_message where created_at < ${before} returning message_id`
  return rows.map(({ message_id: id }) => id)
}

/** Removes messages that a trader wrote while signed in. @returns their ids */
export async function deleteMessagesOf(tx: Queryable, traderId: string): Promise<string[]> {
  const rows = await tx<{ message_id: string }[]>`
    delete from contact_message where trader_id = ${traderId} returning message_id`
  return rows.map(({ message_id: id }) => id)
}
