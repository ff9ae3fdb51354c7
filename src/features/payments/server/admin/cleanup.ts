import { recordAudit, type Actor } from '#server/audit.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { cleanupOrphaned } from '../../admin-contract.ts'
import { withoutBuyer } from './sql-fragments.ts'
import { deleteReviews, positive } from '../orders/review-queries.ts'

/** An order without a user stays for this long: it could still be paid. */
const retentionDays = 30
/** One call removes this many orders at most. The next call goes on. */
const removedAtOnce = 500

/**
 * Counts the records that serve no user (`docs/payments.md` 7): orders without a user or an e-mail, payments of orders that we do
 * not know, deposits in more and second payments. Removes orders of the first kind alone, where no payment ever saw money and the
 * order is dead or older than 30 days. Anything with money stays for ever.
 */
export async function cleanUp(kernel: Kernel, actor: Actor): Promise<ResponseOf<typeof cleanupOrphaned>> {
  const now = Math.floor(kernel.clock.now())
  const before = instantText(now - retentionDays * DAY_MS)
  return kernel.sql.begin(async (tx) => {
    const found = await orphanCount(tx)
    // A locked order cannot change any more. It is looked at again, since money may have come while it was being locked.
    const held = await lockMoneyless(tx, before)
    const removable = held.length === 0 ? [] : await moneyless(tx, before, held)
    if (removable.length === 0) return { orphaned_found: found, orphaned_removed: 0 }
    await tx`delete from payment_invoice where order_id = any(${removable})`
    await tx`delete from provider_payment where order_id = any(${removable})`
    await deleteReviews(tx, removable)
    await tx`delete from payment_order where order_id = any(${removable})`
    await recordAudit(tx, actor, {
      action: 'payment.cleanup',
      subject: null,
      details: { found, removed: removable.length, order_ids: removable },
      at: instantText(now),
    })
    return { orphaned_found: found, orphaned_removed: removable.length }
  })
}

async function orphanCount(sql: Queryable): Promise<number> {
  const rows = await sql<{ found: number }[]>`
    select (select count(*) from payment_order o where ${withoutBuyer(sql)})
         + (select count(*) from provider_payment where order_id is null)
         + (select count(*) from provider_payment where is_surplus) as found`
  return rows[0]?.found ?? 0
}

/**
 * Orders that may go. Money is any digit but zero in the amount that a payment, a notification or an answer says arrived. A status
 * that means money counts as money, whatever the amounts. So does a notification that is not processed yet.
 */
const hasMoney = (sql: Queryable) => sql`
  (p.status not in ('waiting', 'expired', 'failed') or p.received ~ ${positive} or p.claimed_paid_at is not null
    or jsonb_path_exists(coalesce(p.notified, 'null'), '$.**.received ? (@ like_regex "[1-9]")')
    or jsonb_path_exists(coalesce(p.reading, 'null'), '$.**.received ? (@ like_regex "[1-9]")'))`

const isMoneyless = (sql: Queryable, before: string) => sql`
  (o.trader_id is null or o.user_email is null)
  and not o.activated
  and (o.state = 'dead' or o.created_at < ${before})
  and not exists (select from provider_payment p where p.order_id = o.order_id and ${hasMoney(sql)})
  and not exists (select from provider_payment p where p.claimed_order_id = o.order_id and ${hasMoney(sql)})
  and not exists (
    select from provider_event e where e.processed_at is null and position(o.order_id in e.raw_body) > 0)`

/** Waits for no lock: an order that is being settled is left to the next call. */
async function lockMoneyless(tx: Transaction, before: string): Promise<string[]> {
  const rows = await tx<{ order_id: string }[]>`
    select o.order_id
      from payment_order o
     where ${isMoneyless(tx, before)}
     order by o.created_at
     limit ${removedAtOnce}
       for update of o skip locked`
  return rows.map((row) => row.order_id)
}

async function moneyless(tx: Transaction, before: string, among: readonly string[]): Promise<string[]> {
  const rows = await tx<{ order_id: string }[]>`
    select o.order_id
      from payment_order o
     where o.order_id = any(${among as string[]}) and ${isMoneyless(tx, before)}`
  return rows.map((row) => row.order_id)
}
