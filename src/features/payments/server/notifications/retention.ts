import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'

/** A notification is kept as it came for longer than any dispute about a yearly plan. Milliseconds. */
const notificationKeptMs = 800 * DAY_MS

/**
 * Removes notifications that were taken in long ago; how many. What they said stays on their payment: one that comes again after that
 * is taken in again and changes nothing.
 */
export async function pruneNotifications({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  const before = instantText(Math.floor(clock.now()) - notificationKeptMs)
  const { count } = await sql`delete from provider_event where processed_at < ${before}`
  return count
}
