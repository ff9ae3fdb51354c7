import * as format from '#shared/format/format.ts'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Performance } from '../types.ts'
import { plate } from '../plates.ts'
import { reasonTexts } from '../texts.ts'
import { Behind } from './Behind.tsx'
import { HeatKey, HeatMap } from './HeatMap.tsx'

interface Line {
  name: string
  trades: number
  win_rate: number | null
  profit: number | null
}

/** The narrowest phones have room for three columns. */
const roomy = 'max-[359px]:hidden'

const weekdays = ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica']

/** The times of trading: days and hours of the close, UTC. */
export function TimesPanel({
  performance: { weekdays: days, hours, figures, currency },
}: {
  performance: Performance
}) {
  const dayLines = days.map(({ weekday, ...line }, index) => ({ name: weekdays[index] ?? String(weekday), ...line }))
  const hourLines = hours
    .filter((line) => line.trades > 0)
    .map(({ hour, ...line }) => ({ name: `${String(hour).padStart(2, '0')}:00`, ...line }))
  if (hourLines.length === 0) {
    return (
      <Panel plate={plate('times')} title="Giorni e ore">
        <p className="text-ui text-ink-2">{reasonTexts.no_trades}</p>
      </Panel>
    )
  }
  return (
    <Panel plate={plate('times')} title="Giorni e ore" foot="Giorno e ora di chiusura, in ora UTC.">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        {/* Its own height is nothing: the map's rows alone say where each name stands. */}
        <div className="grid h-0 min-h-full grid-rows-7 text-label leading-none text-ink-3" aria-hidden="true">
          {weekdays.map((name) => (
            <span key={name} className="self-center">
              {name.slice(0, 3)}
            </span>
          ))}
        </div>
        <HeatMap
          columns={24}
          rows={7}
          label="Risultato per giorno della settimana e ora: le stesse cifre sono nelle tabelle qui sotto."
          cells={figures.slots.map(({ weekday, hour, weight }) => ({ x: hour, y: weekday - 1, weight }))}
        />
        <div className="col-start-2 mt-1 grid grid-cols-4 text-label text-ink-3" aria-hidden="true">
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
          ))}
        </div>
      </div>
      <HeatKey full="colore pieno: l’ora con il risultato più grande" />
      <Behind title="Giorno per giorno della settimana">
        <ResultTable title="Risultati per giorno della settimana" head="Giorno" lines={dayLines} currency={currency} />
      </Behind>
      <Behind title="Ora per ora">
        <ResultTable title="Risultati per ora" head="Ora" lines={hourLines} currency={currency} />
      </Behind>
    </Panel>
  )
}

interface ResultTableProps {
  title: string
  head: string
  lines: readonly Line[]
  currency: string
}

function ResultTable({ title, head, lines, currency }: ResultTableProps) {
  return (
    <table className="table table-tight">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="num">
            Operazioni
          </th>
          <th scope="col" className={`num ${roomy}`}>
            Win rate
          </th>
          <th scope="col" className="num">
            Risultato
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <th scope="row" className="!font-medium">
              {line.name}
            </th>
            <td className="num">{format.count(line.trades)}</td>
            <td className={`num ${roomy}`}>{line.trades === 0 ? '–' : format.sharePercent(line.win_rate)}</td>
            <td className={`num ${line.trades === 0 ? 'text-ink-3' : toneClass(line.profit)}`}>
              {line.trades === 0 ? '–' : format.signedAmount(line.profit, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
