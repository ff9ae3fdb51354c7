import * as format from '#shared/format/format.ts'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { plate } from '../plates.ts'
import type { Performance } from '../types.ts'

/** The results of followers who entered on any day. */
export function EntriesPanel({ performance: { figures } }: { performance: Performance }) {
  const { entries } = figures
  return (
    <Panel
      plate={plate('entries')}
      title="Per ogni giorno d’ingresso"
      foot="Per ogni giorno in cui si poteva entrare, il rendimento del conto da quel giorno in poi, senza i costi della copia. Il passato non dice che cosa succederà."
    >
      {entries.length === 0 ? (
        <p className="text-ui text-ink-2">Servono almeno 30 giorni di storico. Finora: {format.days(figures.days)}.</p>
      ) : (
        <table className="table table-tight">
          <caption className="sr-only">Risultato di chi entrava in un giorno qualsiasi</caption>
          <thead>
            <tr>
              <th scope="col">Dopo</th>
              <th scope="col" className="num">
                Il peggiore
              </th>
              <th scope="col" className="num !whitespace-normal">
                Caso centrale
              </th>
              <th scope="col" className="num">
                In perdita
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ days, worst, median, losing, entries: count }) => (
              <tr key={days}>
                <th scope="row" className="!font-medium !whitespace-normal">
                  {format.days(days)}
                  <span className="block text-label font-normal text-ink-3">
                    {format.counted(count, 'ingresso', 'ingressi')}
                  </span>
                </th>
                <td className={`num ${toneClass(worst)}`}>{format.resultPercent(worst, 1)}</td>
                <td className={`num ${toneClass(median)}`}>{format.resultPercent(median, 1)}</td>
                <td className="num">
                  {format.sharePercent(losing, 0)}
                  <Share of={losing} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

/** A bar of a share in percent units; the figure stands beside it. */
function Share({ of }: { of: number }) {
  return (
    <svg className="mt-1 ml-auto block h-1.5 w-16 forced-color-adjust-none" aria-hidden="true">
      <rect className="fill-sunken" width="100%" height="6" />
      <rect className="fill-loss" width={`${Math.min(100, of)}%`} height="6" />
    </svg>
  )
}
