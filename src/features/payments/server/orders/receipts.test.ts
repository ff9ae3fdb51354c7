import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { Receipt } from '../../contract.ts'
import { registerPaymentAdminRoutes } from '../admin/routes.ts'
import { replaceCoins } from './coin-queries.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, payments, bought, someone, stateOf, get } = scene
const panel = await testApp(kernel, (each) => registerPaymentAdminRoutes(each, kernel, payments))

describe('receipts', () => {
  const receipt = (orderId: string, who?: Awaited<ReturnType<typeof someone>>) =>
    get(`/api/crypto/receipts/${orderId}`, who)

  test('name buyer, plan, moment and period', async () => {
    const anna = await someone()
    const first = await bought(anna)
    const paidFirst = np.pay(first.order_id, { status: 'finished', coin: 'usdtbsc', asked: '11.99' })
    await np.send(app, paidFirst)
    await payments.settle()
    kernel.clock.advance(31 * MINUTE_MS)
    const second = await bought(anna, 'basic_quarterly')
    await np.send(app, np.pay(second.order_id, { status: 'finished' }))
    await payments.settle()
    expect((await receipt(second.order_id, anna)).json<Receipt>()).toMatchObject({
      months: 3,
      amount_usd: 24.9,
      paid_at: '2026-11-20T10:31:00.000Z',
      // The second period follows the month that was bought first.
      period: { from: '2026-12-20T10:00:00.000Z', until: '2027-03-20T10:00:00.000Z' },
    })
    expect((await receipt(first.order_id, anna)).json()).toEqual({
      order_id: first.order_id,
      plan: 'basic_monthly',
      subscription_type: 'basic',
      months: 1,
      amount_usd: 11.99,
      paid_at: '2026-11-20T10:00:00.000Z',
      period: { from: '2026-11-20T10:00:00.000Z', until: '2026-12-20T10:00:00.000Z' },
      coin: { code: 'usdtbsc', symbol: 'USDTBSC', asked: '11.99', received: '11.99' },
      provider: 'nowpayments',
      attention: null,
      reviewed_at: null,
      deposits: [],
      payment_id: paidFirst,
      customer: { display_name: anna.username, username: anna.username, email: `${anna.username}@example.com` },
    })
  })

  test('and the watched order name the coin by its symbol in the list of coins', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    await np.send(app, np.pay(orderId, { status: 'finished', coin: 'usdtbsc' }))
    await payments.settle()
    const usdt = {
      coin: 'usdtbsc',
      name: 'Tether',
      symbol: 'USDT',
      network: 'BSC',
      needsMemo: false,
      minimumCents: null,
    }
    await replaceCoins(kernel.sql, 'nowpayments', [usdt], '2026-11-20T10:00:00.000Z')
    expect((await receipt(orderId, anna)).json()).toMatchObject({ coin: { code: 'usdtbsc', symbol: 'USDT' } })
    expect(await stateOf(orderId, anna)).toMatchObject({ coin: { code: 'usdtbsc', symbol: 'USDT' } })
  })

  test('show the payment that paid, not one that came to nothing', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const paid = np.pay(orderId, { status: 'confirmed' })
    await np.send(app, paid)
    await payments.settle()
    const failed = np.pay(orderId, { status: 'failed', coin: 'trx', received: '1' })
    await np.send(app, failed)
    await payments.settle()
    expect((await receipt(orderId, anna)).json()).toMatchObject({ payment_id: paid, coin: { code: 'usdtbsc' } })
    expect(await stateOf(orderId, anna)).toMatchObject({ payment_id: paid, status: 'confirmed' })
  })

  test('are for the owner, and for paid orders', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId } = await bought(anna)
    expect((await receipt(orderId, anna)).statusCode).toBe(404)
    await np.send(app, np.pay(orderId, { status: 'finished' }))
    await payments.settle()
    expect((await receipt(orderId, anna)).statusCode).toBe(200)
    expect((await receipt(orderId, bruno)).statusCode).toBe(404)
    expect((await receipt(orderId, scene.admin)).statusCode).toBe(404)
    expect((await receipt(orderId)).statusCode).toBe(401)
    expect((await receipt('TT-1', anna)).statusCode).toBe(422)
  })
})

describe('reviews', () => {
  test('a review ends the notice of a review, until something else comes; on the receipt too', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const mark = (method: 'POST' | 'DELETE') =>
      panel.inject({
        method,
        url: `/api/admin/crypto-payments/${orderId}/acknowledge`,
        headers: scene.admin.headers,
        ...(method === 'POST' && { payload: { note: 'Il secondo è stato rimborsato.' } }),
      })
    const reviewShown = async () => {
      const { attention, reviewed_at } = await stateOf(orderId, anna)
      const onReceipt = (await get(`/api/crypto/receipts/${orderId}`, anna)).json()
      expect(onReceipt).toMatchObject({ attention, reviewed_at })
      expect(JSON.stringify(onReceipt)).not.toContain('rimborsato.')
      return [attention, reviewed_at]
    }
    await np.send(app, np.pay(orderId, { status: 'finished' }))
    await np.send(app, np.pay(orderId, { status: 'finished' }))
    await payments.settle()
    expect(await reviewShown()).toEqual(['paid_twice', null])
    const at = new Date(kernel.clock.now()).toISOString()
    expect((await mark('POST')).statusCode).toBe(200)
    expect(await reviewShown()).toEqual(['paid_twice', at])
    await np.send(app, np.pay(orderId, { status: 'confirming', received: '3' }))
    await payments.settle()
    expect(await reviewShown()).toEqual(['paid_twice', null])
    await mark('POST')
    expect((await reviewShown())[1]).not.toBeNull()
    await mark('DELETE')
    expect(await reviewShown()).toEqual(['paid_twice', null])
  })
})

test.each([
  ['monthly', 1],
  ['basic_quarterly', 3],
  ['annual', 12],
] as const)(
  'the receipt of a plan that is not sold any more (%s) shows its months by the period',
  async (plan, months) => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna, plan)
    await np.send(app, np.pay(orderId, { status: 'finished' }))
    await payments.settle()
    await kernel.sql`update payment_order set plan = 'retired' where order_id = ${orderId}`
    const answer = await get(`/api/crypto/receipts/${orderId}`, anna)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ plan: 'retired', months })
  },
)
