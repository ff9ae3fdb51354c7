import { loadRates } from '#features/performance/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText, utcDay } from '#shared/dates.ts'
import { reviewRules, type FindingCode } from '../../rules/catalogue.ts'
import { closedWithin, dealingsOf, type Dealings } from '../../rules/dealings.ts'
import type { ReviewFacts } from '../../rules/review-rule.ts'
import { holdingPercentile } from '../../rules/risk/old-losers.ts'
import type { Finding } from '../../rules/rule.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { clearStates, recordFindings } from '../checks/findings.ts'
import { thresholdsOf } from '../thresholds.ts'
import {
  dailyRowsOf,
  reviewedAccount,
  reviewRecords,
  witnessedTrades,
  serverTraders,
  currentTagCodes,
  ticketsOfOthers,
  type ReviewedAccount,
} from './review-queries.ts'
import { claimDue, dueAgain } from './schedule.ts'
import { textsOf, verifiedFigures } from './texts.ts'

/** Rules that look at what an account has done over weeks: in the background, one account after the other. */

/** Claimed at once: accounts that a server takes along when it dies are reviewed a day later. */
const claimedAtOnce = 10
/** A run makes way for the next one. */
const runMs = 40_000

const reviewCodes = reviewRules.flatMap(({ findings }) => Object.keys(findings) as FindingCode[])

/**
 * Reviews accounts whose data have changed, and each account once a day; at most `limit`. Answers how many. An error of one account is
 * logged and tried again later; the others are reviewed all the same.
 */
export async function reviewAccounts(
  kernel: Kernel,
  limit: number,
  limits: Thresholds = thresholdsOf(kernel),
): Promise<number> {
  const started = performance.now()
  let reviewed = 0
  while (reviewed < limit && performance.now() - started < runMs) {
    const now = instantText(kernel.clock.now())
    const claimed = await claimDue(kernel.sql, now, Math.min(claimedAtOnce, limit - reviewed))
    if (claimed.length === 0) break
    for (const accountId of claimed) {
      try {
        await reviewAccount(kernel, accountId, limits)
      } catch (error) {
        kernel.log.error({ err: error, account_id: accountId }, 'account not reviewed')
        await dueAgain(kernel.sql, accountId, now)
      }
    }
    reviewed += claimed.length
  }
  return reviewed
}

async function reviewAccount(kernel: Kernel, accountId: string, limits: Thresholds): Promise<void> {
  const { sql, clock } = kernel
  const now = clock.now()
  const account = await reviewedAccount(sql, accountId, instantText(now))
  if (account === undefined) return
  const facts = await reviewFacts(kernel, account, now, limits)
  const findings = reviewRules.flatMap((rule): Finding<FindingCode>[] => rule.detect(facts, limits))
  const holding = holdingPercentile(facts.positions, limits)
  await storeFindings(
    kernel,
    account,
    { findings, checked: reviewCodes, now },
    (tx) => tx`update account_integrity set holding_p95_ms = ${holding} where account_id = ${accountId}`,
  )
}

async function reviewFacts(
  { sql }: Kernel,
  account: ReviewedAccount,
  now: number,
  limits: Thresholds,
): Promise<ReviewFacts> {
  const { account_id, currency, digits } = account
  const today = utcDay(now)
  const [rates, rows, traders, tickets, currentTags, { trades, positions }] = await Promise.all([
    loadRates(sql),
    dailyRowsOf(sql, account_id, 'daily_row'),
    serverTraders(sql, account),
    ticketsOfOthers(sql, account_id),
    currentTagCodes(sql, account_id, instantText(now - limits.review_days * DAY_MS)),
    reviewedDealings(sql, account_id, now, limits),
  ])
  return {
    now,
    today,
    currency,
    digits,
    trades,
    positions: closedWithin(positions, now, limits.review_days),
    rows,
    rates,
    server: { name: account.server, traders },
    ticketsOfOthers: tickets,
    currentTags: new Set(currentTags),
    texts: textsOf(account),
    verified: await verifiedFigures(sql, account, rows, today),
  }
}

/** Witnessed trades of the last `review_days` with the records behind them. @param now milliseconds UTC */
export async function reviewedDealings(
  sql: Kernel['sql'],
  accountId: string,
  now: number,
  { review_days }: Pick<Thresholds, 'review_days'>,
): Promise<Dealings> {
  const trades = await witnessedTrades(sql, accountId, instantText(now - review_days * DAY_MS))
  // Broker clocks are up to 14 hours from UTC.
  const oldest = trades.reduce((least, { open }) => Math.min(least, open), now) - DAY_MS
  return dealingsOf(trades, trades.length === 0 ? [] : await reviewRecords(sql, accountId, oldest))
}

/** Findings about an account, and the states that were checked. */
interface Reviewed {
  findings: readonly Finding<FindingCode>[]
  checked: readonly FindingCode[]
  /** Milliseconds UTC. */
  now: number
}

/** Stores what was found, ends the checked states that were not, and announces the trader where the public page changed. */
export async function storeFindings(
  { sql, secrets, changes }: Kernel,
  { account_id, trader_id }: Pick<ReviewedAccount, 'account_id' | 'trader_id'>,
  { findings, checked, now }: Reviewed,
  also: (tx: Parameters<typeof recordFindings>[0]) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const isChanged = await sql.begin(async (tx) => {
    // In step with the syncs of the account, which lock it first.
    await tx`select from trading_account where account_id = ${account_id} for key share`
    const found = findings.map((finding) => ({ account_id, finding }))
    const recorded = await recordFindings(tx, { secrets }, found, now)
    const ended = await clearStates(tx, [{ account_id, checked, found: findings.map(({ code }) => code) }], now)
    await also(tx)
    return recorded.changed.has(account_id) || ended.has(account_id)
  })
  if (isChanged) changes.announce(trader_id)
}
