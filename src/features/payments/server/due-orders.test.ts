import { beforeEach, describe, expect, test } from 'vitest'
import { checkDueOrders } from './due-orders.ts'
import { tillScene } from './testing/till.ts'

const scene = await tillScene({ env: { RATE_LIMITS: 'off' } })
const { np, kernel, bought, someone, order, payments } = scene
const { sql, clock } = kernel
const { signal } = new AbortController()
const MINUTE = 60_000

beforeEach(async () => {
  np.recover()
  await sql`update payment_order set next_check_at = null`
})

const errors = () => kernel.lines.filter((line) => Number(line['level']) >= 50).length

/** Orders of somebody, each with its page, that are due and were made `age` ago, in milliseconds. */
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
  test('one that cannot be settled holds up none behind it, is tried again later, and calls the admins once', async () => {
    const bad = await bought(await someone())
    clock.advance(1_000)
    const good = await bought(await someone())
    np.pay(bad.order_id, { status: 'finished' })
    np.pay(good.order_id, { status: 'finished' })
    await sql.unsafe(`
      create function poisoned() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
      create trigger poisoned before update on payment_order for each row
        when (old.order_id = '${bad.order_id}' and new.state <> old.state)
        execute function poisoned()`)
    await sql`update payment_order set next_check_at = ${new Date(clock.now() + 2 * MINUTE).toISOString()}`
    clock.advance(2 * MINUTE)
    const before = errors()
    await payments.settle()
    expect(await order(good.order_id)).toMatchObject({ state: 'paid' })
    expect(errors() - before).toBe(1)
    // Put off: the next minutes leave it alone.
    clock.advance(5 * MINUTE)
    await payments.settle()
    expect(errors() - before).toBe(1)
    clock.advance(6 * MINUTE)
    await payments.settle()
    expect(errors() - before).toBe(2)
    expect(await sql`select from outbox where cause like 'setback:%'`).toHaveLength(1)
    await sql.unsafe('drop trigger poisoned on payment_order; drop function poisoned()')
    clock.advance(11 * MINUTE)
    await payments.settle()
    expect(await order(bad.order_id)).toMatchObject({ state: 'paid' })
  })

  test('those that somebody watches come first, then the youngest; the longest waiting come in between', async () => {
    await crowd(20, 60 * MINUTE)
    await crowd(10, 10 * MINUTE)
    const watcher = await someone()
    const watched = await bought(watcher)
    await sql`
      update payment_order set created_at = ${new Date(clock.now() - 120 * MINUTE).toISOString()}
       where order_id = ${watched.order_id}`
    await scene.statusOf(watched.order_id, watcher)
    const asked: string[] = []
    const provider: typeof payments.provider = {
      ...payments.provider,
      listPayments(query, options) {
        if ('invoiceId' in query) asked.push(query.invoiceId)
        return payments.provider.listPayments(query, options)
      },
    }
    await payments.settle()
    expect(await order(watched.order_id)).toMatchObject({ last_check_result: 'nothing_found' })
    await sql`update payment_order set next_check_at = ${new Date(clock.now()).toISOString()} where state = 'open'`
    await checkDueOrders(kernel, provider, { signal })
    const young = (id: string) => id.startsWith(String(10 * MINUTE))
    expect(asked[0]).toBe(watched.payment_id)
    expect(asked.slice(1, 3).every(young)).toBe(true)
    expect(asked).toHaveLength(31)
  })

  test('very many are found in one list of their time, within one run', async () => {
    await crowd(3_000, 30 * MINUTE)
    const lost = await bought(await someone(), 'monthly')
    np.pay(lost.order_id, { status: 'finished' })
    await sql`
      update payment_order set next_check_at = ${new Date(clock.now()).toISOString()}
       where order_id = ${lost.order_id}`
    const before = np.requests.length
    expect(await checkDueOrders(kernel, payments.provider, { signal })).toBe(3_001)
    expect(np.requests.length - before).toBeLessThan(10)
    expect(await order(lost.order_id)).toMatchObject({ state: 'paid', last_check_result: 'payment_found' })
    const [left] = await sql`
      select count(*) as count from payment_order where next_check_at <= ${new Date(clock.now()).toISOString()}`
    expect(left).toEqual({ count: 0 })
  }, 60_000)
})
