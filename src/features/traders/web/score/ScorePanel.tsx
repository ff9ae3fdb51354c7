import { Panel } from '#web/ui/Panel.tsx'
import { plate } from '../plates.ts'
import { placeText, ScoreBreakdown, ScoreNeighbours } from './ScoreBreakdown.tsx'
import type { Performance, Trader } from '../types.ts'
import { howScoreIsMade, noScoreYet } from '../texts.ts'

/** The origin of the points, and the distance to the next place. */
export function ScorePanel({ trader, performance }: { trader: Trader; performance: Performance }) {
  const { score, summary } = performance
  return (
    <Panel
      plate={plate('score')}
      title={trader.rank === null ? 'Come nasce il punteggio' : 'Perché questa posizione'}
      foot={
        <div className="leading-6">
          {score !== null && <ScoreNeighbours score={score} />}
          <p>
            <a href="/how-it-works/index.html">{howScoreIsMade}</a>
          </p>
        </div>
      }
    >
      {score === null ? (
        <p className="text-ui text-ink-2">{noScoreYet}</p>
      ) : (
        <>
          <ScoreBreakdown score={score} place={placeText(trader.rank, trader.ranked_traders)} figures={summary} />
          {score.explanation.length > 0 && (
            <ul className="mt-3 grid list-disc gap-1.5 pl-4 text-ui text-ink-2">
              {score.explanation.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}
