import type { ComparedTrader, Comparison, Pair } from '../types.ts'

export function comparedWith(username: string, change: Partial<ComparedTrader> = {}): ComparedTrader {
  return {
    username,
    display_name: username.toUpperCase(),
    avatar: null,
    rank: 3,
    verification_level: 'L1',
    is_real_account: true,
    is_held: false,
    risk_level: 'low',
    tags: [],
    roi_total: 20,
    drawdown_max: 8,
    days_count: 300,
    total_trades: 120,
    win_rate: 60,
    profit_factor: 1.5,
    roi_window: 6,
    growth: [0, 3, 6],
    ...change,
  }
}

export const marta = comparedWith('marta')
const luca = comparedWith('luca', {
  roi_window: -4,
  growth: [0, -2, -4],
  drawdown_max: 3,
  tags: [{ tone: 'danger', word: 'Bruciato' }],
})
export const pair: Pair = {
  first: 'marta',
  second: 'luca',
  correlation: 0.86,
  moved_days: 60,
  fallen_days: 30,
  both_fallen_days: 12,
}

/** Marta and Luca over three days. */
export function comparisonWith(change: Partial<Comparison> = {}): Comparison {
  return {
    traders: [marta, luca],
    unknown: [],
    repeated: [],
    beyond: [],
    span: { from: '2026-09-01', to: '2026-09-03', days: 3 },
    dates: ['2026-09-01', '2026-09-02', '2026-09-03'],
    pairs: [pair],
    ...change,
  }
}
