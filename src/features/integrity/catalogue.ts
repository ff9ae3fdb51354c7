/** Every finding by its code: which rule of `docs/integrity.md` it belongs to, what follows, who reads it, how long it lasts. */

/**
 * - `info`: a tag. - `warning`: a tag, and a case that an admin looks at. - `hold`: a case that keeps the account out of the ranking
 * ("in verifica") until a person decides. - `refusal`: the request was refused; a note for admins.
 */
export type Consequence = 'info' | 'warning' | 'hold' | 'refusal'

/** `silent` findings are read by admins alone, until their false alarms are known. */
export type Audience = 'public' | 'owner' | 'silent'

/**
 * - `event`: something happened; shown for a year. - `state`: shown until it is cleared. - `sync`: shown while the last snapshot
 * showed it.
 */
export type Life = 'event' | 'state' | 'sync'

interface Entry {
  rule: string
  consequence: Consequence
  audience: Audience
  life: Life
}

const tag = (rule: string, consequence: Consequence, audience: Audience, life: Life): Entry => ({
  rule,
  consequence,
  audience,
  life,
})

export const catalogue = {
  // Who sends
  other_account_sent: tag('R1', 'refusal', 'owner', 'event'),
  account_claimed: tag('R7', 'warning', 'silent', 'event'),
  account_released: tag('R7', 'info', 'public', 'state'),
  requests_replayed: tag('R3', 'info', 'silent', 'event'),
  two_terminals: tag('R6', 'info', 'owner', 'event'),
  two_senders: tag('R6', 'warning', 'owner', 'event'),
  networks_in_turn: tag('R6', 'info', 'silent', 'event'),
  unofficial_version: tag('R8', 'info', 'public', 'state'),
  demo_server: tag('R9', 'hold', 'public', 'state'),
  demo_server_name: tag('R9', 'warning', 'owner', 'state'),
  unknown_server: tag('R10', 'info', 'public', 'state'),
  trade_mode_changed: tag('R9', 'warning', 'owner', 'event'),
  investor_login: tag('R11', 'info', 'owner', 'state'),
  shared_network: tag('R43', 'warning', 'silent', 'state'),
  // The account
  currency_changed: tag('R1', 'warning', 'owner', 'event'),
  cent_account: tag('R12', 'info', 'public', 'state'),
  small_account: tag('R13', 'info', 'public', 'state'),
  tiny_account: tag('R13', 'info', 'public', 'state'),
  bonus_credit: tag('R14', 'info', 'public', 'state'),
  unexplained_balance: tag('R15', 'warning', 'public', 'event'),
  balance_invented: tag('R15', 'hold', 'public', 'event'),
  equity_mismatch: tag('R16', 'warning', 'public', 'sync'),
  // The history
  history_changed: tag('R17', 'hold', 'public', 'event'),
  deal_cancelled: tag('R17', 'warning', 'public', 'event'),
  history_missing: tag('R17', 'hold', 'public', 'event'),
  charges_changed: tag('R17', 'info', 'owner', 'event'),
  told_afterwards: tag('R55', 'warning', 'public', 'event'),
  history_put_in: tag('R55', 'hold', 'public', 'event'),
  history_cut: tag('R18', 'warning', 'public', 'state'),
  ledger_mismatch: tag('R18', 'info', 'public', 'sync'),
  late_records: tag('R25', 'info', 'public', 'event'),
  future_time: tag('R21', 'info', 'public', 'event'),
  clock_assumed: tag('R21', 'info', 'public', 'event'),
  clock_unfitted: tag('R21', 'info', 'owner', 'event'),
  clock_refused: tag('R21', 'info', 'owner', 'event'),
  impossible_times: tag('R21', 'warning', 'silent', 'event'),
  never_seen_open: tag('R53', 'warning', 'public', 'event'),
  positions_invented: tag('R53', 'hold', 'public', 'event'),
  positions_withheld: tag('R53', 'warning', 'public', 'state'),
  too_many_positions: tag('R53', 'warning', 'public', 'state'),
  position_contradicted: tag('R54', 'hold', 'public', 'event'),
  result_contradicted: tag('R54', 'warning', 'public', 'event'),
  results_without_trades: tag('R56', 'warning', 'public', 'event'),
  results_invented: tag('R56', 'hold', 'public', 'event'),
  ticket_order: tag('R19', 'warning', 'silent', 'state'),
  ticket_line: tag('R20', 'warning', 'silent', 'state'),
  value_per_lot: tag('R22', 'warning', 'silent', 'state'),
  peer_price: tag('R23', 'warning', 'silent', 'state'),
  frozen_market: tag('R24', 'warning', 'silent', 'event'),
  // What was observed
  low_coverage: tag('R26', 'info', 'public', 'state'),
  unobserved_drawdown: tag('R26', 'info', 'public', 'event'),
  plan_gap: tag('R44', 'info', 'public', 'event'),
  account_changed: tag('R40', 'info', 'public', 'state'),
  // How the account is run
  rescue_deposit: tag('R28', 'info', 'public', 'event'),
  repeated_rescues: tag('R28', 'warning', 'public', 'event'),
  blown_account: tag('R29', 'info', 'public', 'state'),
  deep_drawdown: tag('R30', 'info', 'public', 'state'),
  extreme_drawdown: tag('R30', 'info', 'public', 'state'),
  hidden_loss: tag('R31', 'info', 'public', 'state'),
  heavy_hidden_loss: tag('R31', 'info', 'public', 'state'),
  hedged_growth: tag('R32', 'warning', 'public', 'event'),
  martingale: tag('R33', 'info', 'public', 'state'),
  averaging: tag('R34', 'info', 'public', 'state'),
  small_wins: tag('R35', 'info', 'public', 'state'),
  old_losers: tag('R36', 'info', 'public', 'state'),
  one_lucky_trade: tag('R37', 'info', 'public', 'state'),
  very_short_trades: tag('R38', 'info', 'public', 'state'),
  no_stop_loss: tag('R39', 'info', 'public', 'state'),
  // Others
  mirror_account: tag('R41', 'warning', 'silent', 'state'),
  opposite_account: tag('R42', 'warning', 'silent', 'state'),
  // Of the rules themselves
  rule_failed: tag('R0', 'warning', 'silent', 'state'),
  // Words
  false_claims: tag('R49', 'warning', 'owner', 'state'),
  match_refused: tag('R50', 'warning', 'owner', 'event'),
} as const satisfies Record<string, Entry>

export type FindingCode = keyof typeof catalogue

/** Raised whenever a rule judges differently than before: stored with each finding. */
export const ruleVersion = 1

/** Days for which an event is shown. */
export const eventShownDays = 365

/** Days within which a trader is asked to answer a case. */
export const replyDays = 7

export const findingCodes = Object.keys(catalogue) as FindingCode[]

/** Codes that everybody may read, by how long they last. */
export function publicCodes(life: Life): FindingCode[] {
  return findingCodes.filter((code) => catalogue[code].audience === 'public' && catalogue[code].life === life)
}
