import type { Queryable } from '#server/database/database.ts'
import type { ClickType } from '../../analytics-contract.ts'
import { otherSites } from '../../rules/visit-sources.ts'

export interface Figures {
  views: number
  visitors: number
  clicks: number
}

/** Figures by day, both ends included; days without a visit have no row. */
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

/** Clicks by target, most first. */
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

/** Visitors with distinct addresses at least, before a host is named; and named hosts at most. */
const namedFrom = 3
const namedMax = 50

/** Views and clicks by source, most views first. Hosts with few visitors count as one, since a caller could invent a host as a message. */
export async function sourceFigures(
  sql: Queryable,
  showcaseId: string,
  from: string,
  to: string,
): Promise<{ source: string; views: number; clicks: number }[]> {
  return sql`
    with counted as (
      select source, sum(views) as views, sum(visitors) as visitors, sum(clicks) as clicks, strpos(source, '.') > 0 as is_host
        from showcase_source_day where showcase_id = ${showcaseId} and day between ${from} and ${to} group by source
    ), placed as (
      select case when is_host and (visitors < ${namedFrom}
                       or row_number() over (partition by is_host order by visitors desc, views desc, source) > ${namedMax})
                  then ${otherSites} else source end as source, views, clicks
        from counted
    )
    select source, sum(views)::int as views, sum(clicks)::int as clicks
      from placed group by source order by views desc, clicks desc, source`
}
