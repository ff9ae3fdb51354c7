import * as z from 'zod/mini'
import { money, percent } from '#shared/wire.ts'

/** A score with its parts and its neighbours. `docs/ranking.md` 7. */
export const scoreAnswer = z.object({
  total: z.number(),
  /** Version of the formula. */
  formula: z.number(),
  components: z.object({
    growth_90: z.number(),
    /** Fall of the growth index from its peak at the start of the 90 days, a fraction. */
    start_drawdown: z.number(),
    /** The growth that the score counts: a gain after a loss counts on the peak before it. */
    scoring_growth: z.number(),
    roi_curve: z.number(),
    roi_weight: z.number(),
    roi: z.number(),
    win_rate: z.number(),
    equity: z.number(),
    /** Mean of the own equity held over the last 30 days, in euro; null where amounts are hidden or a rate is missing. */
    equity_eur_mean: money,
    risk_cut: z.number(),
    counted_trades: z.number(),
    counted_wins: z.number(),
  }),
  /** Points out of 100 that add up to `total`. */
  points: z.object({
    roi_measured: z.number(),
    roi_neutral: z.number(),
    win_rate: z.number(),
    equity: z.number(),
  }),
  /** Points deducted, 0 or negative. The correction is for losses that are open now; `drawdown_max` is the largest fall so far. */
  penalties: z.object({ risk: z.number() }),
  drawdown_max: percent,
  /** Italian sentences, most important first. */
  explanation: z.array(z.string()),
  /** The trader one place above, and the 90-day ROI that would reach that place, all else equal. */
  next_rank_gap: z.nullable(
    z.object({ username: z.string(), score: z.number(), points: z.number(), needed_roi: percent }),
  ),
  /** The trader one place below. */
  below: z.nullable(z.object({ username: z.string(), score: z.number() })),
})
