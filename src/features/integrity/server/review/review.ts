import { loadRates } from '#features/performance/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText, utcDay } from '#shared/dates.ts'
import type { FindingCode } from '../../catalogue.ts'
import type { Finding } from '../../finding.ts'
import { behaviourCodes, judgeBehaviour } from '../../rules/behaviour/judge.ts'
import { pairedAccounts } from '../../rules/peers/pairs.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { clearStates, recordFindings } from '../checks/findings.ts'
import { claimsOf } from './review-claims.ts'
import { judgePeers, peerCodes } from './review-peers.ts'
import { withoutTag } from './review-peer-queries.ts'
import {
  claimDue,
  dailyRowsOf,
  dueAgain,
  reviewedAccount,
  reviewRecords,
  reviewTrades,
  type ReviewedAccount,
} from './review-queries.ts'
import { thresholdsOf } from '../service.ts'

/** Rules that look at what an account has done over weeks, and at its peers: in the background, one account after the other. */

/** Claimed at once: what a server that dies takes along is looked at a day later. */
const claimedAtOnce = 10
/** A run makes way for the next one. */
const runMs = 40_000

const judgedCodes: readonly FindingCode[] = [...behaviourCodes, ...peerCodes, 'false_claims']

/**
 * Reviews accounts whose data have changed, and each account once a day; at most `limit`. Answers how many. A fault of one account is
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
        await dueAgain(kernel.sql, [accountId], now)
      }
    }
    reviewed += claimed.length
  }
  return reviewed
}

async function reviewAccount(kernel: Kernel, accountId: string, limits: Thresholds): Promise<void> {
  const { sql } = kernel
  const now = kernel.clock.now()
  const account = await reviewedAccount(sql, accountId, instantText(now))
  if (account === undefined) return
  const behaviour = await judgeOwn(kernel, account, now, limits)
  const peers = await judgePeers(sql, account, now, limits)
  const findings = [...behaviour.findings, ...peers]
  await record(kernel, account, findings, behaviour.holding, now)
  // Found of one is found of the other: its own review says so, and keeps saying so while it lasts.
  const others = await withoutTag(sql, pairedAccounts(peers), ['mirror_account', 'opposite_account'])
  if (others.length > 0) await dueAgain(sql, others, instantText(now))
}

async function judgeOwn(
  { sql }: Kernel,
  account: ReviewedAccount,
  now: number,
  limits: Thresholds,
): Promise<{ findings: Finding[]; holding: number | null }> {
  const { account_id, currency, digits } = account
  const since = now - limits.review_days * DAY_MS
  const [rates, rows, trades] = await Promise.all([
    loadRates(sql),
    dailyRowsOf(sql, account_id, 'daily_row'),
    reviewTrades(sql, account_id, instantText(since)),
  ])
  // Broker clocks are up to 14 hours from UTC.
  const oldest = trades.reduce((least, { open }) => Math.min(least, open), now) - DAY_MS
  const records = trades.length === 0 ? [] : await reviewRecords(sql, account_id, oldest)
  const judged = judgeBehaviour({ now, currency, digits, trades, records, rows, rates }, limits)
  const claims = await claimsOf(sql, account, rows, utcDay(now), limits)
  return { ...judged, findings: [...judged.findings, ...claims] }
}

/** Writes what was found, ends what was not, and tells the ranking where the public page changed. */
async function record(
  { sql, secrets, changes }: Kernel,
  { account_id, trader_id }: ReviewedAccount,
  findings: readonly Finding[],
  holding: number | null,
  now: number,
): Promise<void> {
  const changed = await sql.begin(async (tx) => {
    // In step with the syncs of the account, which lock it first.
    await tx`select from trading_account where account_id = ${account_id} for key share`
    const recorded = await recordFindings(
      tx,
      { secrets },
      findings.map((finding) => ({ account_id, finding })),
      now,
    )
    const found = findings.map(({ code }) => code)
    const ended = await clearStates(tx, [{ account_id, judged: judgedCodes, found }], now)
    await tx`update account_integrity set holding_p95_ms = ${holding} where account_id = ${account_id}`
    return recorded.changed.has(account_id) || ended.has(account_id)
  })
  if (changed) changes.announce(trader_id)
}
