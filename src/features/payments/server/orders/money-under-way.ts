import { planName } from '#features/subscriptions/plan-names.ts'
import type { PlanCode, Tier } from '#features/subscriptions/catalogue.ts'
import type { Queryable } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import { price } from '#shared/format/format.ts'
import { amountPaid } from './order-display.ts'
import { hasDeposit, paymentsOf } from './order-queries.ts'
import { orderReviewed } from './review-queries.ts'

type MoneyState = 'in_flight' | 'underpaid' | 'review' | 'deposit'

interface OrderWithMoney {
  order_id: string
  plan: PlanCode
  money: MoneyState
}

/** The newest order of this buyer and tier whose money was seen, that is not active, and that no person has closed. */
async function orderWithMoney(sql: Queryable, traderId: string, tier: Tier): Promise<OrderWithMoney | null> {
  const rows = await sql<OrderWithMoney[]>`
    select o.order_id, o.plan, case when o.state in ('in_flight', 'underpaid', 'review') then o.state else 'deposit' end as money
      from payment_order o
     where o.trader_id = ${traderId} and o.tier = ${tier}
       and (o.state in ('in_flight', 'underpaid', 'review') or o.state in ('creating', 'open', 'dead') and ${hasDeposit(sql)})
       and (o.deleted_at is null or o.resurfaced_at is not null) and not ${orderReviewed(sql)}
     order by o.created_at desc, o.order_id desc
     limit 1`
  return rows[0] ?? null
}

const whereItIs: Record<Exclude<MoneyState, 'deposit'>, string> = {
  in_flight: 'in conferma',
  underpaid: 'arrivati',
  review: 'in verifica',
}

/**
 * Refuses a further payment while money for the same tier is under way: a buyer who pays again must have said so.
 * @throws Failure PAYMENT_UNDER_WAY with that order, its plan and the US dollars that were seen (0 where the provider does not say)
 */
export async function refuseWhileMoneyIsUnderWay(sql: Queryable, traderId: string, tier: Tier): Promise<void> {
  const order = await orderWithMoney(sql, traderId, tier)
  if (order === null) return
  const { money } = order
  const paid = amountPaid(await paymentsOf(sql, order.order_id))
  const seen =
    money === 'deposit'
      ? 'C’è già un versamento in verifica'
      : paid > 0
        ? `${price(paid)} sono già ${whereItIs[money]}`
        : 'C’è già un pagamento in corso'
  fail('PAYMENT_UNDER_WAY', {
    detail: `${seen} per ${planName(order.plan)}: segui quell’ordine, o conferma che vuoi pagare di nuovo.`,
    details: { order_id: order.order_id, plan: order.plan, amount_paid: paid },
  })
}
