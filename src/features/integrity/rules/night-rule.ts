import type { LedgerRecord } from '#features/ea/rules/records.ts'
import type { PricedTrade } from './dealings.ts'
import type { ComparedOpenings, Correlation, PeerFill, TicketTime } from './peers/peer-facts.ts'
import type { Finding, Rule, ThresholdSchemas, Values } from './rule.ts'

/** Rules that only admins read, until their false alarms are known: they run once a night. */

export interface NightFacts {
  platform: 'MT4' | 'MT5'
  currency: string
  /** Decimals of the account's money. */
  digits: number
  /** MT5; null on MT4. */
  margin_mode: 'netting' | 'exchange' | 'hedging' | null
  /** Buy and sell records of the last `review_days`, imported ones too, newest first. */
  records: readonly LedgerRecord[]
  /** Witnessed trades of the last `review_days`. */
  trades: readonly PricedTrade[]
  /** Own tickets of the last `review_days`, newest first. */
  tickets: readonly TicketTime[]
  /** Newest own tickets, and those of other people on the same server in their time, by account. */
  compared: { own: readonly TicketTime[]; peers: ReadonlyMap<string, readonly TicketTime[]> }
  /** Openings of the last `mirror_days`, and those of other people on the same side within `mirror_seconds`. */
  mirrored: ComparedOpenings
  /** Openings of the last `opposite_open_days`, and those of other people on the other side within `opposite_seconds`. */
  opposed: ComparedOpenings
  correlations: readonly Correlation[]
  fills: readonly PeerFill[]
  /** Accounts of other people that sent last from the same network, those bound about the same time, and how many people all are. */
  network: { accounts: readonly string[]; people: number }
}

export interface NightRule<Code extends string, Schemas extends ThresholdSchemas> extends Rule<Code, Schemas> {
  detect(facts: NightFacts, thresholds: Values<Schemas>): Finding<NoInfer<Code>>[]
}

/** Declares a silent rule of the nightly report. Its findings are states: they end with the first report that no longer finds them. */
export function nightRule<const Code extends string, const Schemas extends ThresholdSchemas>(
  rule: NightRule<Code, Schemas>,
): NightRule<Code, Schemas> {
  return rule
}
