import type { TradeSums } from '../rules/statistics.ts'

/** The sums of an account without trades. */
export const noTrades: TradeSums = {
  trades: 0,
  wins: 0,
  losses: 0,
  gross: 0,
  loss: 0,
  profit: 0,
  best: null,
  worst: null,
  holding: 0,
  holding_won: 0,
  holding_lost: 0,
  longs: 0,
}
