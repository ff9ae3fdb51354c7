import { beforeEach } from 'vitest'
import type { TestKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { createAnalytics } from '../service.ts'
import { chrome, publishedShowcase } from './published.ts'

const counted = ['showcase_visit', 'showcase_origin', 'showcase_day', 'showcase_source_day', 'showcase_click_day']

/** A public showcase whose visits are counted, from nothing before each test. Called at the top of a test file. */
export async function countedShowcase(kernel: TestKernel) {
  const { sql } = kernel
  const analytics = createAnalytics(kernel)
  const owner = await person(kernel, 'ines')
  const showcase = await publishedShowcase(kernel, owner.trader_id)
  beforeEach(async () => {
    await analytics.flush()
    for (const table of counted) await sql`delete from ${sql(table)}`
    await sql`update showcase set views_count = 0, clicks_count = 0`
  })
  return {
    analytics,
    owner,
    showcase,
    /** The showcase's own totals. */
    counts: async () => {
      await analytics.flush()
      const [row] = await sql<{ views: number; clicks: number }[]>`
        select views_count::int as views, clicks_count::int as clicks from showcase where showcase_id = ${showcase}`
      return row
    },
    /** One visit by an ordinary browser. */
    visit: (ip: string, source = '') => ({
      request: { ip, headers: { 'user-agent': chrome } },
      session: null,
      showcaseId: showcase,
      source,
    }),
  }
}
