import type { Queryable } from '#server/database.ts'
import type { Subject } from '../rules.ts'

export interface ContactMessage {
  message_id: string
  name: string
  email: string
  subject: Subject
  message: string
  created_at: string
}

export async function insertMessage(tx: Queryable, message: ContactMessage): Promise<void> {
  const { message_id: id, name, email, subject, message: text, created_at: at } = message
  await tx`
    insert into contact_message (message_id, name, email, subject, message, created_at)
    values (${id}, ${name}, ${email}, ${subject}, ${text}, ${at})`
}

/** Removes what was written before an instant; the ids. */
export async function deleteMessagesBefore(tx: Queryable, before: string): Promise<string[]> {
  const rows = await tx<{ message_id: string }[]>`
    delete from contact_message where created_at < ${before} returning message_id`
  return rows.map(({ message_id: id }) => id)
}

/** Removes what was written under an address, however it is spelled; the ids. */
export async function deleteMessagesOf(tx: Queryable, email: string): Promise<string[]> {
  const rows = await tx<{ message_id: string }[]>`
    delete from contact_message where lower(email) = lower(${email}) returning message_id`
  return rows.map(({ message_id: id }) => id)
}
