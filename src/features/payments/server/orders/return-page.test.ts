import { expect, test } from 'vitest'
import { wholeApp } from '../../../../guards/testing/whole-app.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, payments, bought, someone, grantsOf } = scene

test('case 81: the address to which the provider sends the buyer back names the order and activates nothing', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const sent = np.requests.findLast(({ method, path }) => method === 'POST' && path === '/invoice')
  const invoice = JSON.parse(sent?.body ?? '{}') as Record<string, string>
  expect(invoice).toMatchObject({
    success_url: `http://localhost:3000/?view=payment&order=${orderId}`,
    cancel_url: `http://localhost:3000/?view=payment&order=${orderId}`,
    ipn_callback_url: 'http://localhost:3000/api/crypto/ipn',
  })
  // The whole product: the page itself is served.
  const site = await wholeApp(kernel, { payments })
  const { search } = new URL(invoice['success_url'] ?? '')
  const url = `/${search}&payment_status=finished&NP_id=1`
  expect((await site.inject({ method: 'GET', url, headers: anna.headers })).statusCode).toBe(200)
  await payments.settle()
  expect(await scene.stateOf(orderId, anna)).toMatchObject({ status: 'waiting', activated: false })
  expect(await grantsOf(anna)).toHaveLength(0)
})
