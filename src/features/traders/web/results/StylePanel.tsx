import * as format from '#shared/format/format.ts'
import { duration } from '#shared/format/spans.ts'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { plate } from '../plates.ts'
import { reasonTexts } from '../texts.ts'
import type { Performance } from '../types.ts'
import { Ledger } from '../verification/Ledger.tsx'

const sideNames = { buy: 'Acquisti (long)', sell: 'Vendite (short)' }

/** How the account is traded: sentences by rules, long and short, and how long winners and losers are held. */
export function StylePanel({ performance: { figures, summary, currency } }: { performance: Performance }) {
  return (
    <Panel plate={plate('style')} title="Come opera">
      {figures.sentences.length > 0 && (
        <ul className="mb-3 grid list-disc gap-1.5 pl-4">
          {figures.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {summary.total_trades === 0 ? (
        <p className="text-ui text-ink-2">{reasonTexts.no_trades}</p>
      ) : (
        <>
          <table className="table table-tight">
            <caption className="sr-only">Risultati degli acquisti e delle vendite</caption>
            <thead>
              <tr>
                <th scope="col">Direzione</th>
                <th scope="col" className="num">
                  Operazioni
                </th>
                <th scope="col" className="num max-[359px]:hidden">
                  Win rate
                </th>
                <th scope="col" className="num">
                  Risultato
                </th>
              </tr>
            </thead>
            <tbody>
              {figures.sides.map(({ side, trades, win_rate, profit }) => (
                <tr key={side}>
                  <th scope="row" className="!font-medium !whitespace-normal">
                    {sideNames[side]}
                  </th>
                  <td className="num">{format.count(trades)}</td>
                  <td className="num max-[359px]:hidden">{trades === 0 ? '–' : format.sharePercent(win_rate)}</td>
                  <td className={`num ${toneClass(profit)}`}>
                    {trades === 0 ? '–' : format.signedAmount(profit, currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Ledger
            rows={[
              { term: 'Durata media di chi guadagna', value: duration(figures.average_holding_won_minutes) },
              { term: 'Durata media di chi perde', value: duration(figures.average_holding_lost_minutes) },
              {
                term: 'Tempo con posizioni aperte',
                of: 'exposure',
                value: format.sharePercent(summary.exposure_percentage),
              },
            ]}
          />
        </>
      )}
    </Panel>
  )
}
