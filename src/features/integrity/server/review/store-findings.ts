import type { Kernel } from '#server/kernel.ts'
import type { FindingCode } from '../../rules/catalogue.ts'
import type { Finding } from '../../rules/rule.ts'
import { clearStates, recordFindings } from '../checks/findings.ts'

/** Findings about an account, made in the background. */
export interface CheckedAccount {
  account_id: string
  trader_id: string
  findings: readonly Finding<FindingCode>[]
  /** Codes of its tags that have not ended. */
  open: ReadonlySet<string>
}

/**
 * Stores the findings of a set of accounts, ends the checked states that were not found, and announces the traders whose public page
 * changed. An account with neither is not touched, so that no sync of it waits.
 * @param codes the states that were checked @param now milliseconds UTC
 */
export async function storeFindings(
  { sql, secrets, changes }: Kernel,
  accounts: readonly CheckedAccount[],
  codes: readonly FindingCode[],
  now: number,
): Promise<void> {
  const ended = accounts.flatMap(({ account_id, findings, open }) => {
    const found = findings.map(({ code }) => code)
    const checked = codes.filter((code) => open.has(code) && !found.includes(code))
    return checked.length === 0 ? [] : [{ account_id, checked, found }]
  })
  const found = accounts.flatMap(({ account_id, findings }) => findings.map((finding) => ({ account_id, finding })))
  const touched = [...new Set([...found, ...ended].map(({ account_id }) => account_id))]
  if (touched.length === 0) return
  const changed = await sql.begin(async (tx) => {
    // In step with the syncs of these accounts, which lock them first, in the same order.
    await tx`
      select from trading_account where account_id = any (${touched}::uuid[]) order by account_id for key share`
    const recorded = await recordFindings(tx, { secrets }, found, now)
    const cleared = await clearStates(tx, ended, now)
    return new Set([...recorded.changed, ...cleared])
  })
  for (const { account_id, trader_id } of accounts) if (changed.has(account_id)) changes.announce(trader_id)
}
