import type { Kernel } from '#server/kernel.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import { nightRules, type FindingCode } from '../../rules/catalogue.ts'
import type { Finding } from '../../rules/rule.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { openTags, reviewedAccounts } from '../review/review-queries.ts'
import { storeFindings } from '../review/store-findings.ts'
import { thresholdsOf } from '../thresholds.ts'
import { noteChecked, uncheckedAccounts } from './night-queries.ts'
import { nightFacts } from './night-facts.ts'

/** Rules that only admins read, until their false alarms are known: once a night, account after account. */

/** Accounts read at once. */
const accountsAtOnce = 100
/** A run makes way before the job that holds it expires. */
const runMs = 240_000
/** An account that was checked since is not due in the same night. */
const nightMs = 12 * HOUR_MS

const nightCodes = nightRules.flatMap(({ findings }) => Object.keys(findings) as FindingCode[])

/**
 * Checks every open account that was not checked this night, the one whose check is longest ago first. Answers how many: the next run
 * of the night goes on with the rest. An error of one account is logged, and tried again the next night.
 */
export async function reportSilentFindings(
  kernel: Kernel,
  limits: Thresholds = thresholdsOf(kernel),
  longest = runMs,
): Promise<number> {
  const started = performance.now()
  let checked = 0
  for (;;) {
    const now = kernel.clock.now()
    const accountIds = await uncheckedAccounts(kernel.sql, instantText(now - nightMs), accountsAtOnce)
    if (accountIds.length === 0) return checked
    for (const accountId of accountIds) {
      try {
        await checkAccount(kernel, accountId, limits)
      } catch (error) {
        kernel.log.error({ err: error, account_id: accountId }, 'account not checked at night')
      }
      await noteChecked(kernel.sql, accountId, instantText(now))
      checked += 1
      if (performance.now() - started >= longest) return checked
    }
  }
}

async function checkAccount(kernel: Kernel, accountId: string, limits: Thresholds): Promise<void> {
  const { sql, clock } = kernel
  const now = clock.now()
  const [account] = await reviewedAccounts(sql, [accountId], instantText(now))
  if (account === undefined) return
  const facts = await nightFacts(sql, account, now, limits)
  const findings = nightRules.flatMap((rule): Finding<FindingCode>[] => rule.detect(facts, limits))
  const tags = await openTags(sql, [accountId], instantText(now))
  const open = new Set((tags.get(accountId) ?? []).map(({ code }) => code))
  await storeFindings(
    kernel,
    [{ account_id: accountId, trader_id: account.trader_id, findings, open }],
    nightCodes,
    now,
  )
}
