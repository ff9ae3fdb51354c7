import type { Kernel } from '#server/kernel.ts'
import { dayText, utcDay } from '#shared/dates.ts'
import { REPORT_DAYS_MAX } from '../../analytics-contract.ts'

/** Days whose figures a report can reach: the longest one, and as many days before it. */
const keptDays = 2 * REPORT_DAYS_MAX

/** Forgets who was counted on days past, with the keys by which they were told, and figures of long ago. */
export async function forgetVisits({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<void> {
  const today = utcDay(clock.now())
  await sql.begin(async (tx) => {
    await tx`delete from showcase_visit where day < ${dayText(today)}`
    await tx`delete from showcase_origin where day < ${dayText(today)}`
    await tx`delete from visitor_key where day < ${dayText(today)}`
  })
  const oldest = dayText(today - keptDays)
  await sql`delete from showcase_day where day < ${oldest}`
  await sql`delete from showcase_source_day where day < ${oldest}`
  await sql`delete from showcase_click_day where day < ${oldest}`
}
