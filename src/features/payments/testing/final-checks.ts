import { periodEnd, planOf, tiers } from '#features/subscriptions/catalogue.ts'
import { ledgerDiffers } from '#features/subscriptions/server/service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { reconcileRecent } from '../server/reconciliation/nightly.ts'
import { isCovered, isPaid, type Booked } from './scripted-provider.ts'
import { orderRows, type OrderRow, type Shop } from './storyteller.ts'

/** The outcome that an order must have by the books; `either` where it depends on the moment at which the product learned of it. */
type Verdict = 'active' | 'not active' | 'either'

function verdictOf({ world, gone }: Shop, order: OrderRow): Verdict {
  const payments = [...world.payments.values()].filter((payment) => payment.orderId === order.order_id)
  const roots = payments.filter((payment) => payment.parentId === null)
  const pays = (payment: Booked) => isPaid(payment, order.price_cents)
  // A payment that once covered the order may have activated it before it changed. A genuine notification that lies may be believed later.
  const ever = roots.some((payment) => isCovered(payment, order.price_cents))
  const lied = world.lies.has(order.order_id)
  // A lie is believed only where our own questions got no answer for as long as a claim waits.
  const isUnanswered = roots.some(({ id }) => world.longestUnanswered(id) >= 15 * MINUTE_MS)
  if (!ever && !(lied && isUnanswered)) return 'not active'
  const blocked =
    lied ||
    roots.some((payment) => payment.status === 'refunded') ||
    // A payment that a notification called paid and that pays no more is a contradiction: a person decides about the order.
    roots.some((payment) => world.claimed.has(payment.id) && !pays(payment)) ||
    order.deleted_at !== null ||
    (order.trader_id !== null && gone.has(order.trader_id))
  if (blocked) return 'either'
  return roots.some(pays) ? 'active' : 'either'
}

/**
 * The end of every story: the provider tells the truth, nothing more arrives, time passes. Orders that have not ended are settled by
 * the schedule alone; those that had ended before their money came, by the nightly reconciliation.
 * @returns what is wrong, in words; nothing where all is well
 */
export async function finalErrors(shop: Shop): Promise<string[]> {
  const { world, clock } = shop
  const errors: string[] = []
  world.mode = 'up'
  world.muted.clear()
  // Nothing fails from here on, so every line of level error is an error.
  const logged = shop.errors.length
  const alive = new Set((await orderRows(shop)).flatMap((row) => (row.state === 'dead' ? [] : [row.order_id])))
  const reachable = await reachableOrders(shop)
  await settleBoth(shop)
  for (const [index, ms] of [MINUTE_MS, 19 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS].entries()) {
    clock.advance(ms)
    await shop.instances[index % 2 === 0 ? 0 : 1].payments.settle()
  }
  errors.push(
    ...(await wrongOrders(shop, 'by the schedule', (row) => alive.has(row.order_id) && reachable.has(row.order_id))),
  )
  await reconcileRecent(shop.instances[1].kernel, shop.instances[1].payments.provider, {})
  await settleBoth(shop)
  errors.push(...(await wrongOrders(shop, 'after the night', () => true)))

  const settled = await orderRows(shop)
  for (let day = 0; day < 9; day++) {
    clock.advance(DAY_MS)
    await shop.instances[day % 2 === 0 ? 0 : 1].payments.settle()
  }
  errors.push(...(await wrongOrders(shop, 'in the end', () => true)))
  const end = await orderRows(shop)
  const stuck = await stuckOrders(shop)
  for (const row of end) {
    const was = settled.find((other) => other.order_id === row.order_id)
    if (row.activated !== was?.activated) errors.push(`${row.order_id} changed without a message`)
    const isStuck = stuck.has(row.order_id)
    if ((row.next_check_at !== null) !== (isStuck && !row.activated && row.deleted_at === null)) {
      errors.push(`${row.order_id} is on the schedule or not, wrongly: ${JSON.stringify({ row, isStuck })}`)
    }
    if (['creating', 'open'].includes(row.state)) errors.push(`${row.order_id} never ended: ${JSON.stringify(row)}`)
  }
  errors.push(...(await ledgerErrors(shop)), ...(await periodErrors(shop, end)), ...(await mailErrors(shop, end)))
  errors.push(...shop.errors.slice(logged))
  const [waiting] = await shop.kernel.sql`select count(*) as count from provider_event where processed_at is null`
  if (waiting?.['count'] !== 0) errors.push(`${String(waiting?.['count'])} notifications were never processed`)
  return errors
}

/** Orders whose money is on its way for more than eight days: they stay on the schedule. */
async function stuckOrders({ kernel }: Shop): Promise<Set<string>> {
  const rows = await kernel.sql<{ order_id: string }[]>`
    select order_id from provider_payment where review_reason = 'stuck_with_money'`
  return new Set(rows.map((row) => row.order_id))
}

async function settleBoth({ instances }: Shop): Promise<void> {
  await Promise.all(instances.map((instance) => instance.payments.settle()))
}

