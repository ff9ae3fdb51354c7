/** The part of the dashboard's answer that the account page reads. */
export interface AccountOwner {
  /** Null until a terminal has synced. */
  account: LinkedAccount | null
}

export interface LinkedAccount {
  platform: 'MT4' | 'MT5'
  server: string
  /** All but the last three digits hidden. */
  account_number: string
  currency: string
  leverage: number | null
  is_real_account: boolean
  balance: number | null
  equity: number | null
}
