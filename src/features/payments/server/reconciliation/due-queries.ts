import type { Queryable } from '#server/database/database.ts'

/**
 * Marks a watched order as due now. False where it is older than `createdAfter`, was checked after `checkedBefore`, is due
 * already, or has ended. A check in the future, by a wrong clock, counts as none.
 */
export async function markDue(
  sql: Queryable,
  orderId: string,
  { now, checkedBefore, createdAfter }: { now: string; checkedBefore: string; createdAfter: string },
): Promise<boolean> {
  const { count } = await sql`
    update payment_order set next_check_at = ${now}, watched_at = ${now}
     where order_id = ${orderId} and state in ('open', 'in_flight', 'underpaid', 'review')
       and created_at > ${createdAfter}
       and (coalesce(last_checked_at, created_at) < ${checkedBefore} or last_checked_at > ${now})
       and (next_check_at is null or next_check_at > ${now})`
  return count > 0
}

/**
 * Claims the right to check an order now; false where it was checked after `before`. A check in the future, by a wrong clock,
 * counts as none.
 */
export async function claimCheck(
  sql: Queryable,
  orderId: string,
  { now, before }: { now: string; before: string },
): Promise<boolean> {
  const { count } = await sql`
    update payment_order set last_checked_at = ${now}
     where order_id = ${orderId}
       and (last_checked_at is null or last_checked_at <= ${before} or last_checked_at > ${now})`
  return count > 0
}

/** The order of this provider that has waited longest for its check. */
export async function longestDue(
  sql: Queryable,
  provider: string,
  now: string,
  except: readonly string[] = [],
): Promise<string | null> {
  const rows = await sql<{ order_id: string }[]>`
    select order_id from payment_order
     where provider = ${provider} and next_check_at <= ${now} and order_id <> all (${except as string[]})
     order by next_check_at, order_id
     limit 1`
  return rows[0]?.order_id ?? null
}

/**
 * The due order of this provider that matters most: a watched one, else the youngest. Orders whose last check ended with one of
 * `failedResults` come last, the one that was tried longest ago first.
 */
export async function mostUrgentDue(
  sql: Queryable,
  provider: string,
  {
    now,
    watchedAfter,
    except,
    failedResults,
  }: { now: string; watchedAfter: string; except: readonly string[]; failedResults: readonly string[] },
): Promise<string | null> {
  const failed = sql`coalesce(last_check_result = any (${failedResults as string[]}), false)`
  const rows = await sql<{ order_id: string }[]>`
    select order_id from payment_order
     where provider = ${provider} and next_check_at <= ${now} and order_id <> all (${except as string[]})
     order by ${failed}, coalesce(watched_at > ${watchedAfter}, false) desc,
              case when ${failed} then last_checked_at end, created_at desc, order_id
     limit 1`
  return rows[0]?.order_id ?? null
}

export interface DueOrder {
  order_id: string
  created_at: string
  /** Ids of its known payments. */
  payments: string[]
}

/** Due orders of this provider, the watched ones and the youngest first. */
export async function dueOrders(
  sql: Queryable,
  provider: string,
  { now, watchedAfter, limit }: { now: string; watchedAfter: string; limit: number },
): Promise<DueOrder[]> {
  return sql<DueOrder[]>`
    select order_id, created_at,
           array(select provider_payment_id from provider_payment
                  where provider_payment.order_id = payment_order.order_id) as payments
      from payment_order
     where provider = ${provider} and next_check_at <= ${now}
     order by coalesce(watched_at > ${watchedAfter}, false) desc, created_at desc, order_id
     limit ${limit}`
}

/**
 * The payments of an order whose turn it is: the named one, those that were never read, those whose last question is longest ago.
 * Oldest first, since a parent names its children. Those whose last question failed come last.
 */
export async function paymentsToRead(
  sql: Queryable,
  orderId: string,
  { named, limit }: { named: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ provider_payment_id: string }[]>`
    select provider_payment_id
      from (select provider_payment_id, provider_payment_id = ${named} as is_named, next_reading_at, first_seen_at
              from provider_payment
             where order_id = ${orderId}
             order by is_named desc, greatest(read_back_at, next_reading_at) nulls first, first_seen_at, provider_payment_id
             limit ${limit}) as chosen
     order by is_named desc, next_reading_at is not null, first_seen_at, provider_payment_id`
  return rows.map(({ provider_payment_id }) => provider_payment_id)
}

/** Moves an order's next check to `until`, where that is later. */
export async function postponeCheck(sql: Queryable, orderId: string, until: string): Promise<void> {
  await sql`
    update payment_order set next_check_at = greatest(next_check_at, ${until})
     where order_id = ${orderId} and next_check_at is not null`
}

/**
 * Moves the next check of an order about which nothing was asked to `until`. The result of its last check stays. An order without
 * a next check keeps none.
 */
export async function postponeUnasked(sql: Queryable, orderId: string, until: string): Promise<void> {
  await sql`
    update payment_order set next_check_at = ${until} where order_id = ${orderId} and next_check_at is not null`
}

/** Stores the result of a check, and moves the next planned one into these bounds. An order without a next check keeps none. */
export async function recordCheck(
  sql: Queryable,
  orderId: string,
  check: { at: string; result: string; notBefore: string; notAfter: string | null },
): Promise<void> {
  await sql`
    update payment_order
       set last_checked_at = ${check.at}, last_check_result = ${check.result},
           next_check_at = case when next_check_at is null then null
                                else greatest(least(next_check_at, ${check.notAfter}::timestamptz), ${check.notBefore}) end
     where order_id = ${orderId}`
}
