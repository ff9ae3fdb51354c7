import type { Level } from '#shared/levels.ts'

/** The figures of an account at one moment. Percentages and money as on the wire. */
export interface AccountFigures {
  roi_total: number | null
  roi_90: number | null
  drawdown_max: number | null
  win_rate: number | null
  total_trades: number
  days_count: number | null
  account_currency: string
  /** Kept whole; shown where the trader shows amounts. */
  account_balance: number | null
  rank: number | null
  verification_level: Level
}

/** The final figures of an account that its trader closed. They stay on the profile. */
export interface ClosingFigures extends AccountFigures {
  /** Cases that nobody had decided; none of them holds, else the account could not be closed. */
  open_cases: number
}

/** Said once the account is closed. */
export const accountClosed = 'Conto chiuso. Crea un nuovo token e usalo nel terminale del nuovo conto.'
