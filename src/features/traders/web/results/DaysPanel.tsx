import { useMemo, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { plate } from '../plates.ts'
import type { DailyPoint } from '../types.ts'
import { Behind } from './Behind.tsx'
import { cellOf, dayMonths, dayResults, fullColour, type DayResult } from './days.ts'
import { HeatKey, HeatMap } from './HeatMap.tsx'

const months = Array.from({ length: 12 }, (_, index) => format.shortMonth(index + 1))

/** The table of so few months is no longer than its drawing. */
const FEW_MONTHS = 3

/** The calendar: a strip for each year, a cell for each day, newest year first. */
export function DaysPanel({ daily }: { daily: readonly DailyPoint[] }) {
  const days = useMemo(() => dayResults(daily), [daily])
  const [read, setRead] = useState<DayResult | null>(null)
  const full = fullColour(days)
  const monthsOfDays = useMemo(() => dayMonths(days), [days])
  const years = [...Map.groupBy(days, ({ date }) => date.slice(0, 4))].toReversed()
  return (
    <Panel
      plate={plate('days')}
      title="Giorno per giorno"
      end={
        read && (
          <span className="figures text-ui text-ink-2">
            {format.day(read.date)} <b className="text-ink">{format.resultPercent(read.roi)}</b>
          </span>
        )
      }
    >
      {days.length === 0 ? (
        <p className="text-ui text-ink-2">Nessun giorno con dati: il calendario parte con la prima sincronizzazione.</p>
      ) : (
        <>
          {years.map(([year, results]) => (
            <figure key={year} className="mb-3">
              <figcaption className="mb-1 text-label font-semibold text-ink-2">{year}</figcaption>
              <HeatMap
                columns={53}
                rows={7}
                label={yearLabel(year, results)}
                cells={results.map(({ date, roi }) => ({
                  ...cellOf(date),
                  weight: Math.abs(roi) < 0.005 ? 0 : roi / full,
                }))}
                onRead={(x, y) =>
                  setRead(
                    results.find(({ date }) => {
                      const cell = cellOf(date)
                      return cell.x === x && cell.y === y
                    }) ?? null,
                  )
                }
              />
              <div className="mt-1 grid grid-cols-12 text-label text-ink-3" aria-hidden="true">
                {months.map((month) => (
                  <span key={month} className="max-[399px]:even:invisible">
                    {month}
                  </span>
                ))}
              </div>
            </figure>
          ))}
          {/* The keyboard's and the finger's way to a day; a pointer reads the strip itself. */}
          <input
            type="range"
            className="mt-2 h-6 w-full accent-ink-2 noscript:hidden print:hidden"
            aria-label="Giorno del calendario"
            min={0}
            max={days.length - 1}
            value={read ? days.indexOf(read) : days.length - 1}
            aria-valuetext={dayText(read ?? days.at(-1))}
            onChange={(event) => setRead(days[event.target.valueAsNumber] ?? null)}
          />
          <HeatKey full={`colore pieno da ±${format.decimal(full)}%`} />
          <Behind title="I giorni di ogni mese" isOpen={monthsOfDays.length <= FEW_MONTHS}>
            <MonthsTable months={monthsOfDays} />
          </Behind>
        </>
      )}
    </Panel>
  )
}

const dayText = (of: DayResult | undefined) => of && `${format.day(of.date)}, ${format.resultPercent(of.roi)}`

function yearLabel(year: string, results: readonly DayResult[]): string {
  const up = results.filter(({ roi }) => roi >= 0.005).length
  const down = results.filter(({ roi }) => roi <= -0.005).length
  return `Calendario del ${year}: ${format.days(up)} in guadagno, ${format.count(down)} in perdita.`
}

function MonthsTable({ months: lines }: { months: ReturnType<typeof dayMonths> }) {
  return (
    <table className="table table-tight">
      <caption className="sr-only">Giorni in guadagno e in perdita, per mese</caption>
      <thead>
        <tr>
          <th scope="col">Mese</th>
          <th scope="col" className="num">
            In guadagno
          </th>
          <th scope="col" className="num">
            In perdita
          </th>
          <th scope="col" className="num max-[359px]:hidden">
            Migliore
          </th>
          <th scope="col" className="num">
            Peggiore
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ month, up, down, best, worst }) => (
          <tr key={month}>
            <th scope="row" className="!font-medium">
              {format.monthOfYear(month)}
            </th>
            <td className="num">{format.count(up)}</td>
            <td className="num">{format.count(down)}</td>
            <td className={`num max-[359px]:hidden ${toneClass(best)}`}>{format.resultPercent(best)}</td>
            <td className={`num ${toneClass(worst)}`}>{format.resultPercent(worst)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
