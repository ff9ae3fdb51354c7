import * as z from 'zod/mini'

/** Every threshold of the integrity rules with its default (`docs/integrity.md`); shares are of 1, money in account currency unless named. */
export const thresholds = z.object({
  // R6: changes of network within minutes, with starts of two advisors in turn.
  senders_changes: z._default(z.number(), 3),
  senders_minutes: z._default(z.number(), 30),
  // R11
  investor_days: z._default(z.number(), 7),
  // R13, US dollars, median equity of 30 days.
  tiny_usd: z._default(z.number(), 200),
  small_usd: z._default(z.number(), 500),
  // R14: credit as a share of equity.
  credit_share: z._default(z.number(), 0.2),
  // R15: tolerance is the larger of a unit and a share of the balance; so many in so many days hold, and so does a single one of this share.
  balance_units: z._default(z.number(), 1),
  balance_share: z._default(z.number(), 0.001),
  balance_repeats: z._default(z.number(), 3),
  balance_days: z._default(z.number(), 30),
  balance_grave_share: z._default(z.number(), 0.05),
  balance_minutes: z._default(z.number(), 10),
  // R18
  cut_hours: z._default(z.number(), 48),
  // R53: trades that no snapshot showed open though they spanned one.
  unseen_repeats: z._default(z.number(), 3),
  unseen_days: z._default(z.number(), 30),
  // R54: by how much an open price may differ from the one that was seen.
  position_price_share: z._default(z.number(), 0.0001),
  // R24
  frozen_minutes: z._default(z.number(), 30),
  frozen_syncs: z._default(z.number(), 4),
  // R26
  coverage_share: z._default(z.number(), 0.9),
  coverage_days: z._default(z.number(), 30),
  coverage_least_days: z._default(z.number(), 7),
  unobserved_hours: z._default(z.number(), 24),
  // R28: the flow as a share of equity, the floating loss as a share of the balance.
  rescue_flow: z._default(z.number(), 0.2),
  rescue_loss: z._default(z.number(), 0.1),
  rescue_repeats: z._default(z.number(), 3),
  rescue_days: z._default(z.number(), 90),
  // R29
  blown_share: z._default(z.number(), 0.9),
  blown_months: z._default(z.number(), 12),
  // R30
  deep_drawdown: z._default(z.number(), 0.3),
  extreme_drawdown: z._default(z.number(), 0.55),
  // R31
  hidden_share: z._default(z.number(), 0.2),
  hidden_days: z._default(z.number(), 3),
  hidden_heavy_share: z._default(z.number(), 0.4),
  // R32
  hedge_growth: z._default(z.number(), 0.1),
  hedge_days: z._default(z.number(), 7),
  hedge_cover: z._default(z.number(), 0.8),
  // R33
  martingale_factor: z._default(z.number(), 1.5),
  martingale_steps: z._default(z.number(), 3),
  martingale_baskets: z._default(z.number(), 3),
  martingale_share: z._default(z.number(), 0.2),
  // R34
  averaging_steps: z._default(z.number(), 4),
  averaging_share: z._default(z.number(), 0.2),
  // R35
  wins_rate: z._default(z.number(), 0.8),
  wins_loss_factor: z._default(z.number(), 3),
  wins_holding_factor: z._default(z.number(), 5),
  // R36
  losers_percentile: z._default(z.number(), 0.95),
  // R37
  lucky_share: z._default(z.number(), 0.5),
  // R38
  short_seconds: z._default(z.number(), 60),
  short_share: z._default(z.number(), 0.5),
  // R39
  no_stop_share: z._default(z.number(), 0.9),
  // The review rules on behaviour look at so many days, and say nothing of fewer trades than these.
  review_days: z._default(z.number(), 90),
  review_trades: z._default(z.number(), 20),
  // R19, R20, R22, R23
  ticket_inversions: z._default(z.number(), 0.005),
  ticket_minutes: z._default(z.number(), 30),
  ticket_peers: z._default(z.number(), 2),
  ticket_peer_deals: z._default(z.number(), 50),
  ticket_outside: z._default(z.number(), 5),
  lot_spread: z._default(z.number(), 0.05),
  lot_outliers: z._default(z.number(), 3),
  price_peers: z._default(z.number(), 3),
  price_share: z._default(z.number(), 0.0015),
  price_seconds: z._default(z.number(), 60),
  price_deals: z._default(z.number(), 3),
  // R41, R42
  mirror_share: z._default(z.number(), 0.8),
  mirror_seconds: z._default(z.number(), 5),
  mirror_size: z._default(z.number(), 0.1),
  mirror_trades: z._default(z.number(), 5),
  mirror_days: z._default(z.number(), 7),
  // Openings against each other as a share of the smaller account's: two busy accounts meet by chance.
  opposite_share: z._default(z.number(), 0.2),
  opposite_correlation: z._default(z.number(), -0.9),
  opposite_days: z._default(z.number(), 20),
  // R43: other people's accounts on the same network.
  network_review: z._default(z.number(), 3),
  // R49: a number in a text may differ from the verified one by this share.
  claim_share: z._default(z.number(), 0.1),
  // R50
  match_balance: z._default(z.number(), 0.01),
  match_trades: z._default(z.number(), 0.02),
  match_gain_points: z._default(z.number(), 2),
  match_days: z._default(z.number(), 30),
})

export type Thresholds = z.output<typeof thresholds>

export const defaultThresholds: Thresholds = thresholds.parse({})
