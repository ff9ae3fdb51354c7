import { whole, type ExportTable } from './table.ts'

/** Tables of a showcase. Its counts show how often, never who. */
export const showcaseTables: readonly ExportTable[] = [
  whole(
    'showcase',
    'vetrina',
    (sql, { trader_id }) => sql`
    select showcase_id, status, latest_version, submitted_version, published_version, published_at, views_count, clicks_count,
           created_at, updated_at
      from showcase where trader_id = ${trader_id}`,
  ),
  whole(
    'showcase_version',
    'vetrina-versioni',
    (sql, { trader_id }) => sql`
    select stored.version, stored.content, stored.created_at
      from showcase_version stored join showcase using (showcase_id) where trader_id = ${trader_id} order by stored.version`,
  ),
  whole(
    'showcase_event',
    'vetrina-eventi',
    (sql, { trader_id }) => sql`
    select event.at, event.actor = ${trader_id} as own, event.event, event.from_status, event.to_status, event.version, event.message
      from showcase_event event join showcase using (showcase_id) where trader_id = ${trader_id} order by event_id`,
  ),
  whole(
    'showcase_file',
    'vetrina-file',
    (sql, { trader_id }) => sql`
    select case kind when 'pdf' then '/uploads/documents/' || file_key || '.pdf'
                     else '/uploads/showcases/' || file_key || '-1600.webp' end as address,
           kind, name, bytes, created_at
      from showcase_file where trader_id = ${trader_id} order by created_at`,
  ),
  whole(
    'showcase_day',
    'vetrina-giorni',
    (sql, { trader_id }) => sql`
    select day, counted.views, counted.visitors, counted.clicks
      from showcase_day counted join showcase using (showcase_id) where trader_id = ${trader_id} order by day`,
  ),
  whole(
    'showcase_source_day',
    'vetrina-provenienze',
    (sql, { trader_id }) => sql`
    select day, source, counted.views, counted.clicks
      from showcase_source_day counted join showcase using (showcase_id) where trader_id = ${trader_id} order by day, source`,
  ),
  whole(
    'showcase_click_day',
    'vetrina-clic',
    (sql, { trader_id }) => sql`
    select day, type, target, position, clicks
      from showcase_click_day join showcase using (showcase_id) where trader_id = ${trader_id}
     order by day, type, target, position`,
  ),
]
