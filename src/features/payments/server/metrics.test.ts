import { expect, test } from 'vitest'
import { metersOf } from '#server/metrics/meters.ts'
import { registerMetrics } from '#server/metrics/metrics-route.ts'
import { testApp } from '#server/testing/app.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { observePayments } from './metrics.ts'
import { buyerScene } from './testing/buyer-scene.ts'

const { np, kernel, app, payments, someone, bought, order } = await buyerScene({ env: { RATE_LIMITS: 'off' } })
const observed = await testApp(kernel, (service, with_) => {
  observePayments(registerMetrics(service, with_), with_, payments.provider.name)
})
const counted = async (series: string) => {
  const line = (await metersOf(kernel).metrics()).split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1))
}
const post = (payload: string, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/crypto/ipn', payload, headers })

test('notifications are counted by outcome, activations by duration', async () => {
  const { order_id: orderId } = await bought(await someone())
  const id = np.pay(orderId, { status: 'finished' })
  const { headers, payload } = np.notification(id)
  await post(payload, np.sign(JSON.parse(payload) as Record<string, unknown>, 'another secret').headers)
  await post(payload, {})
  expect((await post(payload, headers)).statusCode).toBe(200)
  await expect.poll(async () => (await order(orderId)).activated, { timeout: 10_000 }).toBe(true)
  expect(await counted('payment_notifications_total{result="bad_signature"}')).toBe(1)
  expect(await counted('payment_notifications_total{result="no_signature"}')).toBe(1)
  expect(await counted('payment_notifications_total{result="stored"}')).toBe(1)
  await expect.poll(() => counted('payment_activation_seconds_count')).toBe(1)
  expect(await counted('payment_activation_seconds_bucket{le="1"}')).toBe(1)
  // A notification that comes again activates nothing.
  await post(payload, headers)
  await payments.settle()
  expect(await counted('payment_activation_seconds_count')).toBe(1)
})

test('an activation that a provider without answers holds up is late by as much, and shows while it waits', async () => {
  const { order_id: orderId } = await bought(await someone())
  const id = np.pay(orderId, { status: 'finished' })
  np.fail('all', 'hang')
  try {
    expect(await np.send(app, id)).toBe(200)
    await expect
      .poll(async () => (await kernel.sql`select from provider_payment where reading_wanted`).length, {
        timeout: 10_000,
      })
      .toBe(1)
    kernel.clock.advance(90_000)
    const oldestClaim = async () => {
      const { body } = await observed.inject('/metrics')
      return Number(/^payment_oldest_claim_seconds (\S+)$/m.exec(body)?.[1])
    }
    // A scrape waits a second at most for what it shows.
    await expect.poll(oldestClaim, { timeout: 10_000 }).toBeGreaterThanOrEqual(90)
  } finally {
    np.recover()
  }
  const activated = async () => {
    await payments.settle()
    kernel.clock.advance(30_000)
    return (await order(orderId)).activated
  }
  await expect.poll(activated, { timeout: 20_000 }).toBe(true)
  expect(await counted('payment_activation_seconds_count')).toBe(2)
  expect(await counted('payment_activation_seconds_bucket{le="60"}')).toBe(1)
})

const claim = async (name: string) => {
  const fresh = await testApp(kernel, (service, with_) => {
    observePayments(registerMetrics(service, with_), with_, payments.provider.name)
  })
  const { body } = await fresh.inject('/metrics')
  await fresh.close()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
}

test('messages after the activation wait for nothing: finished after confirmed, a second payment', async () => {
  const { order_id: orderId } = await bought(await someone())
  const id = np.pay(orderId, { status: 'confirmed' })
  expect(await np.send(app, id)).toBe(200)
  await expect.poll(async () => (await order(orderId)).activated, { timeout: 10_000 }).toBe(true)
  kernel.clock.advance(MINUTE_MS)
  np.move(id, { status: 'finished' })
  expect(await np.send(app, id)).toBe(200)
  await payments.settle()
  np.fail('all', 'hang')
  try {
    expect(await np.send(app, np.pay(orderId, { status: 'finished' }))).toBe(200)
    await payments.settle()
    kernel.clock.advance(HOUR_MS)
    await payments.settle()
    const stored = await kernel.sql`select from provider_payment where reading_wanted and order_id = ${orderId}`
    expect(stored.length).toBeGreaterThan(0)
    expect(await claim('payment_oldest_claim_seconds')).toBe(0)
    expect(await claim('payment_orders_late')).toBe(0)
  } finally {
    np.recover()
  }
})

test('an order that was removed, or whose buyer is gone, waits for nothing; one of a buyer does, and is late after a minute', async () => {
  const orders: string[] = []
  for (let index = 0; index < 3; index += 1) orders.push((await bought(await someone())).order_id)
  const [hidden = '', left = '', waits = ''] = orders
  np.fail('all', 'hang')
  try {
    for (const orderId of orders) expect(await np.send(app, np.pay(orderId, { status: 'finished' }))).toBe(200)
    const waitingClaims = () =>
      kernel.sql`select from provider_payment where reading_wanted and order_id in ${kernel.sql(orders)}`
    await expect.poll(async () => (await waitingClaims()).length, { timeout: 10_000 }).toBe(3)
    await kernel.sql`update payment_order set deleted_at = created_at where order_id = ${hidden}`
    await kernel.sql`
      update trader set deactivated_at = created_at
       where trader_id = (select trader_id from payment_order where order_id = ${left})`
    expect(await claim('payment_orders_late')).toBe(0)
    kernel.clock.advance(90_000)
    expect(await claim('payment_orders_late')).toBe(1)
    expect(await claim('payment_oldest_claim_seconds')).toBeGreaterThanOrEqual(90)
    await kernel.sql`update payment_order set deleted_at = created_at where order_id = ${waits}`
    expect(await claim('payment_orders_late')).toBe(0)
    expect(await claim('payment_oldest_claim_seconds')).toBe(0)
  } finally {
    np.recover()
  }
})
