import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { newOrderId } from './checkout.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, bought, someone, order, payments, stateOf, statusOf, get } = scene
const { sql, clock } = kernel

/** Runs something at a later moment and comes back. */
async function later<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  const start = clock.now()
  clock.advance(milliseconds)
  try {
    return await run()
  } finally {
    clock.set(start)
  }
}

describe('payment-status', () => {
  test('a new order has its invoice’s address and no payment', async () => {
    const anna = await someone()
    const opened = await bought(anna, 'annual')
    expect(await stateOf(opened.order_id, anna)).toEqual({
      order_id: opened.order_id,
      payment_id: opened.payment_id,
      status: 'waiting',
      activated: false,
      plan: 'annual',
      subscription_type: 'diamond',
      amount_usd: 249.99,
      amount_paid: 0,
      amount_missing: 249.99,
      amount_surplus: 0,
      deposits: [],
      coin: null,
      expires_at: null,
      invoice_url: opened.invoice_url,
      under_review: false,
      attention: null,
      reviewed_at: null,
      created_at: '2026-11-20T10:00:00.000Z',
      checked_at: null,
    })
  })

  test('a short payment shows the arrived amount in dollars and in coins, and no page to pay again', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    const id = np.pay(opened.order_id, { status: 'partially_paid', share: 0.4, asked: '12.5' })
    expect(await np.send(app, id)).toBe(200)
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({
      payment_id: id,
      status: 'partially_paid',
      activated: false,
      amount_paid: 4.79,
      amount_missing: 7.2,
      coin: { code: 'usdtbsc', asked: '12.5', received: '5' },
      invoice_url: null,
    })
  })

  test('a paid order shows the end of its plan, and its payment’s id in place of the invoice’s', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    const id = np.pay(opened.order_id, { status: 'finished', share: 1.2 })
    await np.send(app, id)
    await payments.settle()
    const state = await stateOf(opened.order_id, anna)
    expect(state).toMatchObject({
      payment_id: id,
      status: 'finished',
      activated: true,
      amount_paid: 14.38,
      expires_at: '2026-12-20T10:00:00.000Z',
      invoice_url: null,
    })
  })

  test('a child is no payment of the order, and its money is shown with its review', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    const first = np.pay(opened.order_id, { status: 'partially_paid', share: 0.5 })
    const child = np.pay(opened.order_id, { status: 'finished', parent: first, received: '6', asked: '6' })
    await np.send(app, first)
    await np.send(app, child)
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({
      payment_id: first,
      amount_paid: 5.99,
      amount_missing: 6,
      activated: false,
      attention: 'deposit',
      deposits: [{ code: 'usdtbsc', received: '6', usd: expect.closeTo(5.99, 1) }],
    })
  })

  test('two short payments count alone: the missing amount is the larger one’s', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    for (const share of [0.6, 0.7]) {
      await np.send(app, np.pay(opened.order_id, { status: 'partially_paid', share }))
    }
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({
      status: 'partially_paid',
      activated: false,
      amount_paid: 15.58,
      amount_missing: 3.6,
    })
  })

  test('a second payment and a refund of an active order are shown, on the receipt too', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    const first = np.pay(opened.order_id, { status: 'finished' })
    await np.send(app, first)
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({ activated: true, attention: null, amount_missing: 0 })
    await np.send(app, np.pay(opened.order_id, { status: 'finished' }))
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({ activated: true, attention: 'paid_twice' })
    np.move(first, { status: 'refunded' })
    await np.send(app, first)
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({ activated: true, attention: 'refunded' })
    const receipt = await get(`/api/crypto/receipts/${opened.order_id}`, anna)
    expect(receipt.json()).toMatchObject({ attention: 'refunded', deposits: [] })
  })

  test('an order that an admin hid is closed for its buyer too, until money brings it back', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    await sql`update payment_order set deleted_at = ${new Date(clock.now()).toISOString()} where order_id = ${opened.order_id}`
    expect(await stateOf(opened.order_id, anna)).toMatchObject({
      status: 'expired',
      attention: 'closed',
      invoice_url: null,
    })
    await np.send(app, np.pay(opened.order_id, { status: 'finished' }))
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({ status: 'confirming', attention: 'review' })
  })

  test('an order under review says so, and has no address to pay again', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    const id = np.pay(opened.order_id, { status: 'refunded' })
    await np.send(app, id)
    await payments.settle()
    expect(await stateOf(opened.order_id, anna)).toMatchObject({
      under_review: true,
      activated: false,
      invoice_url: null,
    })
  })

  test('case 27: asks the provider nothing inside the request, and answers while the provider hangs', async () => {
    const anna = await someone()
    const opened = await bought(anna)
    np.fail('all', 'hang')
    try {
      const before = np.requests.length
      const startedAt = performance.now()
      expect((await statusOf(opened.order_id, anna)).statusCode).toBe(200)
      expect(performance.now() - startedAt).toBeLessThan(1_000)
      expect(np.requests.length).toBe(before)
    } finally {
      np.recover()
    }
  })

  test('polling makes an order due once a minute at most, and not before it was quiet for a minute', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const planned = (await order(orderId)).next_check_at
    const writes = async () =>
      (await sql<{ xmin: string }[]>`select xmin::text from payment_order where order_id = ${orderId}`)[0]?.xmin
    const before = await writes()
    for (let poll = 0; poll < 5; poll++) await statusOf(orderId, anna)
    expect((await order(orderId)).next_check_at).toBe(planned)
    expect(await writes()).toBe(before)

    await sql`update payment_order set next_check_at = '2026-11-21T00:00:00Z', last_checked_at = '2026-11-20T10:00:00Z'
               where order_id = ${orderId}`
    await later(61_000, async () => {
      const sentBefore = np.requests.length
      await statusOf(orderId, anna)
      // Due now, which wakes the check; twenty more polls in the same minute write nothing.
      await expect.poll(async () => (await order(orderId)).last_checked_at).toBe('2026-11-20T10:01:01.000Z')
      expect(np.requests.length).toBeGreaterThan(sentBefore)
      const checked = await writes()
      for (let poll = 0; poll < 20; poll++) await statusOf(orderId, anna)
      expect(await writes()).toBe(checked)
    })
  })

  test('an order that is due already is not written again while it waits for its check', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const past = '2026-11-20T09:00:00.000Z'
    await sql`update payment_order set next_check_at = ${past}, last_checked_at = ${past} where order_id = ${orderId}`
    for (let poll = 0; poll < 5; poll++) await statusOf(orderId, anna)
    expect(await order(orderId)).toMatchObject({ next_check_at: past, last_checked_at: past })
  })

  test('case 78: another user’s order is not there, for admins neither; a malformed id is an error', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId } = await bought(anna)
    for (const who of [bruno, scene.admin]) {
      const answer = await statusOf(orderId, who)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({
        detail: 'Ordine non trovato: controlla il numero.',
        error_type: 'ORDER_NOT_FOUND',
      })
    }
    expect((await statusOf(newOrderId(), anna)).statusCode).toBe(404)
    for (const id of ['1', 'TT-1', orderId.toLowerCase(), `${orderId}0`, "TT-' or 1=1 --", '%00']) {
      expect((await statusOf(encodeURIComponent(id), anna)).statusCode).toBe(422)
    }
  })
})

