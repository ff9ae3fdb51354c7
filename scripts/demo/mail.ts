import type { Sql } from '#server/database/database.ts'

/**
 * Lets every message of the told past count as sent: no mail server took them, and whoever opens the panel would find months of
 * mail that waits. What happened stays told, so that nothing of it is written again.
 */
export async function markPastMailSent(sql: Sql): Promise<void> {
  await sql`update outbox set sent_at = created_at, next_attempt_at = null where sent_at is null`
}
