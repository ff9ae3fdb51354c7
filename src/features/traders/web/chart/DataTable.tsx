import * as format from '#shared/format/format.ts'
import type { ChartPoint } from './series.ts'

interface DataTableProps {
  label: string
  points: readonly ChartPoint[]
  falls: readonly ChartPoint[]
  print: (value: number) => string
}

/** A region that scrolls by itself must be reachable by keyboard. */
const reachable = { tabIndex: 0 }

/** The drawn series as a table, newest day first. */
export function DataTable({ label, points, falls, print }: DataTableProps) {
  const fallOf = new Map(falls.map((point) => [point.date, point.value]))
  return (
    <section
      className="mt-3 max-h-[320px] overflow-y-auto border border-line px-3"
      aria-label={`Dati: ${label}`}
      {...reachable}
    >
      <table className="table">
        <caption className="sr-only">{label}, giorno per giorno</caption>
        <thead>
          <tr>
            <th scope="col">Giorno</th>
            <th scope="col" className="num">
              {label}
            </th>
            {falls.length > 0 && (
              <th scope="col" className="num">
                Drawdown
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.date}>
              <th scope="row" className="!font-normal">
                {format.day(point.date)}
                {point.imported && <span className="text-ink-3"> (importato)</span>}
              </th>
              <td className="num">{print(point.value)}</td>
              {falls.length > 0 && <td className="num">{format.resultPercent(fallOf.get(point.date))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
