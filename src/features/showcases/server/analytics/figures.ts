import type { Queryable } from '#server/database.ts'
import type { ClickType } from '../../analytics-contract.ts'

export interface Figures {
  views: number
  visitors: number
  clicks: number
}

/** Figures of days, both ends included; days without a visit have no row. */
export async function dayFigures(
  sql: Queryable,
  showcaseId: string,
  from: string,
  to: string,
): Promise<(Figures & { date: string })[]> {
  return sql`
    select to_char(day, 'YYYY-MM-DD') as date, views, visitors, clicks
      from showcase_day where showcase_id = ${showcaseId} and day between ${from} and ${to}`
}

export async function clickFigures(
  sql: Queryable,
  showcaseId: string,
  from: string,
  to: string,
): Promise<{ type: ClickType; target: string; position: number; clicks: number }[]> {
  return sql`
    select type, target, position, sum(clicks)::int as clicks
      from showcase_click_day where showcase_id = ${showcaseId} and day between ${from} and ${to}
     group by type, target, position order by clicks desc, type, position, target`
}

export async function sourceFigures(
  sql: Queryable,
  showcaseId: string,
  from: string,
  to: string,
): Promise<{ source: string; views: number; clicks: number }[]> {
  return sql`
    select source, sum(views)::int as views, sum(clicks)::int as clicks
      from showcase_source_day where showcase_id = ${showcaseId} and day between ${from} and ${to}
     group by source order by views desc, clicks desc, source`
}

export async function showcaseOf(sql: Queryable, traderId: string): Promise<string | null> {
  const [row] = await sql<{ showcase_id: string }[]>`select showcase_id from showcase where trader_id = ${traderId}`
  return row?.showcase_id ?? null
}
