import { hasSecondFactor } from '#features/auth/server/second-factor/second-factor.ts'
import { daysRemaining } from '#features/subscriptions/rules.ts'
import type { Queryable } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getErasure } from '../../contract.ts'

export const adminProtected =
  'Un amministratore non può essere eliminato: prima fai togliere il ruolo, che si cambia soltanto nella base dati.'

interface LossRow {
  is_admin: boolean
  trades: number
  ranked_days: number
  diamond_expires: string | null
  leaderboard_expires: string | null
  open_orders: number
  has_showcase: boolean
}

/** The rows that an erasure removes, in figures. */
export async function lossRow(sql: Queryable, traderId: string): Promise<LossRow | null> {
  const rows = await sql<LossRow[]>`
    select trader.is_admin, plan.diamond_expires, plan.leaderboard_expires,
           (select count(*) from trade join trading_account using (account_id)
             where trading_account.trader_id = trader.trader_id) as trades,
           (select count(*) from daily_row_now join trading_account using (account_id)
             where trading_account.trader_id = trader.trader_id) as ranked_days,
           (select count(*) from payment_order
             where payment_order.trader_id = trader.trader_id and deleted_at is null
               and state in ('creating', 'open', 'in_flight', 'underpaid', 'review')) as open_orders,
           exists (select from showcase where showcase.trader_id = trader.trader_id) as has_showcase
      from trader join trader_plan plan using (trader_id)
     where trader.trader_id = ${traderId}`
  return rows[0] ?? null
}

type Loss = ResponseOf<typeof getErasure>

/** The trader's loss with the account, shown before the erasure. */
export async function lossOf({ sql, clock }: Kernel, traderId: string): Promise<Loss> {
  const row = (await lossRow(sql, traderId)) ?? fail('UNAUTHENTICATED')
  const { trades, ranked_days, open_orders, has_showcase, is_admin } = row
  return {
    trades,
    ranked_days,
    plan: planOf(row, Math.floor(clock.now())),
    open_orders,
    has_showcase,
    totp_required: await hasSecondFactor(sql, traderId),
    blocked: is_admin ? adminProtected : null,
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
