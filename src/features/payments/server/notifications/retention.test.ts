import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { pruneNotifications } from './retention.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const { np, kernel, payments, app, someone, bought, order, grantsOf } = await buyerScene()

test('a processed notification is pruned after years; the same one again changes nothing', async () => {
  const buyer = await someone()
  const { order_id: orderId } = await bought(buyer)
  const paymentId = np.pay(orderId, { status: 'finished' })
  const late = np.notification(paymentId)
  expect(await np.send(app, paymentId)).toBe(200)
  await payments.settle()
  expect(await order(orderId)).toMatchObject({ activated: true })

  kernel.clock.advance(799 * DAY_MS)
  expect(await pruneNotifications(kernel)).toBe(0)
  kernel.clock.advance(2 * DAY_MS)
  expect(await pruneNotifications(kernel)).toBe(1)

  const again = await app.inject({ method: 'POST', url: '/api/crypto/ipn', ...late })
  expect(again.statusCode).toBe(200)
  await payments.settle()
  expect(await grantsOf(buyer)).toHaveLength(1)
})
