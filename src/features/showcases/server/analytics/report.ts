import { csvLine, DayText } from '#server/files/csv-file.ts'
import { placesByDay } from '#features/leaderboard/server/places.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { dayText, utcDay } from '#shared/dates.ts'
import { PERCENT_DIGITS, roundTo } from '#shared/rounding.ts'
import type { ShowcaseReport } from '../../analytics-contract.ts'
import { clickLabel, sourceLabel } from '../../rules/visit-sources.ts'
import { showcaseOf } from '../versions.ts'
import { clickFigures, dayFigures, sourceFigures, type Figures } from './figures.ts'

/**
 * Visits and clicks of the last days (UTC), today included.
 * @throws Failure SHOWCASE_NOT_FOUND
 */
export async function reportOf(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  traderId: string,
  days: number,
): Promise<ShowcaseReport> {
  const { showcase_id: showcaseId } = (await showcaseOf(sql, traderId)) ?? fail('SHOWCASE_NOT_FOUND')
  const today = utcDay(clock.now())
  const first = today - days + 1
  const [from, to] = [dayText(first), dayText(today)]
  const [rows, links, sources, places] = await Promise.all([
    dayFigures(sql, showcaseId, dayText(first - days), to),
    clickFigures(sql, showcaseId, from, to),
    sourceFigures(sql, showcaseId, from, to),
    placesByDay(sql, traderId, first, today),
  ])
  const known = new Map(rows.map((row) => [row.date, row]))
  const totals = totalsOf(rows.filter(({ date }) => date >= from))
  return {
    days,
    from,
    to,
    totals,
    previous: totalsOf(rows.filter(({ date }) => date < from)),
    daily: places.map((rank, index) => {
      const date = dayText(first + index)
      return { date, views: 0, visitors: 0, clicks: 0, ...known.get(date), rank }
    }),
    by_link: links.map(({ type, target, position, clicks }) => ({
      type,
      target,
      label: clickLabel(type, target),
      position: position === 0 ? null : position,
      clicks,
      share: ratio(clicks, totals.clicks),
      ctr: ratio(clicks, totals.views),
    })),
    by_source: sources.map(({ source, views, clicks }) => ({ source, views, clicks, ctr: ratio(clicks, views) })),
  }
}

function totalsOf(rows: readonly Figures[]): ShowcaseReport['totals'] {
  const sum = (of: (row: Figures) => number) => rows.reduce((total, row) => total + of(row), 0)
  const [views, clicks] = [sum((row) => row.views), sum((row) => row.clicks)]
  return { views, visitors: sum((row) => row.visitors), clicks, ctr: ratio(clicks, views) }
}

/** Percent; null where the whole is 0. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : roundTo((100 * part) / whole, PERCENT_DIGITS)
}

/** The report as a file for spreadsheets: three tables in one; the first column names the table. */
export function reportCsv({ daily, by_link, by_source }: ShowcaseReport): string {
  const lines = [
    ['Tabella', 'Giorno (UTC)', 'Voce', 'Posizione', 'Visite', 'Visitatori', 'Clic', 'CTR %', 'Posto in classifica'],
    ...daily.map(({ date, views, visitors, clicks, rank }) => [
      'Giorni',
      new DayText(date),
      null,
      null,
      views,
      visitors,
      clicks,
      ratio(clicks, views),
      rank,
    ]),
    ...by_link.map(({ label, position, clicks, ctr }) => [
      'Clic',
      null,
      label,
      position,
      null,
      null,
      clicks,
      ctr,
      null,
    ]),
    ...by_source.map(({ source, views, clicks, ctr }) => [
      'Provenienza',
      null,
      sourceLabel(source),
      null,
      views,
      null,
      clicks,
      ctr,
      null,
    ]),
  ]
  return `\uFEFF${lines.map((line) => csvLine(line)).join('')}`
}
