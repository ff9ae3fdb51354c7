import { recoveryText, riskCorrection } from '#features/leaderboard/score-texts.ts'
import { FULL_TRADES, P_EQUITY, P_ROI, P_WIN, RISK_CUT } from '#features/leaderboard/rules/score.ts'
import * as format from '#shared/format/format.ts'
import { roundTo } from '#shared/rounding.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { ScoreBar } from './ScoreBar.tsx'
import type { Performance, Score } from '../types.ts'

interface Row {
  label: string
  detail: string
  points: number
  maximum: string
  /** Fill of the square that ties the row to the bar. */
  square?: string
}

/** The raw figures behind two of the rows, in percent units. */
type RawFigures = Pick<Performance['summary'], 'roi_90' | 'win_rate'>

/** The score, one bar of three tracks, and the table of its points. @param place as a text */
export function ScoreBreakdown({ score, place, figures }: { score: Score; place: string; figures: RawFigures }) {
  const { points } = score
  const roi = points.roi_measured + points.roi_neutral
  return (
    <>
      <div className="flex items-end justify-between">
        <p>
          <span className="bodoni text-[44px] leading-[44px]">{format.decimal(score.total)}</span>
          <span className="ml-2 text-ui text-ink-2">su 100</span>
        </p>
        <p className="text-ui text-ink-3">{place}</p>
      </div>
      <ScoreBar roi={roi} winRate={points.win_rate} equity={points.equity} />
      <ScoreTable score={score} rows={rowsOf(score, roi, figures)} />
      <p className="mt-2 text-label text-ink-3">
        <a href="/how-it-works/index.html">Formula, versione {score.formula}</a>
      </p>
    </>
  )
}

/** `12ª su 148`, `Fuori classifica` */
export function placeText(rank: number | null, ranked: number): string {
  return rank === null ? 'Fuori classifica' : `${format.count(rank)}ª su ${format.count(ranked)}`
}

function rowsOf(score: Score, roi: number, figures: RawFigures): Row[] {
  const { components, points, penalties } = score
  const recovery = recoveryText(components)
  const trades = format.counted(Math.round(components.counted_trades), 'operazione contata', 'operazioni contate')
  const isYoung = components.counted_trades < FULL_TRADES
  const neutral = isYoung ? `, ${format.decimal(points.roi_neutral)} punti neutri fino a ${FULL_TRADES}` : ''
  const equity = components.equity_eur_mean
  return [
    {
      label: 'ROI, ultimi 90 giorni',
      detail: `${format.resultPercent(figures.roi_90)}${recovery === null ? '' : `, ${recovery}`}, ${trades}${neutral}`,
      points: roi,
      maximum: format.count(P_ROI),
      square: 'bg-action',
    },
    {
      label: 'Win rate corretto',
      detail: `${format.sharePercent(figures.win_rate)} grezzo, ${format.sharePercent(components.win_rate * 100)} corretto`,
      points: points.win_rate,
      maximum: format.count(P_WIN),
      square: 'bg-bar',
    },
    {
      label: 'Equity',
      detail: equity === null ? 'media degli ultimi 30 giorni' : `${format.amount(equity, 'EUR')}, media di 30 giorni`,
      points: points.equity,
      maximum: format.count(P_EQUITY),
      square: 'bg-brass-fill',
    },
    {
      label: riskCorrection,
      detail: `${components.risk_cut > 0 ? 'Perdite aperte adesso: equity molto sotto il balance' : 'Nessuna grande perdita aperta adesso'}. Drawdown Max: ${format.drawdownPercent(score.drawdown_max)}`,
      points: penalties.risk,
      maximum: `−${format.count(100 * RISK_CUT)}%`,
    },
  ]
}

function ScoreTable({ score, rows }: { score: Score; rows: readonly Row[] }) {
  return (
    <table className="table mt-3 [&_tbody_tr:last-child>*]:border-b-0 [&_td:first-child]:pl-0 [&_td:last-child]:pr-0 [&_th:first-child]:pl-0 [&_th:last-child]:pr-0">
      <caption className="sr-only">Punteggio voce per voce</caption>
      <thead>
        <tr>
          <th scope="col">Componente</th>
          <th scope="col" className="num">
            Punti
          </th>
          <th scope="col" className="num">
            Massimo
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, detail, points, maximum, square }) => (
          <tr key={label}>
            <th scope="row" className="relative !pl-5 !font-semibold !whitespace-normal">
              {square !== undefined && (
                <i
                  className={`absolute top-3.5 left-0 size-2.5 forced-color-adjust-none ${square}`}
                  aria-hidden="true"
                />
              )}
              {label}
              <span className="block font-normal text-balance text-ink-3">{detail}</span>
            </th>
            <td className="num font-semibold">{format.decimal(points)}</td>
            <td className="num text-ink-3">{maximum}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Punteggio</th>
          <td className="num">{format.decimal(score.total)}</td>
          <td className="num !font-normal !text-ink-3">100</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The difference between two scores as they are printed, so that the three figures add up. Never below zero. */
function printedGap(lower: number, higher: number): number {
  return Math.max(0, roundTo(higher, 2) - roundTo(lower, 2))
}

/** The neighbours one place above and below, and their distance. The dashboard alone says how to close it. */
export function ScoreNeighbours({ score: { total, next_rank_gap: gap, below } }: { score: Score }) {
  return (
    <>
      {gap !== null && (
        <p>
          Sopra: <a href={traderAddress(gap.username)}>@{gap.username}</a>, {format.decimal(gap.score)} punti,{' '}
          {format.decimal(printedGap(total, gap.score))} in più.
        </p>
      )}
      {below !== null && (
        <p>
          Sotto: <a href={traderAddress(below.username)}>@{below.username}</a>, {format.decimal(below.score)} punti,{' '}
          {format.decimal(printedGap(below.score, total))} in meno.
        </p>
      )}
    </>
  )
}
