import { placeText, ScoreBreakdown, ScoreNeighbours } from '#features/traders/web/score/ScoreBreakdown.tsx'
import { howScoreIsMade, noScoreYet } from '#features/traders/web/texts.ts'
import * as format from '#shared/format/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import type { Dashboard } from '../notices.ts'
import { leversOf } from './levers.ts'
import { Requirements } from './Requirements.tsx'

/** The origin of the own points, their levers, and the conditions for a place. Findings stand on the card of the verification. */
export function WhyPanel({ dashboard }: { dashboard: Dashboard }) {
  const { score, current_rank: rank, not_ranked_reasons: missing } = dashboard
  const requirements = <Requirements dashboard={dashboard} />
  return (
    <Panel
      title={rank === null ? 'Perché non sono in classifica' : 'Perché sono qui'}
      foot={
        <a href="/how-it-works/index.html" target="_blank" rel="noopener">
          {howScoreIsMade}
        </a>
      }
    >
      <div className="grid gap-5 text-ui">
        {rank === null && missing.length > 0 && requirements}
        {rank === null && missing.length === 0 && (
          <p>Hai tutto quello che serve: il tuo posto compare con il prossimo aggiornamento della classifica.</p>
        )}
        {score === null ? <p className="text-ink-2">{noScoreYet}</p> : <OwnScore score={score} dashboard={dashboard} />}
        {rank !== null && requirements}
      </div>
    </Panel>
  )
}

function OwnScore({ score, dashboard }: { score: NonNullable<Dashboard['score']>; dashboard: Dashboard }) {
  const { current_rank: rank, standing, performance_summary: figures } = dashboard
  return (
    <>
      <div>
        <ScoreBreakdown
          score={score}
          place={placeText(rank, standing.ranked ?? 0)}
          figures={{ roi_90: figures.roi_percentage, win_rate: figures.win_rate }}
        />
        {rank === null && (
          <p className="mt-3 text-ink-2">
            Il punteggio si calcola anche fuori classifica, nello stesso modo: lo vedi tu, e vale dal momento in cui
            entri.
          </p>
        )}
      </div>
      <Moves score={score} />
      {rank !== null && (
        <section aria-labelledby="distanze">
          <h3 id="distanze" className="!font-sans !text-ui !font-semibold !tracking-normal">
            Chi ti sta vicino
          </h3>
          <div className="mt-1 grid gap-1 text-ink-2">
            {rank === 1 && <p>Sopra di te non c’è nessuno.</p>}
            <ScoreNeighbours score={score} />
            {score.next_rank_gap !== null && <p>{reachText(score.next_rank_gap.needed_roi)}</p>}
            {score.below === null && <p>Sotto di te non c’è nessuno.</p>}
          </div>
        </section>
      )}
    </>
  )
}

/** @param roi of 90 days that would reach the place above, in percent */
function reachText(roi: number | null): string {
  return roi === null
    ? 'Per il posto sopra il solo ROI non basterebbe.'
    : `Per il posto sopra, a parità di tutto il resto, servirebbe un ROI a 90 giorni del ${format.resultPercent(roi)}.`
}

function Moves({ score }: { score: NonNullable<Dashboard['score']> }) {
  const moves = leversOf(score)
  return (
    <section aria-labelledby="leve">
      <h3 id="leve" className="!font-sans !text-ui !font-semibold !tracking-normal">
        Che cosa alzerebbe il punteggio
      </h3>
      {moves.length === 0 ? (
        <p className="mt-1 text-ink-2">Nessun cambiamento, da solo, lo alzerebbe in modo visibile.</p>
      ) : (
        <ul className="mt-1">
          {moves.map(({ text, points }) => (
            <li key={text} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
              <span>{text}</span>
              <span className="shrink-0 font-semibold whitespace-nowrap">+{format.decimal(points)} punti</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-ink-3">
        Sono calcoli della formula, una voce alla volta e a parità di tutto il resto: non sono consigli.
      </p>
    </section>
  )
}
