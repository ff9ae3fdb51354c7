import type { Queryable } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { planBenefits } from '../plan-benefits.ts'
import { planUntil, storeToken } from './queries.ts'

export const tokenPrefix = 'tt_ea_'

/** Makes a trader's token; the former one (`replaced`) is invalid when this returns. Needs an active plan. */
export async function makeToken(
  { sql, clock, secrets }: Kernel,
  traderId: string,
): Promise<{ token: string; replaced: boolean }> {
  const now = clock.now()
  const until = await planUntil(sql, traderId)
  if (until === null || Date.parse(until) <= now) {
    fail('SUBSCRIPTION_REQUIRED', { errorType: 'SUBSCRIPTION_REQUIRED', details: { benefits: planBenefits } })
  }
  const token = secrets.newToken(tokenPrefix)
  const replaced = await storeToken(sql, {
    trader_id: traderId,
    hash: secrets.hashToken(token),
    sealed: secrets.seal(token, traderId),
    at: instantText(now),
  })
  return { token, replaced }
}

/** True where there was one. That one was taken back before (`revokeTokens`) is then no longer why there is none. */
export async function removeToken(sql: Queryable, traderId: string): Promise<boolean> {
  const { count } = await sql`delete from ea_token where trader_id = ${traderId}`
  if (count === 0) return false
  await sql`
    update trading_account set revoked_token = null
     where trader_id = ${traderId} and closed_at is null and revoked_token is not null`
  return true
}
