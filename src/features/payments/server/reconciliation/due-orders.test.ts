import { asOwner } from '#server/testing/database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { ProviderError } from '../../provider.ts'
import { checkDueOrders } from './due-orders.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene({ env: { RATE_LIMITS: 'off' } })
const { np, kernel, bought, someone, order, payments } = scene
const { sql, clock } = kernel
const { signal } = new AbortController()

beforeEach(async () => {
  np.recover()
  await sql`update payment_order set next_check_at = null`
})

const errors = () => kernel.lines.filter((line) => Number(line['level']) >= 50).length

/** Makes due orders of one buyer, each with its page. @param age how long ago they were made, milliseconds */
async function crowd(count: number, age: number): Promise<void> {
  const who = await someone()
  const made = new Date(clock.now() - age).toISOString()
  const due = new Date(clock.now() - 1_000).toISOString()
  await sql`
    insert into payment_order (order_id, trader_id, plan, tier, price_cents, provider, state, status, created_at, updated_at,
                               next_check_at)
    select 'TT-' || lpad((${age}::bigint * 1000 + n)::text, 26, '0'), ${who.trader_id}, 'monthly', 'diamond', 2499, 'nowpayments', 'open',
           'waiting', ${made}, ${made}, ${due}
      from generate_series(1, ${count}::int) n`
  await sql`
    insert into payment_invoice (provider, invoice_id, order_id, invoice_url, created_at)
    select 'nowpayments', (${age}::bigint * 1000 + row_number() over ())::text, order_id, 'https://nowpayments.io/payment/', ${made}
      from payment_order where trader_id = ${who.trader_id}`
}

