import * as format from '#shared/format/format.ts'
import type { Performance } from '../types.ts'
import { openingDay } from './series.ts'
import type { ChartView } from './view.ts'

interface DataTableProps {
  title: string
  view: ChartView
  daily: Performance['daily']
  currency: string
}

/** A region that scrolls by itself must be reachable by keyboard. */
const reachable = { tabIndex: 0 }
const heads = { growth: 'Crescita', equity: 'Equity', balance: 'Balance', drawdown: 'Drawdown' }

/** The drawn series as a table, newest day first, with the payments of each day. */
export function DataTable({ title, view, daily, currency }: DataTableProps) {
  const lines = view.lower === null ? view.upper.lines : [...view.upper.lines, ...view.lower.lines]
  const columns = lines.map(({ name, points }) => ({
    name,
    values: new Map(points.map((point) => [point.date, point.value])),
    print: (value: number | undefined) =>
      name === 'growth' || name === 'drawdown' ? format.resultPercent(value) : format.amount(value, currency),
  }))
  const shown = new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))
  const rows = daily.filter(({ date }) => shown.has(date)).toReversed()
  const hasFlows = daily.some(({ net_flow: flow }) => flow !== null)
  const opening = openingDay(daily)
  return (
    <section
      className="mt-3 max-h-[320px] overflow-auto border border-line px-3 print:max-h-none"
      aria-label={`Dati: ${title}`}
      {...reachable}
    >
      <table className="table">
        <caption className="sr-only">{title}, giorno per giorno</caption>
        <thead>
          <tr>
            <th scope="col">Giorno</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="num">
                {heads[name]}
              </th>
            ))}
            {hasFlows && (
              <th scope="col" className="num">
                Versati o prelevati
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ date, imported, net_flow: flow }) => (
            <tr key={date}>
              <th scope="row" className="!font-normal">
                {format.day(date)}
                {imported && <span className="text-ink-3"> (importato)</span>}
              </th>
              {columns.map(({ name, values, print }) => (
                <td key={name} className="num">
                  {print(values.get(date))}
                </td>
              ))}
              {hasFlows && (
                <td className="num">
                  {flow === 0 ? '–' : format.signedAmount(flow, currency)}
                  {date === opening && <span className="block text-ink-3">capitale iniziale</span>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
