import { notRankedReasons } from '#features/leaderboard/rules/eligibility.ts'
import type { Levers } from '#features/leaderboard/rules/score.ts'
import { scoreAnswer } from '#features/leaderboard/server/answers/score-answer.ts'
import type { EvaluatedTrader } from '#features/leaderboard/server/answers/trader.ts'
import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { roundTo, SCORE_DIGITS } from '#shared/rounding.ts'
import type { getDashboard } from '../contract.ts'
import type { OwnRow } from './queries.ts'

type Dashboard = ResponseOf<typeof getDashboard>

/** The own score as the profile has it, with amounts that may be hidden from others; null before the first snapshot. */
export function ownScore(evaluated: EvaluatedTrader): Dashboard['score'] {
  const score = scoreAnswer({ ...evaluated, row: { ...evaluated.row, hide_amounts: false } })
  const { levers } = evaluated.evaluation
  return score && levers && { ...score, levers: leversAnswer(levers) }
}

/** `docs/ranking.md` 7.4, rounded for the wire. */
export function leversAnswer(levers: Levers): Levers {
  return {
    roi_plus_1pp: roundTo(levers.roi_plus_1pp, SCORE_DIGITS),
    one_more_win: roundTo(levers.one_more_win, SCORE_DIGITS),
    full_roi_weight: roundTo(levers.full_roi_weight, SCORE_DIGITS),
    full_equity: roundTo(levers.full_equity, SCORE_DIGITS),
    no_floating_loss: roundTo(levers.no_floating_loss, SCORE_DIGITS),
  }
}

/**
 * Every reason why the trader has no place, `docs/ranking.md` 8.2. Without an account its kind is unknown, so `demo_account` is not a
 * reason yet.
 */
export function missingForRank(
  own: OwnRow,
  evaluated: EvaluatedTrader | null,
  { basic_leaderboard: basic, diamond }: SubscriptionStatus,
  now: number,
): Dashboard['not_ranked_reasons'] {
  if (evaluated !== null) return evaluated.trader.entry.not_ranked_reasons
  const reasons = notRankedReasons(
    {
      is_ea_verified: own.platform !== null && own.first_snapshot_at !== null,
      is_real_account: own.platform === null || own.trade_mode === 'real',
      leaderboard_expires: milliseconds(basic.expires_at),
      diamond_expires: milliseconds(diamond.expires_at),
    },
    null,
    now,
  )
  return own.held === null ? reasons : [...reasons, 'under_review']
}

function milliseconds(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant)
}
