import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText, utcDay } from '#shared/dates.ts'
import { reviewRules, type FindingCode } from '../../rules/catalogue.ts'
import { closedWithin, dealingsOf, type Dealings } from '../../rules/dealings.ts'
import type { ReviewFacts } from '../../rules/review-rule.ts'
import { holdingPercentile } from '../../rules/risk/old-losers.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { thresholdsOf } from '../thresholds.ts'
import {
  dailyRowsOf,
  openTags,
  reviewedAccounts,
  reviewRecords,
  serverTraders,
  ticketsOfOthers,
  witnessedTrades,
  type ReviewedAccount,
} from './review-queries.ts'
import { inSets } from './sets.ts'
import { claimDue, endReviews, finishReviews, type DoneReview } from './schedule.ts'
import { storeFindings, type CheckedAccount } from './store-findings.ts'
import { textsOf, verifiedFigures } from './texts.ts'

/** Rules that look at what an account has done over weeks: in the background, in sets of accounts that are read together. */

/** Claimed at once. */
const claimedAtOnce = 50
/** A run makes way for the next one. */
const runMs = 50_000
/** The run rests after each set, so many times as long as the set took: syncs have the processors and the connections. */
const restFactor = 1

const reviewCodes = reviewRules.flatMap(({ findings }) => Object.keys(findings) as FindingCode[])

/**
 * Reviews accounts whose data have changed, and each account once a day; at most `limit`. Answers how many. An error of one account is
 * logged, and tried again when its claim has run out; the others are reviewed all the same.
 */
export async function reviewAccounts(
  kernel: Kernel,
  limit = Number.POSITIVE_INFINITY,
  limits: Thresholds = thresholdsOf(kernel),
): Promise<number> {
  const { sql, clock } = kernel
  const started = performance.now()
  let reviewed = 0
  while (reviewed < limit && performance.now() - started < runMs) {
    const began = performance.now()
    const now = clock.now()
    const claimed = await claimDue(sql, instantText(now), Math.min(claimedAtOnce, limit - reviewed))
    reviewed += claimed.length
    const failed = 'account not reviewed'
    await inSets(kernel, claimed, { now, limits, failed }, (set) => reviewSet(kernel, set, now, limits))
    if (claimed.length < claimedAtOnce) break
    await sleep(restFactor * (performance.now() - began))
  }
  return reviewed
}

/** @param now of the claim, milliseconds UTC */
async function reviewSet(
  kernel: Kernel,
  accountIds: readonly string[],
  now: number,
  limits: Thresholds,
): Promise<void> {
  const { sql } = kernel
  const claimedAt = instantText(now)
  const accounts = await reviewedAccounts(sql, accountIds, claimedAt)
  const facts = await factsOf(kernel, accounts, now, limits)
  const checked: CheckedAccount[] = []
  const done: DoneReview[] = []
  for (const account of accounts) {
    const { account_id, trader_id } = account
    const { open, ...own } = facts(account)
    const findings = reviewRules.flatMap((rule): CheckedAccount['findings'] => rule.detect(own, limits))
    checked.push({ account_id, trader_id, open, findings })
    done.push({ account_id, holding: holdingPercentile(own.positions, limits) })
    await nextTurn()
  }
  await storeFindings(kernel, checked, reviewCodes, now)
  await finishReviews(sql, done, claimedAt)
  const isOpen = new Set(accounts.map(({ account_id }) => account_id))
  const closed = accountIds.filter((id) => !isOpen.has(id))
  if (closed.length > 0) await endReviews(sql, closed)
}

/** Facts for the rules, and the codes of tags that have not ended. */
type Known = ReviewFacts & Pick<CheckedAccount, 'open'>

async function factsOf(
  { sql }: Kernel,
  accounts: readonly ReviewedAccount[],
  now: number,
  limits: Thresholds,
): Promise<(account: ReviewedAccount) => Known> {
  const ids = accounts.map(({ account_id }) => account_id)
  const matched = accounts.filter((account) => account.matched).map(({ account_id }) => account_id)
  const today = utcDay(now)
  // One after the other: syncs have the other connections.
  const rates: Rates = await loadRates(sql)
  const rows = await dailyRowsOf(sql, ids, 'daily_row_now')
  const imported =
    matched.length === 0 ? new Map<string, DailyRow[]>() : await dailyRowsOf(sql, matched, 'imported_row')
  const traders = await serverTraders(sql, accounts, limits.server_traders)
  const tickets = await ticketsOfOthers(sql, ids)
  const tags = await openTags(sql, ids, instantText(now - limits.review_days * DAY_MS))
  const dealings = await reviewedDealings(sql, ids, now, limits)
  return (account) => {
    const { account_id, currency, digits } = account
    const { trades, positions } = dealings(account_id)
    const ownRows = rows.get(account_id) ?? []
    const ownTags = tags.get(account_id) ?? []
    return {
      now,
      today,
      currency,
      digits,
      trades,
      positions: closedWithin(positions, now, limits.review_days),
      rows: ownRows,
      rates,
      server: { name: account.server, traders: traders(account) },
      ticketsOfOthers: tickets.get(account_id) ?? [],
      currentTags: new Set(ownTags.filter(({ current }) => current).map(({ code }) => code)),
      texts: textsOf(account),
      verified: verifiedFigures(ownRows, imported.get(account_id) ?? [], today),
      open: new Set(ownTags.map(({ code }) => code)),
    }
  }
}

/** Witnessed trades of the last `review_days` with the records behind them, by account. @param now milliseconds UTC */
export async function reviewedDealings(
  sql: Kernel['sql'],
  accountIds: readonly string[],
  now: number,
  { review_days }: Pick<Thresholds, 'review_days'>,
): Promise<(accountId: string) => Dealings> {
  const trades = await witnessedTrades(sql, accountIds, instantText(now - review_days * DAY_MS))
  // Broker clocks are up to 14 hours from UTC.
  const since = [...trades].map(([account_id, own]) => ({
    account_id,
    since: own.reduce((least, { open }) => Math.min(least, open), now) - DAY_MS,
  }))
  const records = await reviewRecords(sql, since)
  return (accountId) => dealingsOf(trades.get(accountId) ?? [], records.get(accountId) ?? [])
}
