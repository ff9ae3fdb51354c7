import { accountSize } from './account/account-size.ts'
import { bonusCredit } from './account/bonus-credit.ts'
import { centAccount } from './account/cent-account.ts'
import { changedAccount } from './account/changed-account.ts'
import { claimedAccount } from './account/claimed-account.ts'
import { externalMatch } from './account/external-match.ts'
import { previousAccounts } from './account/previous-accounts.ts'
import { unknownServer } from './account/unknown-server.ts'
import { balanceEquation } from './balance/balance-equation.ts'
import { equityMismatch } from './balance/equity-mismatch.ts'
import { lossesAsFlows } from './balance/losses-as-flows.ts'
import { oddWithdrawals } from './balance/odd-withdrawals.ts'
import { reportedAfterwards } from './balance/reported-afterwards.ts'
import { toleranceAtFlows } from './balance/tolerance-at-flows.ts'
import { sharedTerms } from './evidence-terms.ts'
import { brokerClock } from './history/broker-clock.ts'
import { changedRecords } from './history/changed-records.ts'
import { impossibleTimes } from './history/impossible-times.ts'
import { lateRecords } from './history/late-records.ts'
import { ledgerMismatch } from './history/ledger-mismatch.ts'
import { missingRecords } from './history/missing-records.ts'
import { frozenMarket } from './market/frozen-market.ts'
import { unconfirmedTrades } from './market/unconfirmed-trades.ts'
import { lowCoverage } from './observation/low-coverage.ts'
import { planGap } from './observation/plan-gap.ts'
import { unobservedDrawdown } from './observation/unobserved-drawdown.ts'
import { mirrorAccount } from './peers/mirror-account.ts'
import { oppositeAccount } from './peers/opposite-account.ts'
import { peerPrice } from './peers/peer-price.ts'
import { sameTickets } from './peers/same-tickets.ts'
import { sharedNetwork } from './peers/shared-network.ts'
import { ticketLine } from './peers/ticket-line.ts'
import { ticketOrder } from './peers/ticket-order.ts'
import { valuePerLot } from './peers/value-per-lot.ts'
import { closePrices } from './positions/close-prices.ts'
import { contradictedPositions } from './positions/contradicted-positions.ts'
import { listedResults } from './positions/listed-results.ts'
import { neverListed } from './positions/never-listed.ts'
import { reportedResults } from './positions/reported-results.ts'
import { vanishedPositions } from './positions/vanished-positions.ts'
import { withheldPositions } from './positions/withheld-positions.ts'
import { averaging } from './risk/averaging.ts'
import { blownAccount } from './risk/blown-account.ts'
import { drawdown } from './risk/drawdown.ts'
import { hedgedGrowth } from './risk/hedged-growth.ts'
import { hiddenLoss } from './risk/hidden-loss.ts'
import { luckyTrade } from './risk/lucky-trade.ts'
import { martingale } from './risk/martingale.ts'
import { noStopLoss } from './risk/no-stop-loss.ts'
import { oldLosers } from './risk/old-losers.ts'
import { rescueDeposits } from './risk/rescue-deposits.ts'
import { shortTrades } from './risk/short-trades.ts'
import { smallWins } from './risk/small-wins.ts'
import { ruleFailed } from './rule-failed.ts'
import type { FindingDeclaration, Life } from './rule.ts'
import { demoServer } from './senders/demo-server.ts'
import { investorLogin } from './senders/investor-login.ts'
import { otherAccount } from './senders/other-account.ts'
import { replayedRequests } from './senders/replayed-requests.ts'
import { twoSenders } from './senders/two-senders.ts'
import { unofficialVersion } from './senders/unofficial-version.ts'
import { falseClaims } from './texts/false-claims.ts'

/** Every rule, by when it runs. Everything that the product knows of findings is collected from here: a new rule is a file and a line. */

/** On each accepted sync, in this order. */
export const syncRules = [
  twoSenders,
  unofficialVersion,
  demoServer,
  investorLogin,
  lateRecords,
  brokerClock,
  ledgerMismatch,
  equityMismatch,
  changedAccount,
  changedRecords,
  missingRecords,
  balanceEquation,
  toleranceAtFlows,
  neverListed,
  contradictedPositions,
  withheldPositions,
  vanishedPositions,
  listedResults,
  reportedResults,
  closePrices,
  lossesAsFlows,
  oddWithdrawals,
  lowCoverage,
  unobservedDrawdown,
  planGap,
  frozenMarket,
  bonusCredit,
  rescueDeposits,
  hiddenLoss,
  hedgedGrowth,
  oldLosers,
] as const

/** In the review of an account. */
export const reviewRules = [
  unknownServer,
  sameTickets,
  centAccount,
  accountSize,
  blownAccount,
  drawdown,
  martingale,
  averaging,
  smallWins,
  luckyTrade,
  shortTrades,
  noStopLoss,
  falseClaims,
  unconfirmedTrades,
] as const

/** In the nightly report, which only admins read. */
export const nightRules = [
  impossibleTimes,
  ticketOrder,
  ticketLine,
  valuePerLot,
  peerPrice,
  mirrorAccount,
  oppositeAccount,
  sharedNetwork,
] as const

/** Where the thing happens. */
export const notedRules = [
  otherAccount,
  replayedRequests,
  claimedAccount,
  previousAccounts,
  externalMatch,
  reportedAfterwards,
  ruleFailed,
] as const

export const rules = [...syncRules, ...reviewRules, ...nightRules, ...notedRules] as const

type CodesOf<Declaring> = Declaring extends { findings: infer Findings } ? keyof Findings & string : never
export type FindingCode = CodesOf<(typeof rules)[number]>

/** Every finding by its code. */
export const catalogue = Object.fromEntries(
  rules.flatMap(({ findings }): [string, FindingDeclaration][] => Object.entries(findings)),
) as Record<FindingCode, FindingDeclaration>

export const findingCodes = Object.keys(catalogue) as FindingCode[]

/** False for codes of other versions, and for names that every object has. */
export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(catalogue, code)
}

/** Raised whenever a rule finds something else than before: stored with each finding. */
export const ruleVersion = 5

/** Days for which an event is shown. */
export const eventShownDays = 365

/** Days within which a trader is expected to answer a case. */
export const replyDays = 7

/** Codes that everybody may read, by how long they last. */
export function publicCodes(life: Life): FindingCode[] {
  return findingCodes.filter((code) => catalogue[code].audience === 'public' && catalogue[code].life === life)
}

const terms = new Map([sharedTerms, ...rules.map((rule) => rule.terms ?? {})].flatMap((those) => Object.entries(those)))

/** Italian names of the keys of this evidence, at any depth; keys without a name are left out. */
export function termsOf(evidence: unknown): Record<string, string> {
  const named: Record<string, string> = {}
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const name = Array.isArray(value) ? undefined : terms.get(key)
      if (name !== undefined) named[key] = name
      collect(inner)
    }
  }
  collect(evidence)
  return named
}
