import type { Transaction } from './database.ts'

/** A name is taken out of a text where it stands as a word of its own. */
export const asWord = (name: string) =>
  `(?<![[:alnum:]_.-])${name.replaceAll(/[^A-Za-z0-9_]/g, '\\$&')}(?![[:alnum:]_-])`

/**
 * Forgets a person: mails to their address, or whose answers would go there, are gone whether they left or not; what others are told
 * names them no more. A message that is leaving right now is waited for.
 * @returns how many messages were removed
 */
export async function eraseMessages(
  tx: Transaction,
  { email, username }: { email: string; username: string },
): Promise<number> {
  const { count } = await tx`
    delete from outbox where lower(recipient) = lower(${email}) or lower(reply_to) = lower(${email})`
  for (const name of [email, username]) {
    await tx`
      update outbox
         set subject = regexp_replace(subject, ${asWord(name)}, '[eliminato]', 'gi'),
             body = case when is_sealed then body else regexp_replace(body, ${asWord(name)}, '[eliminato]', 'gi') end
       where position(lower(${name}) in lower(subject || ' ' || body)) > 0`
  }
  return count
}
