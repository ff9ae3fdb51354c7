/** Facts about other accounts that the nightly rules compare an account with. */

/** Broker wall-clock in milliseconds: accounts of one server share the clock. */
export interface TicketTime {
  ticket: string
  /** MT4's opening, MT5's deal. */
  opened: number
  /** MT4's close, MT5's deal. */
  closed: number
}

/** A position by its opening, however many trades closed it. */
export interface Opening {
  account_id: string
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  /** Milliseconds UTC. */
  open: number
}

/** Own openings beside those of other people. */
export interface ComparedOpenings {
  own: readonly Opening[]
  /** Within seconds of an own one. */
  others: readonly Opening[]
  /** How many positions each of these accounts opened in the same days. */
  counts: ReadonlyMap<string, number>
}

/** Two accounts over the days on which both had a result. */
export interface Correlation {
  account_id: string
  days: number
  correlation: number
}

/** A close of another person on the same symbol, within `price_seconds` of an own one. */
export interface PeerFill {
  /** The own close. */
  ticket: string
  price: number
  account_id: string
  peer_price: number
}
