import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Performance } from '../types.ts'
import { reasonTexts } from '../texts.ts'

interface Line {
  name: string
  trades: number
  win_rate: number | null
  profit: number | null
}

/** The narrowest phones have room for three columns. */
const roomy = 'max-[359px]:hidden'

const SYMBOLS_SHOWN = 8
const weekdays = ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica']

/** Tavola 6: the traded symbols. */
export function SymbolsPanel({ performance: { symbols, currency } }: { performance: Performance }) {
  const [all, setAll] = useState(false)
  const lines = symbols.map(({ symbol, ...line }) => ({ name: symbol, ...line }))
  return (
    <Panel plate="Tavola 6" title="Strumenti">
      <ResultTable
        title="Risultati per strumento"
        head="Strumento"
        lines={lines}
        shown={all ? lines.length : SYMBOLS_SHOWN}
        currency={currency}
      />
      {lines.length > SYMBOLS_SHOWN && (
        <div className="mt-3 noscript:hidden">
          <Button size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Mostra meno' : `Mostra tutti (${format.count(lines.length)})`}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** Tavola 7: the times of trading. Days and hours of the close, UTC. Hours without trades are left out. */
export function TimesPanel({ performance: { weekdays: days, hours, currency } }: { performance: Performance }) {
  const dayLines = days.map(({ weekday, ...line }, index) => ({ name: weekdays[index] ?? String(weekday), ...line }))
  const hourLines = hours
    .filter((line) => line.trades > 0)
    .map(({ hour, ...line }) => ({ name: `${String(hour).padStart(2, '0')}:00`, ...line }))
  return (
    <Panel plate="Tavola 7" title="Giorni e ore" foot="Giorno e ora di chiusura, in tempo universale (UTC).">
      <ResultTable title="Risultati per giorno della settimana" head="Giorno" lines={dayLines} currency={currency} />
      {hourLines.length > 0 && (
        <details className="mt-3">
          <summary className="inline-flex min-h-6 items-center gap-1.5 text-ui font-semibold text-accent">
            Ora per ora
            <ChevronDown className="in-open:rotate-180" size={16} strokeWidth={1.75} aria-hidden />
          </summary>
          <div className="mt-2">
            <ResultTable title="Risultati per ora" head="Ora" lines={hourLines} currency={currency} />
          </div>
        </details>
      )}
    </Panel>
  )
}

interface ResultTableProps {
  title: string
  head: string
  lines: readonly Line[]
  /** The lines visible at first. The markup holds the rest for visitors without JavaScript, who cannot open them. */
  shown?: number
  currency: string
}

function ResultTable({ title, head, lines, shown = lines.length, currency }: ResultTableProps) {
  if (lines.every((line) => line.trades === 0)) {
    return <p className="text-ui text-ink-2">{reasonTexts.no_trades}</p>
  }
  return (
    <table className="table [&_td]:px-1.5 [&_td:last-child]:pr-0 [&_th]:px-1.5 [&_th:first-child]:pl-0 [&_th:last-child]:pr-0">
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
        {lines.map((line, index) => (
          <tr key={line.name} className={index < shown ? '' : 'hidden noscript:table-row'}>
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