/** Orders with an invoice or a payment that is stored: the schedule can ask about these. */
async function reachableOrders({ kernel }: Shop): Promise<Set<string>> {
  const rows = await kernel.sql<{ order_id: string }[]>`
    select order_id from payment_invoice union select order_id from provider_payment where order_id is not null`
  return new Set(rows.map((row) => row.order_id))
}

async function wrongOrders(shop: Shop, when: string, isSelected: (row: OrderRow) => boolean): Promise<string[]> {
  const errors: string[] = []
  for (const row of (await orderRows(shop)).filter(isSelected)) {
    const verdict = verdictOf(shop, row)
    if (verdict === 'either' || (verdict === 'active') === row.activated) continue
    // The schedule cannot see a payment of an invoice that was lost on its way to us.
    if (when === 'by the schedule' && verdict === 'active' && (await paidBeyondSchedule(shop, row))) continue
    const books = [...shop.world.payments.values()].filter((payment) => payment.orderId === row.order_id)
    errors.push(`${when} it should be ${verdict}: ${JSON.stringify({ row, books })}`)
  }
  return errors
}

/** True where all that pays the order came by invoices and payments that are not stored. */
async function paidBeyondSchedule({ kernel, world }: Shop, order: OrderRow): Promise<boolean> {
  const rows = await kernel.sql<{ id: string }[]>`
    select invoice_id as id from payment_invoice where order_id = ${order.order_id}
    union select provider_payment_id from provider_payment where order_id = ${order.order_id}`
  const stored = new Set(rows.map((row) => row.id))
  return [...world.payments.values()]
    .filter((payment) => payment.orderId === order.order_id)
    .filter((payment) => isPaid(payment, order.price_cents))
    .every((payment) => !stored.has(payment.id) && !stored.has(payment.invoiceId))
}

/** Each activated order wrote one line of its own plan and length; no other order wrote any. */
async function periodErrors({ kernel }: Shop, orders: readonly OrderRow[]): Promise<string[]> {
  const lines = await kernel.sql<{ order_id: string; plan: string; seconds: number; until_after: string }[]>`
    select substr(source_key, 7) as order_id, plan, seconds::float8 as seconds, until_after
      from entitlement_entry where kind = 'purchase'`
  const errors: string[] = []
  for (const { order_id: id, plan, activated } of orders) {
    const own = lines.filter((line) => line.order_id === id)
    if (own.length !== (activated ? 1 : 0)) errors.push(`${id} has ${own.length} periods, activated: ${activated}`)
    const months = planOf(plan)?.months ?? 0
    for (const line of own) {
      const until = Date.parse(line.until_after)
      if (line.plan !== plan || periodEnd(until - line.seconds * 1000, months) !== until) {
        errors.push(`${id} gave another period than was paid: ${JSON.stringify(line)}`)
      }
    }
  }
  const sold = orders.filter((order) => order.activated).length
  if (lines.length !== sold) errors.push(`${lines.length} periods for ${sold} activated orders`)
  return errors
}

/** One message to the buyer for each activation, none for the others. */
async function mailErrors({ kernel }: Shop, orders: readonly OrderRow[]): Promise<string[]> {
  const rows = await kernel.sql<{ cause: string }[]>`select cause from outbox where cause like 'activated:%'`
  const mailed = rows.map((row) => row.cause.slice('activated:'.length)).toSorted((a, b) => a.localeCompare(b))
  const active = orders.filter((order) => order.activated).map((order) => order.order_id)
  const expected = active.toSorted((a, b) => a.localeCompare(b))
  return mailed.join() === expected.join() ? [] : [`messages ${mailed.join()} for the activations ${expected.join()}`]
}

/** Errors of the ledger: it must replay to the plans, and only a cancellation may move an end back. */
async function ledgerErrors({ kernel }: Shop): Promise<string[]> {
  const errors = (await ledgerDiffers(kernel.sql)).map(
    (trader) => `the plans of ${trader} are not what the ledger says`,
  )
  const lines = await kernel.sql<
    {
      trader_id: string
      tier: (typeof tiers)[number]
      kind: string
      source_key: string
      before: string | null
      after: string
    }[]
  >`
    select trader_id, tier, kind, source_key, until_before as before, until_after as after
      from entitlement_entry order by entry_id`
  const cancels = new Set(lines.filter(({ kind }) => kind === 'cancel').map((line) => line.source_key))
  const sourceOf = (line: { source_key: string }) => line.source_key.replace(/\/\d$/, '')
  // The lines of one source are one change: each tier's first line says where it began, the last one where it ended.
  for (const change of Map.groupBy(lines, (line) => `${sourceOf(line)} ${line.tier}`).values()) {
    const [first, last] = [change[0], change.at(-1)]
    if (first === undefined || last === undefined || cancels.has(sourceOf(first))) continue
    const isBack = first.before !== null && Date.parse(last.after) < Date.parse(first.before)
    if (isBack) errors.push(`an end moved back: ${JSON.stringify(change)}`)
  }
  return errors
}
