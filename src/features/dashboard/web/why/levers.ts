import { FULL_TRADES } from '#features/leaderboard/rules/score.ts'
import { fullEquity } from '#features/leaderboard/score-texts.ts'
import * as format from '#shared/format/format.ts'
import type { Dashboard } from '../notices.ts'

type Score = NonNullable<Dashboard['score']>
type LeverName = keyof Score['levers']

export interface Lever {
  text: string
  points: number
}

/** A smaller change would print as zero. */
const visiblePoints = 0.005

/** The levers that would raise the score, the strongest first. Impossible and harmful ones are left out. `docs/ranking.md` 7.4. */
export function leversOf({ levers, components }: Score): Lever[] {
  const texts = {
    roi_plus_1pp: 'Un punto percentuale di ROI in più nei 90 giorni',
    one_more_win: 'Un’altra operazione chiusa in profitto',
    full_roi_weight: `${FULL_TRADES} operazioni contate al ROI di oggi: ora sono ${format.count(Math.floor(components.counted_trades))}`,
    full_equity: equityText(components.equity_eur_mean),
    no_floating_loss: 'Nessuna perdita aperta oltre il 10% del balance',
  } satisfies Record<LeverName, string>
  return (Object.keys(texts) as LeverName[])
    .map((name) => ({ text: texts[name], points: levers[name] }))
    .filter(({ points }) => points >= visiblePoints)
    .toSorted((a, b) => b.points - a.points)
}

function equityText(mean: number | null): string {
  return mean === null ? fullEquity : `${fullEquity}: la media di ora è ${format.amount(mean, 'EUR')}`
}
