import * as format from '#shared/format/format.ts'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { plate } from '../plates.ts'
import type { Performance } from '../types.ts'
import { Ledger } from '../verification/Ledger.tsx'

type Figures = Performance['figures']
type Fall = NonNullable<Figures['falls']>['deepest']
type Extreme = NonNullable<Figures['extremes']>['day']['best']

const day = (from: string) => format.day(from)
const names = {
  day: { name: 'Giorno', print: day },
  week: { name: 'Settimana', print: (from: string) => `dal ${format.day(from)}` },
  month: { name: 'Mese', print: (from: string) => format.monthOfYear(from.slice(0, 7)) },
}

/** The falls with their recovery, and the best and worst day, week and month. */
export function PeriodsPanel({ performance: { figures } }: { performance: Performance }) {
  const { falls, extremes } = figures
  return (
    <Panel plate={plate('periods')} title="Drawdown e recuperi">
      {extremes === null ? (
        <p className="text-ui text-ink-2">La tavola si riempie dal primo giorno di dati.</p>
      ) : (
        <>
          {falls === null ? (
            <p className="text-ui text-ink-2">Il conto non è mai sceso sotto il suo massimo.</p>
          ) : (
            <Ledger
              rows={[
                { term: 'Drawdown più profondo', value: <FallFigure fall={falls.deepest} /> },
                { term: 'Drawdown più lungo', value: <FallFigure fall={falls.longest} isLength /> },
              ]}
            />
          )}
          <table className="table table-tight mt-3">
            <caption className="sr-only">Giorno, settimana e mese migliori e peggiori</caption>
            <thead>
              <tr>
                <th scope="col">Periodo</th>
                <th scope="col" className="num">
                  Migliore
                </th>
                <th scope="col" className="num">
                  Peggiore
                </th>
              </tr>
            </thead>
            <tbody>
              {(['day', 'week', 'month'] as const).map((period) => (
                <tr key={period}>
                  <th scope="row" className="!font-medium">
                    {names[period].name}
                  </th>
                  <PeriodCell extreme={extremes[period].best} print={names[period].print} />
                  <PeriodCell extreme={extremes[period].worst} print={names[period].print} />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Panel>
  )
}

function FallFigure({ fall, isLength = false }: { fall: Fall; isLength?: boolean }) {
  const depth = format.drawdownPercent(fall.depth)
  return (
    <>
      {isLength ? format.days(fall.days) : depth}
      <span className="block font-normal text-ink-3">
        {isLength ? `${depth}, dal massimo del ${format.day(fall.peak_day)}` : `il ${format.day(fall.low_day)}`}
        {fall.recovered_day === null ? ', non ancora recuperato' : `, recuperato il ${format.day(fall.recovered_day)}`}
      </span>
    </>
  )
}

function PeriodCell({ extreme: { from, roi }, print }: { extreme: Extreme; print: (from: string) => string }) {
  return (
    <td className="num">
      <span className={toneClass(roi)}>{format.resultPercent(roi)}</span>
      <span className="block text-label text-ink-3">{print(from)}</span>
    </td>
  )
}
