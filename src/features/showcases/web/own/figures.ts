import type { ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import * as format from '#shared/format/format.ts'

/** A change against the days before, in words and with the direction of its arrow. */
export interface Change {
  value: number | null
  text: string
}

/** `+12,6%`; without a figure before there is no change. */
export function changeOf(now: number, before: number): Change {
  if (before === 0) return { value: null, text: now === 0 ? 'Come' : 'Nessun dato' }
  const value = (100 * (now - before)) / before
  return { value, text: format.resultPercent(value, 1) }
}

/** `−0,57 punti` of two rates in percent. */
export function pointsOf(now: number | null, before: number | null): Change {
  if (now === null || before === null) return { value: null, text: 'Nessun dato' }
  const value = now - before
  return { value, text: `${format.resultPercent(value).replace('%', '')} punti` }
}

/** The lines of a scale from zero: at most five equal steps, the last one at or above `max`. */
export function scaleOf(max: number): number[] {
  const least = Math.max(1, max / 5)
  const size = 10 ** Math.floor(Math.log10(least))
  const step = Math.max(
    1,
    ([1, 2, 2.5, 5, 10].find((factor) => factor * size >= least && (factor * size) % 1 === 0) ?? 10) * size,
  )
  const count = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** The indices of days with a label: the last one, and back from it in equal steps. */
export function labelled(days: number): number[] {
  const step = days <= 10 ? 1 : days <= 45 ? 7 : days <= 120 ? 14 : 56
  const indices: number[] = []
  for (let index = days - 1; index >= 0; index -= step) indices.unshift(index)
  return indices
}

/** The chart in words, for people who do not see it. */
export function chartText({ from, to, totals, daily }: ShowcaseReport): string {
  const best = daily.reduce((most, day) => (day.views > most.views ? day : most), daily[0] ?? emptyDay)
  const places = daily.flatMap(({ rank }) => rank ?? [])
  const [first, last] = [places[0], places.at(-1)]
  const ranks =
    first === undefined || last === undefined
      ? 'Nessuna posizione in classifica in questi giorni.'
      : `Posizione in classifica: dal #${format.count(first)} al #${format.count(last)}.`
  return (
    `Dal ${format.day(from)} al ${format.day(to)}: ${format.counted(totals.views, 'visita', 'visite')} ` +
    `e ${format.counted(totals.clicks, 'clic', 'clic')}. Il giorno più visto è il ${format.day(best.date)}, con ` +
    `${format.counted(best.views, 'visita', 'visite')}. ${ranks}`
  )
}

const emptyDay: ShowcaseReport['daily'][number] = { date: '', views: 0, visitors: 0, clicks: 0, rank: null }
