import type { handleContact, listContacts, reopenContact } from '#features/contacts/admin-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { send } from '#web/api.ts'

export type InboxMessage = ResponseOf<typeof listContacts>['messages'][number]

export const handle = (messageId: string) =>
  send<typeof handleContact>('POST /api/admin/contacts/:message_id/handled', { params: { message_id: messageId } })

export const reopen = (messageId: string) =>
  send<typeof reopenContact>('DELETE /api/admin/contacts/:message_id/handled', { params: { message_id: messageId } })

/**
 * Opens the admin's own mail program with the writer's address and the quoted message. Programs cut long addresses, so only the
 * beginning of a long message is quoted.
 */
export function replyAddress(message: InboxMessage): string {
  const quoted = message.message.slice(0, longestQuote)
  const body = [`Ciao ${message.name},`, '', '', ...quoted.split('\n').map((line) => `> ${line}`)]
  if (quoted.length < message.message.length) body.push('> […]')
  const fields = [
    ['subject', `Re: ${message.subject_text} (TopTrader)`],
    ['body', body.join('\r\n')],
  ]
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')
  return `mailto:${encodeURIComponent(message.email).replaceAll('%40', '@')}?${query}`
}

/** Characters; some systems support no address over 2,000. */
const longestQuote = 600