describe('due orders', () => {
  test('one that cannot be settled holds up none behind it, is tried again, and alerts the admins once', async () => {
    const bad = await bought(await someone())
    clock.advance(1_000)
    const good = await bought(await someone())
    np.pay(bad.order_id, { status: 'finished' })
    np.pay(good.order_id, { status: 'finished' })
    await asOwner(kernel, (own) =>
      own.unsafe(`
      create function poisoned() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
      create trigger poisoned before update on payment_order for each row
        when (old.order_id = '${bad.order_id}' and new.state <> old.state)
        execute function poisoned()`),
    )
    await sql`update payment_order set next_check_at = ${new Date(clock.now() + 2 * MINUTE_MS).toISOString()}`
    clock.advance(2 * MINUTE_MS)
    const before = errors()
    await payments.settle()
    expect(await order(good.order_id)).toMatchObject({ state: 'paid' })
    expect(errors() - before).toBe(1)
    // The failed order is put off: the next minutes do not try it.
    clock.advance(5 * MINUTE_MS)
    await payments.settle()
    expect(errors() - before).toBe(1)
    clock.advance(6 * MINUTE_MS)
    await payments.settle()
    expect(errors() - before).toBe(2)
    expect(await sql`select from outbox where cause like 'setback:%'`).toHaveLength(1)
    await asOwner(kernel, (own) => own.unsafe('drop trigger poisoned on payment_order; drop function poisoned()'))
    clock.advance(11 * MINUTE_MS)
    await payments.settle()
    expect(await order(bad.order_id)).toMatchObject({ state: 'paid' })
  })

  test('the one that has waited longest comes first, then watched ones, then the youngest', async () => {
    await crowd(20, HOUR_MS)
    await crowd(10, 10 * MINUTE_MS)
    const watcher = await someone()
    const watched = await bought(watcher)
    await sql`
      update payment_order set created_at = ${new Date(clock.now() - 120 * MINUTE_MS).toISOString()}
       where order_id = ${watched.order_id}`
    await scene.statusOf(watched.order_id, watcher)
    const queried: string[] = []
    const provider: typeof payments.provider = {
      ...payments.provider,
      listPayments(query, options) {
        if ('invoiceId' in query) queried.push(query.invoiceId)
        return payments.provider.listPayments(query, options)
      },
    }
    await payments.settle()
    expect(await order(watched.order_id)).toMatchObject({ last_check_result: 'nothing_found' })
    await sql`update payment_order set next_check_at = ${new Date(clock.now()).toISOString()} where state = 'open'`
    const [{ waited } = { waited: '' }] = await sql<{ waited: string }[]>`
      update payment_order set next_check_at = ${new Date(clock.now() - 1).toISOString()}
       where order_id = (select max(order_id) from payment_order where created_at < ${new Date(clock.now() - 30 * MINUTE_MS).toISOString()}
                            and order_id <> ${watched.order_id})
      returning (select invoice_id from payment_invoice where payment_invoice.order_id = payment_order.order_id) as waited`
    await checkDueOrders(kernel, provider, { signal })
    const young = (id: string) => id.startsWith(String(10 * MINUTE_MS))
    expect(queried[0]).toBe(waited)
    expect(queried[1]).toBe(watched.payment_id)
    expect(queried.slice(2, 4).every(young)).toBe(true)
    expect(queried).toHaveLength(31)
  })

  test('orders whose checks fail delay no others, nor those for which it works again', async () => {
    const failing = new Set<string>()
    const queried: string[] = []
    const provider: typeof payments.provider = {
      ...payments.provider,
      listPayments(query, options) {
        const invoice = 'invoiceId' in query ? query.invoiceId : ''
        queried.push(invoice)
        if (failing.has(invoice)) throw new ProviderError('unreachable', '500', { retryable: true })
        return payments.provider.listPayments(query, options)
      },
    }
    const old = await bought(await someone())
    const again = await bought(await someone())
    clock.advance(MINUTE_MS)
    failing.add(again.payment_id)
    for (let made = 0; made < 6; made += 1) failing.add((await bought(await someone())).payment_id)
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(MINUTE_MS)
      await checkDueOrders(kernel, provider, { signal })
    }
    expect(queried).toContain(old.payment_id)
    expect(new Set(queried)).toEqual(new Set([old.payment_id, ...failing]))
    failing.delete(again.payment_id)
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(MINUTE_MS)
      await checkDueOrders(kernel, provider, { signal })
    }
    expect(await order(again.order_id)).toMatchObject({ last_check_result: 'nothing_found' })
    // The next due order waits for none of them.
    const late = await bought(await someone())
    clock.advance(2 * MINUTE_MS)
    await checkDueOrders(kernel, provider, { signal })
    expect(await order(late.order_id)).toMatchObject({ last_check_result: 'nothing_found' })
  })

  test('a list reads single payments only for new information, and goes back nine days', async () => {
    const short = await bought(await someone())
    const id = np.pay(short.order_id, { status: 'partially_paid', share: 0.5 })
    await np.send(scene.app, id)
    await payments.settle()
    clock.advance(60 * 24 * HOUR_MS)
    await crowd(60, 5 * MINUTE_MS)
    const recent = await bought(await someone())
    const recentId = np.pay(recent.order_id, { status: 'partially_paid', share: 0.5 })
    await np.send(scene.app, recentId)
    await payments.settle()
    const ranges: { from: Date }[] = []
    let childIds: string[] = []
    const provider: typeof payments.provider = {
      ...payments.provider,
      async *listPayments(query, options) {
        if ('from' in query) ranges.push(query)
        for await (const each of payments.provider.listPayments(query, options)) {
          const isOurs = each.providerPaymentId === recentId && childIds.length > 0
          yield isOurs ? { ...each, childIds } : each
        }
      },
    }
    const reads = (payment: string) => np.count(`GET /payment/${payment}`)
    const allDue = () => sql`
      update payment_order set next_check_at = ${new Date(clock.now()).toISOString()} where state in ('open', 'underpaid')`
    const [ofOld, ofRecent] = [reads(id), reads(recentId)]
    await allDue()
    await checkDueOrders(kernel, provider, { signal })
    expect(ranges).toHaveLength(1)
    expect(ranges[0]?.from.getTime()).toBeGreaterThanOrEqual(clock.now() - 9 * 24 * HOUR_MS)
    // A payment older than the list is read by itself. A payment that the list repeats unchanged is not read.
    expect([reads(id) - ofOld, reads(recentId) - ofRecent]).toEqual([1, 0])
    expect(await order(recent.order_id)).toMatchObject({ last_check_result: 'payment_found' })
    // A deposit to its address is a change, though nothing else has changed.
    childIds = ['77']
    clock.advance(MINUTE_MS)
    await allDue()
    await checkDueOrders(kernel, provider, { signal })
    expect(reads(recentId) - ofRecent).toBe(1)
    np.move(recentId, { status: 'finished', share: 1 })
    clock.advance(MINUTE_MS)
    await allDue()
    await checkDueOrders(kernel, provider, { signal })
    expect(await order(recent.order_id)).toMatchObject({ state: 'paid' })
  })

  test(
    'very many are found in one list of their time, within one run',
    async () => {
      await crowd(600, 30 * MINUTE_MS)
      const lost = await bought(await someone(), 'monthly')
      np.pay(lost.order_id, { status: 'finished' })
      await sql`
      update payment_order set next_check_at = ${new Date(clock.now()).toISOString()}
       where order_id = ${lost.order_id}`
      const before = np.requests.length
      expect(await checkDueOrders(kernel, payments.provider, { signal })).toBe(601)
      expect(np.requests.length - before).toBeLessThan(10)
      expect(await order(lost.order_id)).toMatchObject({ state: 'paid', last_check_result: 'payment_found' })
      const [left] = await sql`
      select count(*) as count from payment_order where next_check_at <= ${new Date(clock.now()).toISOString()}`
      expect(left).toEqual({ count: 0 })
    },
    MINUTE_MS,
  )
})
