import { readRates } from '#features/performance/rules/currency.ts'
import type { NightFacts } from '../rules/night-rule.ts'
import type { ReviewFacts } from '../rules/review-rule.ts'

/** An account of which nothing is known, but for what a test names. */
export function reviewFactsWith(known: Partial<ReviewFacts>): ReviewFacts {
  return {
    now: 0,
    today: 0,
    currency: 'EUR',
    digits: 2,
    trades: [],
    positions: [],
    rows: [],
    rates: readRates({}),
    server: { name: 'Broker-Live', traders: 10 },
    ticketsOfOthers: [],
    currentTags: new Set(),
    texts: {},
    verified: { roi: [], win_rate: null, max_drawdown: null, trades: null },
    ...known,
  }
}

export function nightFactsWith(known: Partial<NightFacts>): NightFacts {
  return {
    platform: 'MT5',
    currency: 'EUR',
    digits: 2,
    margin_mode: 'hedging',
    records: [],
    trades: [],
    tickets: [],
    compared: { own: [], peers: new Map() },
    mirrored: { own: [], others: [], counts: new Map() },
    opposed: { own: [], others: [], counts: new Map() },
    correlations: [],
    fills: [],
    network: { accounts: [], people: 0 },
    ...known,
  }
}
