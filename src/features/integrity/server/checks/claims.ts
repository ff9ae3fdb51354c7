import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { codeOf } from '../../levels/ownership-proof.ts'
import { claimedAccount, type Claimant } from '../../rules/account/claimed-account.ts'
import { recordFindings, type AccountFinding } from './findings.ts'

/** A trader claims an account that another trader has bound or closed. A person decides (`release.ts`). `docs/integrity.md`. */

/** A refused sync of such an account. */
export interface ClaimNote {
  account_id: string
  claimant: { trader_id: string; username: string }
  /** The claimant's code was the comment of a pending order. */
  shown: boolean
}

/** More than these are not named. */
const claimantsNamed = 20

/** The code that a claimant can show as the comment of a pending order. It is always the same for a trader and an account, and is not stored. */
export function claimCode(
  { keyedHash }: Pick<Kernel['secrets'], 'keyedHash'>,
  { trader_id, account_id }: { trader_id: string; account_id: string },
): string {
  for (let round = 0; ; round += 1) {
    const code = codeOf(keyedHash(`claim ${trader_id} ${account_id} ${round}`))
    if (code !== null) return code
  }
}

/**
 * A finding for each claimant, and another one when the code is shown first: a claimant who goes on sending is not counted again.
 * @param now milliseconds UTC
 */
export async function noteClaims(
  { sql, secrets }: Pick<Kernel, 'sql' | 'secrets'>,
  claims: readonly ClaimNote[],
  now: number,
): Promise<void> {
  const at = instantText(now)
  await sql.begin(async (tx) => {
    const known = await claimantsOf(tx, [...new Set(claims.map(({ account_id }) => account_id))])
    const found = new Map<string, AccountFinding>()
    for (const { account_id, claimant, shown } of claims) {
      const named = known.get(account_id) ?? []
      const earlier = named.find(({ trader_id }) => trader_id === claimant.trader_id)
      const isNew = earlier === undefined ? named.length < claimantsNamed : shown && earlier.code_seen_at === null
      if (!isNew) continue
      const current: Claimant = { at, ...earlier, ...claimant, code_seen_at: shown ? at : null }
      const claimants = [...named.filter((one) => one !== earlier), current]
      known.set(account_id, claimants)
      found.set(account_id, { account_id, finding: claimedAccount.detect(claimants) })
    }
    await recordFindings(tx, { secrets }, [...found.values()], now)
  })
}

/** Locked until the transaction ends, where there is a tag. */
async function claimantsOf(tx: Transaction, accountIds: readonly string[]): Promise<Map<string, Claimant[]>> {
  const rows = await tx<{ account_id: string; claimants: Claimant[] | null }[]>`
    select account_id, details -> 'claimants' as claimants
      from integrity_tag
     where account_id = any (${accountIds}::uuid[]) and code = 'account_claimed'
     order by account_id
       for update`
  return new Map(rows.map(({ account_id, claimants }) => [account_id, claimants ?? []]))
}
