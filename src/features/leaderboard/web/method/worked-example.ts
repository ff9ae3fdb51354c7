/**
 * The worked example of `docs/ranking.md` 10: an account in euro on its second day, three operations closed, two won.
 * The box prints these figures. A test derives them from the formula.
 */
export const workedExample = {
  /** G: the growth of the 90-day window. */
  growth90: 1.031924791,
  /** d0: nothing was observed before that window. */
  startDrawdown: 0,
  countedTrades: 3,
  countedWins: 2,
  /** Q: 1.795 € and 1.829 € at the end of two days, over thirty. */
  equity: 0.027958646,
  floatingRatio: 0,
  /** Points as printed. */
  points: { roi: 15.02, win_rate: 15.45, equity: 0.28, risk: 0, total: 30.76 },
  /** 3.19 %, the curve's 0.2743, the weighted 0.2504, the corrected 51.5 %. */
  printed: { roi: 3.19, curve: 0.2743, weighted: 0.2504, win_rate: 51.5, equity: 0.028 },
} as const
