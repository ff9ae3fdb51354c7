import { createRandom, hashText, type Random } from '#features/ea/simulation/random.ts'
import type { Sql } from '#server/database/database.ts'
import { DAY_MS, dayText, utcDay } from '#shared/dates.ts'

/** The share of visits by source: places of the site, hosts, unknown. */
const sources: readonly (readonly [source: string, weight: number])[] = [
  ['classifica', 34],
  ['vetrine', 22],
  ['profilo', 16],
  ['t.me', 12],
  ['google.com', 7],
  ['', 9],
]

/** The clicked targets, and their share of a hundred clicks. */
const targets: readonly (readonly [type: string, target: string, position: number, weight: number])[] = [
  ['cta', 'Copia i miei trade', 1, 41],
  ['link', 'telegram_url', 0, 22],
  ['cta', 'Unisciti alla community', 2, 13],
  ['cta', 'Apri conto con vantaggi', 3, 9],
  ['link', 'website_url', 0, 8],
  ['share', '', 0, 7],
]

interface Shown {
  showcase_id: string
  username: string
  published_at: string
}

/**
 * Writes the visits since each showcase was published. They are the only data of the demonstration without a call: a visit counts on the
 * day on which it is made. @param now milliseconds UTC
 */
export async function writeVisits(sql: Sql, now: number): Promise<void> {
  const shown = await sql<Shown[]>`
    select showcase_id, username, published_at from showcase join trader using (trader_id) where published_at is not null`
  const days: object[] = []
  const bySource: object[] = []
  const clicked: object[] = []
  const totals: { showcase_id: string; views: number; clicks: number }[] = []
  for (const { showcase_id, username, published_at } of shown) {
    const random = createRandom(hashText(username, 5))
    const liveliness = random.between(9, 70)
    const total = { showcase_id, views: 0, clicks: 0 }
    for (let at = Date.parse(published_at); at < now; at += DAY_MS) {
      const day = dayText(utcDay(at))
      const weekend = [0, 6].includes(new Date(at).getUTCDay()) ? 0.45 : 1
      const views = Math.round(liveliness * weekend * random.between(0.55, 1.5))
      const visitors = Math.min(views, Math.round(views * random.between(0.72, 0.93)))
      const clicks = Math.round(views * random.between(0.06, 0.19))
      days.push({ showcase_id, day, views, visitors, clicks })
      const [viewsBySource, clicksBySource] = [split(views, sources, random), split(clicks, sources, random)]
      sources.forEach(([source], index) => {
        const [viewed, opened] = [viewsBySource[index] ?? 0, clicksBySource[index] ?? 0]
        const row = { views: viewed, visitors: viewed, clicks: opened }
        if (row.views + row.clicks > 0) bySource.push({ showcase_id, day, source, ...row })
      })
      split(clicks, targets, random).forEach((count, index) => {
        const [type, target, position] = targets[index] ?? ['', '', 0]
        if (count > 0) clicked.push({ showcase_id, day, type, target, position, clicks: count })
      })
      total.views += visitors
      total.clicks += clicks
    }
    totals.push(total)
  }
  await sql`
    insert into showcase_day select * from jsonb_populate_recordset(null::showcase_day, ${sql.json(days as never)})
    on conflict do nothing`
  await sql`
    insert into showcase_source_day select * from jsonb_populate_recordset(null::showcase_source_day, ${sql.json(bySource as never)})
    on conflict do nothing`
  await sql`
    insert into showcase_click_day select * from jsonb_populate_recordset(null::showcase_click_day, ${sql.json(clicked as never)})
    on conflict do nothing`
  await sql`
    update showcase set views_count = counted.views, clicks_count = counted.clicks
      from jsonb_to_recordset(${sql.json(totals as never)}) as counted (showcase_id uuid, views bigint, clicks bigint)
     where showcase.showcase_id = counted.showcase_id`
}

/** Splits a whole number into parts by their weights: each unit is drawn. */
function split(count: number, parts: readonly (readonly unknown[])[], random: Random): number[] {
  const weights = parts.map((part) => Number(part.at(-1)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = weights.map(() => 0)
  for (let drawn = 0; drawn < count; drawn += 1) {
    let left = random.between(0, whole)
    const index = weights.findIndex((weight) => (left -= weight) < 0)
    counts[Math.max(0, index)] = (counts[Math.max(0, index)] ?? 0) + 1
  }
  return counts
}
