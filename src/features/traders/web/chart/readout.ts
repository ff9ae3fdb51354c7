import * as format from '#shared/format/format.ts'
import type { ChartView } from './view.ts'

export interface ReadFigure {
  label: string
  text: string
}

const labels = { growth: 'Crescita', balance: 'Balance', equity: 'Equity', drawdown: 'Drawdown' }

/** The figures of a day in the plots, the main one first. Empty on a day without data. */
export function figuresOn(view: ChartView, date: string, currency: string): ReadFigure[] {
  const valueOf = (points: readonly { date: string; value: number }[]) =>
    points.find((point) => point.date === date)?.value
  const figures = view.upper.lines.flatMap(({ name, points }) => {
    const value = valueOf(points)
    if (value === undefined) return []
    const isPercent = name === 'growth' || name === 'drawdown'
    return [{ label: labels[name], text: isPercent ? format.resultPercent(value) : format.amount(value, currency) }]
  })
  const fall = view.lower === null ? undefined : valueOf(view.falls)
  if (fall !== undefined) figures.push({ label: labels.drawdown, text: format.resultPercent(fall) })
  const flow = view.flows.find((one) => one.date === date)?.amount
  if (flow !== undefined) {
    figures.push({ label: flow > 0 ? 'Versamento' : 'Prelievo', text: format.signedAmount(flow, currency) })
  }
  return figures
}

/** `Crescita dal 10/03/2025 al 20/11/2026: +184,32%.` */
export function upperLabel(view: ChartView, title: string, currency: string): string {
  const dates = view.upper.lines.flatMap(({ points }) => points.map(({ date }) => date)).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return `${title}: nessun dato nel periodo.`
  if (view.upper.lines[0]?.name === 'drawdown') return lowerLabel(view)
  const isAmount = view.upper.axis.unit === 'amount'
  const results = view.upper.lines.flatMap(({ name, points }) => {
    const value = points.at(-1)?.value
    if (value === undefined) return []
    return [isAmount ? `${labels[name]} ${format.amount(value, currency)}` : format.resultPercent(value)]
  })
  return `${title} dal ${format.day(first)} al ${format.day(last)}: ${results.join(', ')}.`
}

/** The deepest fall and its day, then the last one: a fall that is over is still the risk that was taken. */
export function lowerLabel({ falls, deepest }: ChartView): string {
  const span = `Drawdown dal ${format.day(falls[0]?.date)} al ${format.day(falls.at(-1)?.date)}`
  if (deepest === null) return `${span}: nessuna discesa.`
  const low = `minimo ${format.resultPercent(deepest.value)}, il ${format.day(deepest.date)}`
  return `${span}: ${low}; alla fine ${format.resultPercent(falls.at(-1)?.value)}.`
}
