import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'
import { instantText } from '#shared/dates.ts'
import type { OrderFacts, ReviewCode } from '../../rules.ts'

/** An order, locked by the transaction that settles it. */
export interface LockedOrder extends OrderFacts {
  trader_id: string | null
  plan: PlanCode
  provider: string
  username: string | null
  /** The account's address now; the one at the order's making where the account is gone. */
  email: string | null
  review_reason: ReviewCode | null
  next_check_at: number | null
}

type OrderRow = Omit<
  LockedOrder,
  'activated_at' | 'deleted_at' | 'resurfaced_at' | 'created_at' | 'next_check_at' | 'grant_refused'
> & {
  activated_at: string | null
  deleted_at: string | null
  resurfaced_at: string | null
  created_at: string
  next_check_at: string | null
}

const instant = (text: string | null) => (text === null ? null : Date.parse(text))

/** Locks the order's row until the transaction ends: settlements of one order wait for each other here. Its buyer is read, not locked. */
export async function lockOrder(tx: Transaction, orderId: string): Promise<LockedOrder | null> {
  const rows = await tx<OrderRow[]>`
    select payment_order.order_id, payment_order.trader_id, plan, price_cents, provider, state, status, activated,
           activated_at, paid_payment_id, review_reason, payment_order.created_at, deleted_at, resurfaced_at,
           next_check_at, coalesce(trader.username, payment_order.username) as username,
           coalesce(trader.email, payment_order.user_email) as email,
           (trader.trader_id is null or trader.deactivated_at is not null) as user_gone
      from payment_order left join trader using (trader_id)
     where order_id = ${orderId}
       for update of payment_order`
  const [row] = rows
  if (row === undefined) return null
  return {
    ...row,
    grant_refused: false,
    activated_at: instant(row.activated_at),
    deleted_at: instant(row.deleted_at),
    resurfaced_at: instant(row.resurfaced_at),
    created_at: Date.parse(row.created_at),
    next_check_at: instant(row.next_check_at),
  }
}

/** Orders that were paid while their user was deactivated and who is restored now. */
export async function ordersOfRestoredUsers(
  sql: Queryable,
  provider: string,
  except: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ order_id: string }[]>`
    select order_id
      from payment_order join trader using (trader_id)
     where review_reason = 'orphan' and provider = ${provider} and deactivated_at is null
       and not order_id = any(${except as string[]})
     order by order_id limit ${limit}`
  return rows.map(({ order_id }) => order_id)
}

/**
 * Writes a decision. Only checks and reconciliations write their own fields. One exception: a dead order that
 * comes back to life was not settled by the reconciliation that found it dead.
 */
export async function saveOrder(tx: Transaction, order: LockedOrder, at: number): Promise<void> {
  await tx`
    update payment_order
       set state = ${order.state}, status = ${order.status}, activated = ${order.activated},
           activated_at = ${instantText(order.activated_at)}, paid_payment_id = ${order.paid_payment_id},
           reconciled_at = case when state = 'dead' and ${order.state} <> 'dead' then null else reconciled_at end,
           review_reason = ${order.review_reason}, resurfaced_at = ${instantText(order.resurfaced_at)},
           next_check_at = ${instantText(order.next_check_at)}, updated_at = ${instantText(at)}
     where order_id = ${order.order_id}`
}
