import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'

/** Notifications are stored for longer than any dispute about a yearly plan. Milliseconds. */
const notificationRetentionMs = 800 * DAY_MS

/**
 * Removes old processed notifications; how many. Their content stays on their payment: a copy that comes later is processed again
 * and changes nothing.
 */
export async function pruneNotifications({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  const before = instantText(Math.floor(clock.now()) - notificationRetentionMs)
  const { count } = await sql`delete from provider_event where processed_at < ${before}`
  return count
}
