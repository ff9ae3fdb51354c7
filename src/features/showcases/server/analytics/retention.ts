import type { Kernel } from '#server/kernel.ts'
import { dayText, utcDay } from '#shared/dates.ts'
import { REPORT_DAYS_MAX } from '../../analytics-contract.ts'

/** Days of figures that a report can reach: the longest report, and as many days before it. */
const retainedDays = 2 * REPORT_DAYS_MAX

/** Deletes hashed visitors of past days with the keys of their hashes, and figures that no report reaches. For a job. */
export async function pruneVisits({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<void> {
  const today = utcDay(clock.now())
  await sql.begin(async (tx) => {
    await tx`delete from showcase_visit where day < ${dayText(today)}`
    await tx`delete from showcase_origin where day < ${dayText(today)}`
    await tx`delete from visitor_key where day < ${dayText(today)}`
  })
  const oldest = dayText(today - retainedDays)
  await sql`delete from showcase_day where day < ${oldest}`
  await sql`delete from showcase_source_day where day < ${oldest}`
  await sql`delete from showcase_click_day where day < ${oldest}`
}
