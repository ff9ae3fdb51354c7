import { hasSecondFactor } from '#features/auth/server/service.ts'
import { daysRemaining } from '#features/subscriptions/rules.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getErasure } from '../../contract.ts'
import { lossRow, type LossRow } from '../queries.ts'

export const adminsStay = 'Un amministratore non può essere eliminato.'

type Loss = ResponseOf<typeof getErasure>

/** What a trader loses with the account, shown before the erasure. */
export async function lossOf({ sql, clock }: Kernel, traderId: string): Promise<Loss> {
  const row = (await lossRow(sql, traderId)) ?? fail('UNAUTHENTICATED')
  const { trades, ranked_days, open_orders, is_admin } = row
  return {
    trades,
    ranked_days,
    plan: planOf(row, Math.floor(clock.now())),
    open_orders,
    totp_required: await hasSecondFactor(sql, traderId),
    blocked: is_admin ? adminsStay : null,
  }
}

/** The better plan where both run. */
function planOf({ diamond_expires: diamond, leaderboard_expires: either }: LossRow, now: number): Loss['plan'] {
  const runs = (until: string | null): until is string => until !== null && Date.parse(until) > now
  const plan = (name: 'Basic' | 'Diamond', until: string) => ({
    name,
    expires_at: until,
    days_remaining: daysRemaining(Date.parse(until), now),
  })
  if (runs(diamond)) return plan('Diamond', diamond)
  return runs(either) ? plan('Basic', either) : null
}