describe('recent payments', () => {
  const recent = async (who: Awaited<ReturnType<typeof someone>>) =>
    (await get(`/api/user/${who.trader_id}/subscription-status`, who)).json<{
      recent_payments: { order_id: string; status: string }[]
    }>().recent_payments

  test('are the ten newest, the newest first, without those of others', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    await bought(bruno)
    const start = clock.now()
    const ids: string[] = []
    try {
      for (let made = 0; made < 12; made++) {
        clock.set(start + made * 31 * MINUTE_MS)
        ids.push((await bought(anna)).order_id)
      }
    } finally {
      clock.set(start)
    }
    const shown = await recent(anna)
    expect(shown.map((payment) => payment.order_id)).toEqual(ids.slice(2).toReversed())
    expect(shown[0]).toEqual({
      order_id: ids[11],
      plan: 'basic_monthly',
      subscription_type: 'basic',
      amount_usd: 11.99,
      status: 'waiting',
      activated: false,
      created_at: new Date(start + 11 * 31 * MINUTE_MS).toISOString(),
    })
  })

  test('leave out hidden orders, until money brings them back', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    await sql`update payment_order set deleted_at = now() where order_id = ${orderId}`
    expect(await recent(anna)).toEqual([])
    await np.send(app, np.pay(orderId, { status: 'finished' }))
    await payments.settle()
    expect(await recent(anna)).toMatchObject([{ order_id: orderId, activated: false, status: 'confirming' }])
  })
})
