import type { Sql } from '#server/database/database.ts'

/**
 * Marks every message of the simulated past as sent. No mail server took them, and the panel would show months of waiting mail. The
 * causes stay, so that no message is written again.
 */
export async function markPastMailSent(sql: Sql): Promise<void> {
  await sql`update outbox set sent_at = created_at, next_attempt_at = null where sent_at is null`
}
