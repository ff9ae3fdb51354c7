export const P_ROI = 60
export const P_WIN = 30
export const P_EQUITY = 10
export const FULL_TRADES = 200
const ROI_K = 4
const ROI_H = 3
const ROI_NEUTRAL = 1 / (1 + ROI_H)
const WIN_PRIOR_A = 15
const WIN_PRIOR_N = 30
const RISK_START = 0.1
const RISK_FULL = 0.5
export const RISK_CUT = 0.1

/** The inputs of the score. Every figure is a fraction or a plain count. `docs/ranking.md` 7.1. */
export interface Measures {
  /** G: growth factor of the 90-day window, 1 = unchanged. */
  growth90: number
  /** d0: fall of the index from its peak at the start of that window, between 0 and 1. */
  startDrawdown: number
  /** N and wins of `docs/ranking.md` 5.6. */
  countedTrades: number
  countedWins: number
  /** Q: average of the equity scale over 30 days, between 0 and 1. */
  equity: number
  /** q: floating loss as a part of the balance, between 0 and 1. */
  floatingRatio: number
}

/** `docs/ranking.md` 7.1: G, d0, S, f, c, R, W, Q and cut. */
export interface Components {
  growth_90: number
  start_drawdown: number
  scoring_growth: number
  roi_curve: number
  roi_weight: number
  roi: number
  win_rate: number
  equity: number
  risk_cut: number
}

/** The five contributions; they add up to the score. `docs/ranking.md` 7.3. */
export interface Points {
  roi_measured: number
  roi_neutral: number
  win_rate: number
  equity: number
  risk: number
}

/** Change of the score when one thing changes and everything else stays. `docs/ranking.md` 7.4. */
export interface Levers {
  roi_plus_1pp: number
  one_more_win: number
  full_roi_weight: number
  full_equity: number
  no_floating_loss: number
}

export interface Score {
  components: Components
  points: Points
  levers: Levers
  /** Between 0 and 100. */
  score: number
}

/** The score with its parts. `docs/ranking.md` 7.1, 7.3, 7.4. */
export function scoreOf(measures: Measures): Score {
  const components = componentsOf(measures)
  const { roi_curve: f, roi_weight: c, win_rate: w, equity: q, risk_cut: cut } = components
  const gross = grossOf(components)
  const score = gross * (1 - cut)
  const changed = (change: Partial<Measures>) => netOf(componentsOf({ ...measures, ...change })) - score
  return {
    components,
    points: {
      roi_measured: P_ROI * c * f,
      roi_neutral: P_ROI * (1 - c) * ROI_NEUTRAL,
      win_rate: P_WIN * w,
      equity: P_EQUITY * q,
      risk: -gross * cut,
    },
    levers: {
      roi_plus_1pp: changed({ growth90: measures.growth90 + 0.01 }),
      one_more_win: changed({ countedTrades: measures.countedTrades + 1, countedWins: measures.countedWins + 1 }),
      full_roi_weight: P_ROI * (1 - c) * (f - ROI_NEUTRAL) * (1 - cut),
      full_equity: P_EQUITY * (1 - q) * (1 - cut),
      no_floating_loss: gross * cut,
    },
    score,
  }
}

/**
 * The 90-day ROI (a fraction) at which the score would be `target`, all else equal.
 * Null where no ROI reaches it: without counted trades, or when the rest alone is above the target or too far below it.
 * `docs/ranking.md` 7.4.
 */
export function roiForScore(components: Components, target: number): number | null {
  const { roi_weight: c, win_rate, equity, risk_cut, start_drawdown } = components
  if (c <= 0) return null
  const rest = P_WIN * win_rate + P_EQUITY * equity + P_ROI * (1 - c) * ROI_NEUTRAL
  const curve = (target / (1 - risk_cut) - rest) / (P_ROI * c)
  if (!(curve >= 0 && curve < 1)) return null
  const scoring = ((ROI_H * curve) / (1 - curve)) ** (1 / ROI_K)
  if (scoring <= 1) return scoring - 1
  return start_drawdown < 1 ? (scoring - 1) / (1 - start_drawdown) : null
}

/** x_d to q_d: the position of own equity in euro between 100 and 100,000 on a logarithmic scale, held within 0 and 1. `docs/ranking.md` 7.1. */
export function equityScale(euro: number): number {
  if (euro <= EQUITY_LOW) return 0
  if (euro >= EQUITY_HIGH) return 1
  return Math.log10(euro / EQUITY_LOW) / Math.log10(EQUITY_HIGH / EQUITY_LOW)
}

const EQUITY_LOW = 100
const EQUITY_HIGH = 100_000

/** q: the floating loss as a part of the balance, between 0 and 1. Both amounts in one currency. `docs/ranking.md` 7.1. */
export function floatingRatio(ownEquity: number, balance: number): number {
  if (ownEquity >= balance) return 0
  if (balance <= 0) return 1
  return Math.min(1, (balance - ownEquity) / balance)
}

function componentsOf(measures: Measures): Components {
  const scoring = scoringGrowth(measures)
  const f = roiCurve(scoring)
  const c = Math.min(1, measures.countedTrades / FULL_TRADES)
  return {
    growth_90: measures.growth90,
    start_drawdown: measures.startDrawdown,
    scoring_growth: scoring,
    roi_curve: f,
    roi_weight: c,
    roi: c * f + (1 - c) * ROI_NEUTRAL,
    win_rate: (measures.countedWins + WIN_PRIOR_A) / (measures.countedTrades + WIN_PRIOR_N),
    equity: measures.equity,
    risk_cut: RISK_CUT * Math.min(1, Math.max(0, (measures.floatingRatio - RISK_START) / (RISK_FULL - RISK_START))),
  }
}

/** S: a gain counts on the peak before the window, a loss in full. */
function scoringGrowth({ growth90, startDrawdown }: Measures): number {
  return growth90 <= 1 ? growth90 : 1 + (growth90 - 1) * (1 - startDrawdown)
}

function roiCurve(growth: number): number {
  if (growth > 1) return 1 / (1 + ROI_H * growth ** -ROI_K)
  return growth ** ROI_K / (ROI_H + growth ** ROI_K)
}

function grossOf(components: Components): number {
  return P_ROI * components.roi + P_WIN * components.win_rate + P_EQUITY * components.equity
}

function netOf(components: Components): number {
  return grossOf(components) * (1 - components.risk_cut)
}
