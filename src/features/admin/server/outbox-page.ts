import type { Kernel } from '#server/kernel.ts'
import { outboxState, waitingMessages } from '#server/outbox/outbox.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { listOutbox } from '../contract.ts'

/** Messages that have not been sent, the newest first. */
export async function outboxPage(
  { sql, config }: Kernel,
  { limit = 20, cursor }: QueryOf<typeof listOutbox>,
): Promise<ResponseOf<typeof listOutbox>> {
  const [rows, { waiting }] = await Promise.all([waitingMessages(sql, limit + 1, cursor ?? null), outboxState(sql)])
  const messages = rows.slice(0, limit)
  return {
    messages,
    total: waiting,
    next_cursor: rows.length > limit ? (messages.at(-1)?.message_id ?? null) : null,
    sends: config.SMTP_URL !== undefined,
  }
}
