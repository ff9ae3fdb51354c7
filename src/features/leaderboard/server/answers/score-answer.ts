import type * as z from 'zod/mini'
import { FORMULA_VERSION } from '#features/performance/rules/engine-state.ts'
import { moneyOf, percentOf, roundTo, SCORE_DIGITS } from '#shared/rounding.ts'
import { roiForScore } from '../../rules/score.ts'
import type { scoreAnswer as scoreSchema } from '../../score-contract.ts'
import { explainScore } from './explanation.ts'
import { moneyShown, type EvaluatedTrader } from './trader.ts'

const COMPONENT_DIGITS = 9

/** The score with its parts and its neighbours; null before the first snapshot. `docs/ranking.md` 7. */
export function scoreAnswer(evaluated: EvaluatedTrader): z.output<typeof scoreSchema> | null {
  const { evaluation, placement } = evaluated
  const { score, components, points, counted_trades, counted_wins } = evaluation
  if (score === null || components === null || points === null) return null
  const { above, below } = placement
  const next_rank_gap = above && {
    username: above.username,
    score: roundTo(above.score, SCORE_DIGITS),
    // The neighbours' scores may be two seconds older than this trader's own.
    points: roundTo(Math.max(0, above.score - score), SCORE_DIGITS),
    needed_roi: percentOf(roiForScore(components, above.score)),
  }
  return {
    total: roundTo(score, SCORE_DIGITS),
    formula: FORMULA_VERSION,
    components: {
      growth_90: roundTo(components.growth_90, COMPONENT_DIGITS),
      start_drawdown: roundTo(components.start_drawdown, COMPONENT_DIGITS),
      scoring_growth: roundTo(components.scoring_growth, COMPONENT_DIGITS),
      roi_curve: roundTo(components.roi_curve, COMPONENT_DIGITS),
      roi_weight: roundTo(components.roi_weight, COMPONENT_DIGITS),
      roi: roundTo(components.roi, COMPONENT_DIGITS),
      win_rate: roundTo(components.win_rate, COMPONENT_DIGITS),
      equity: roundTo(components.equity, COMPONENT_DIGITS),
      equity_eur_mean: moneyOf(moneyShown(evaluated)(evaluation.equity_eur_mean), 2),
      risk_cut: roundTo(components.risk_cut, COMPONENT_DIGITS),
      counted_trades: roundTo(counted_trades, COMPONENT_DIGITS),
      counted_wins: roundTo(counted_wins, COMPONENT_DIGITS),
    },
    points: {
      roi_measured: roundTo(points.roi_measured, SCORE_DIGITS),
      roi_neutral: roundTo(points.roi_neutral, SCORE_DIGITS),
      win_rate: roundTo(points.win_rate, SCORE_DIGITS),
      equity: roundTo(points.equity, SCORE_DIGITS),
    },
    penalties: { risk: roundTo(points.risk, SCORE_DIGITS) },
    drawdown_max: percentOf(evaluation.max_drawdown_total),
    explanation: explainScore(evaluation),
    next_rank_gap,
    below: below && { username: below.username, score: roundTo(below.score, SCORE_DIGITS) },
  }
}
