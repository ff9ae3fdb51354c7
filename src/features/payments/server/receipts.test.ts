import { expect, test } from 'vitest'
import { tillScene } from './testing/till.ts'

const scene = await tillScene()
const { np, kernel, app, payments, bought, someone, get } = scene

test.each([
  ['monthly', 1],
  ['basic_quarterly', 3],
  ['annual', 12],
] as const)(
  'the receipt of a plan that is not sold any more (%s) tells its months by the period',
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
