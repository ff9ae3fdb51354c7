import type { Transaction } from '#server/database/database.ts'

/** Matches a name where it stands as a word of its own. */
const asWord = (name: string) => `(?<![[:alnum:]_.-])${name.replaceAll(/[^A-Za-z0-9_]/g, '\\$&')}(?![[:alnum:]_-])`

/**
 * Takes the person out of orders, payments and reviews, which stay (`docs/payments.md` 7). Money that comes later alerts the
 * admins. Orders are locked before the buyer's row, as in a settlement.
 * @param now ISO-8601
 * @returns how many orders lost their buyer
 */
export async function eraseBuyer(
  tx: Transaction,
  { trader_id, email, username }: { trader_id: string; email: string; username: string },
  now: string,
): Promise<number> {
  const orders = await tx<{ order_id: string }[]>`
    select order_id from payment_order where trader_id = ${trader_id} order by order_id for update`
  const ids = orders.map((order) => order.order_id)
  if (ids.length === 0) return 0
  await tx`
    update payment_order set trader_id = null, user_email = null, username = null, updated_at = ${now}
     where order_id = any (${ids})`
  await tx`
    update payment_review
       set note = regexp_replace(regexp_replace(note, ${asWord(email)}, '[eliminato]', 'gi'), ${asWord(username)}, '[eliminato]', 'gi')
     where order_id = any (${ids})`
  return ids.length
}
