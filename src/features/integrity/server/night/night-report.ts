import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '#server/kernel.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import { nightRules, type FindingCode } from '../../rules/catalogue.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { openTags, reviewedAccounts } from '../review/review-queries.ts'
import { inSets } from '../review/sets.ts'
import { storeFindings, type CheckedAccount } from '../review/store-findings.ts'
import { thresholdsOf } from '../thresholds.ts'
import { nightFacts, type NightRun } from './night-facts.ts'
import { noteChecked, uncheckedAccounts } from './night-queries.ts'
import { sharedNetworks } from './peer-queries.ts'

/** Rules that only admins read, until their false alarms are known: once a night, in sets of accounts with neighbouring numbers. */

/** Accounts of a set. */
const accountsAtOnce = 50
/** A run makes way before the job that holds it expires. */
const runMs = 240_000
/** An account that was checked since is not due in the same night. */
const nightMs = 12 * HOUR_MS
/** The run rests after each set, so many times as long as the set took: syncs have the processors and the connections. */
const restFactor = 1

const nightCodes = nightRules.flatMap(({ findings }) => Object.keys(findings) as FindingCode[])

/**
 * Checks every open account that was not checked this night, the sets first whose check is longest ago. Answers how many: the next run of
 * the night goes on with the rest. An error of one account is logged, and tried again the next night.
 */
export async function reportSilentFindings(
  kernel: Kernel,
  limits: Thresholds = thresholdsOf(kernel),
  longest = runMs,
): Promise<number> {
  const { sql, clock } = kernel
  const started = performance.now()
  const now = clock.now()
  const sets = await uncheckedAccounts(sql, instantText(now - nightMs), accountsAtOnce)
  if (sets.length === 0) return 0
  const run: NightRun = { sql, limits, now, networks: await sharedNetworks(sql), growths: new Map() }
  let checked = 0
  for (const [index, accountIds] of sets.entries()) {
    const began = performance.now()
    const failed = 'account not checked at night'
    await inSets(kernel, accountIds, { now, limits, failed }, (set) => checkSet(kernel, run, set))
    await noteChecked(sql, accountIds, instantText(now))
    checked += accountIds.length
    if (index + 1 === sets.length || performance.now() - started >= longest) break
    await sleep(restFactor * (performance.now() - began))
  }
  return checked
}

async function checkSet(kernel: Kernel, run: NightRun, accountIds: readonly string[]): Promise<void> {
  const { sql, limits, now } = run
  const accounts = await reviewedAccounts(sql, accountIds, instantText(now))
  const facts = await nightFacts(run, accounts)
  const tags = await openTags(sql, accountIds, instantText(now))
  const checked: CheckedAccount[] = []
  for (const account of accounts) {
    const { account_id, trader_id } = account
    const own = facts(account)
    const findings = nightRules.flatMap((rule): CheckedAccount['findings'] => rule.detect(own, limits))
    checked.push({ account_id, trader_id, findings, open: new Set(tags.get(account_id)?.map(({ code }) => code)) })
    await nextTurn()
  }
  await storeFindings(kernel, checked, nightCodes, now)
}
