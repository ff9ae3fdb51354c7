import * as z from 'zod/mini'

const tooMuch = (highest: number) => `non può essere sopra ${highest}`
const within = (least: number, highest: number, initially: number) =>
  z._default(
    z
      .number('deve essere un numero')
      .check(z.minimum(least, `non può essere sotto ${least}`), z.maximum(highest, tooMuch(highest))),
    initially,
  )
const most = 1_000_000_000
/** Of 1. */
const share = (initially: number) => within(0, 1, initially)
/** How often, or whole days: a threshold of none would find everybody. */
const count = (initially: number) =>
  z._default(
    z.int('deve essere un numero intero').check(z.minimum(1, 'non può essere sotto 1'), z.maximum(most, tooMuch(most))),
    initially,
  )
const factor = (initially: number) => within(1, most, initially)
const correlation = (initially: number) => within(-1, 1, initially)
/** Money, units or time. */
const amount = (initially: number) => within(0, most, initially)

/**
 * Every threshold of the integrity rules with its default (`docs/integrity.md`); shares are of 1, money in account currency unless
 * named. None of them changes a figure: R16's tolerance decides which snapshots count, so it is the protocol's (`docs/ea-protocol.md`).
 */
export const thresholds = z.object({
  // R6: changes of network within minutes, with starts of two advisors in turn.
  senders_changes: count(3),
  senders_minutes: amount(30),
  // R10: other traders on the same broker server, this one included.
  server_traders: count(3),
  // R11
  investor_days: amount(7),
  // R12: units of the base currency that a lot of a cent account stands for, and trades that make a middle.
  cent_units_least: amount(700),
  cent_units_most: amount(1_400),
  cent_trades: count(5),
  // R13, US dollars, median equity of so many days.
  size_days: count(30),
  tiny_usd: amount(200),
  small_usd: amount(500),
  // R14: credit as a share of equity.
  credit_share: share(0.2),
  // R15: tolerance is the larger of a unit and a share of the balance; so many in so many days hold, and so does a single one of this share.
  balance_units: amount(1),
  balance_share: share(0.001),
  balance_repeats: count(3),
  balance_days: amount(30),
  balance_grave_share: share(0.05),
  balance_minutes: amount(10),
  // R55: syncs that tell trades after the fact; a share of the balance at once holds.
  afterwards_repeats: count(3),
  afterwards_days: amount(30),
  afterwards_grave_share: share(0.05),
  // R18
  cut_hours: amount(48),
  // R53: trades that no snapshot showed open though they spanned one.
  unseen_repeats: count(3),
  unseen_days: amount(30),
  // R54: by how much an open price may differ from the one that was seen.
  position_price_share: share(0.0001),
  // R54: by what share a close may bring more than its prices give, where this matters to the balance; so many in so many days hold.
  result_share: share(0.25),
  result_balance_share: share(0.001),
  result_repeats: count(3),
  // R54: a close of a currency pair so soon after it was listed lies so near to the price of then.
  close_minutes: amount(10),
  close_price_share: share(0.02),
  // R56: results that no trade brought, as shares of the balance, in so many days.
  without_trades_days: count(30),
  without_trades_share: share(0.01),
  without_trades_grave_share: share(0.05),
  // R24
  frozen_minutes: amount(30),
  frozen_syncs: count(4),
  // R26
  coverage_share: share(0.9),
  coverage_days: amount(30),
  coverage_least_days: count(7),
  unobserved_hours: amount(24),
  // R28: the flow as a share of equity, the floating loss as a share of the balance.
  rescue_flow: share(0.2),
  rescue_loss: share(0.1),
  rescue_repeats: count(3),
  rescue_days: amount(90),
  // R29
  blown_share: share(0.9),
  blown_months: amount(12),
  // R30
  deep_drawdown: share(0.3),
  extreme_drawdown: share(0.55),
  fall_days: count(90),
  // R31
  hidden_share: share(0.2),
  hidden_days: amount(3),
  hidden_heavy_share: share(0.4),
  // R32
  hedge_growth: share(0.1),
  hedge_days: amount(7),
  hedge_cover: share(0.8),
  // R33
  martingale_factor: factor(1.5),
  martingale_steps: count(3),
  martingale_baskets: count(3),
  martingale_days: count(30),
  martingale_share: share(0.2),
  // R34
  averaging_steps: count(4),
  averaging_share: share(0.2),
  // R35
  wins_rate: share(0.8),
  wins_loss_factor: factor(3),
  wins_holding_factor: factor(5),
  wins_losses: count(3),
  // R36
  losers_percentile: share(0.95),
  // R37
  lucky_share: share(0.5),
  // R38
  short_seconds: amount(60),
  short_share: share(0.5),
  // R39
  no_stop_share: share(0.9),
  // The review rules on behaviour look at so many days, and say nothing of fewer trades than these.
  review_days: amount(90),
  review_trades: count(20),
  // R19, R20, R22, R23
  ticket_inversions: share(0.005),
  ticket_inversions_mt4: share(0.5),
  ticket_minutes: amount(30),
  ticket_peers: count(2),
  ticket_peer_deals: count(50),
  ticket_outside: count(5),
  lot_spread: share(0.05),
  lot_day_trades: count(4),
  lot_outliers: count(3),
  // R22: units that a lot of a currency pair may stand for; 100,000 with what a rate of another moment adds.
  lot_units_most: amount(110_000),
  price_peers: count(3),
  price_share: share(0.0015),
  // Spreads are not stored: the peers' own scatter, so many times, stands for them.
  price_scatter: amount(5),
  price_seconds: amount(60),
  price_deals: count(3),
  // R41, R42
  mirror_share: share(0.8),
  mirror_seconds: amount(5),
  mirror_size: share(0.1),
  mirror_trades: count(5),
  mirror_days: amount(7),
  // Openings against each other as a share of the smaller account's: two busy accounts meet by chance.
  opposite_share: share(0.2),
  opposite_correlation: correlation(-0.9),
  opposite_days: count(20),
  // Days that are looked at for days on which both moved.
  opposite_window_days: count(60),
  // R43: people on the same network, this one included.
  network_review: count(3),
  // R49: a number in a text may differ from the verified one by this share.
  claim_share: share(0.1),
  // R50
  match_balance: share(0.01),
  match_trades: share(0.02),
  match_gain_points: amount(2),
  match_days: amount(30),
})

export type Thresholds = z.output<typeof thresholds>

export const defaultThresholds: Thresholds = thresholds.parse({})
