import { createSandbox } from './provider.ts'
import { afterAll, expect, test } from 'vitest'
import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import { registerSubscriptions } from '#features/subscriptions/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { freePort } from '#server/testing/tcp.ts'
import { registerPaymentAdminRoutes } from '#features/payments/server/admin/routes.ts'
import { registerNotificationRoute } from '#features/payments/server/notifications/inbox.ts'
import { registerPaymentRoutes } from '#features/payments/server/routes.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { registerSandbox } from './routes.ts'

// The sandbox and the product over HTTP: a buyer's actions on the page activate a plan, or do not.

const port = await freePort()
const address = `http://127.0.0.1:${port}`
const kernel = await testKernel({ env: { APP_URL: address } })
const payments = createPayments(kernel, createSandbox(kernel))
const app = await testApp(
  kernel,
  (server, given) => registerPaymentRoutes(server, given, payments),
  (server, given) => registerPaymentAdminRoutes(server, given, payments),
  (server, given) => registerNotificationRoute(server, given, payments),
  registerSubscriptions,
  registerSandbox,
)
await app.listen({ host: '127.0.0.1', port })
afterAll(() => payments.close())

const patience = { timeout: 10_000 }

interface Order {
  order_id: string
  invoice_url: string
  payment_id: string
}

async function order(buyer: Person, plan: PlanCode): Promise<Order> {
  const answer = await fetch(`${address}/api/crypto/create-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...buyer.headers },
    body: JSON.stringify({ user_id: buyer.trader_id, plan }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Order
}

async function play({ invoice_url }: Order, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(invoice_url, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  })
  expect(answer.status).toBe(200)
}

async function stateOf(buyer: Person, { order_id }: Order): Promise<Record<string, unknown>> {
  const answer = await fetch(`${address}/api/crypto/payment-status/${order_id}`, { headers: buyer.headers })
  return (await answer.json()) as Record<string, unknown>
}

test('cases 18, 29: paid in full on the page, each notification twice: active once its notifications are settled, and read back', async () => {
  const buyer = await person(kernel, 'anna')
  const bought = await order(buyer, 'basic_quarterly')
  expect(bought.invoice_url).toBe(`${address}/sandbox/pay/${bought.payment_id}`)
  expect(await stateOf(buyer, bought)).toMatchObject({ status: 'waiting', activated: false })
  await play(bought, { action: 'pay', notify: 'doubled' })
  await expect
    .poll(() => stateOf(buyer, bought), patience)
    .toMatchObject({ status: 'finished', activated: true, amount_paid: 24.9 })
  const rows = await kernel.sql`select read_back_at from provider_payment where order_id = ${bought.order_id}`
  expect(rows).toEqual([{ read_back_at: expect.any(String) }])
  expect(await kernel.sql`select kind from entitlement_entry where source_key = ${`order:${bought.order_id}`}`).toEqual(
    [{ kind: 'purchase' }],
  )
})

test('case 36: short, then a second deposit that completes the sum: never active by itself', async () => {
  const buyer = await person(kernel, 'bruno')
  const bought = await order(buyer, 'monthly')
  await play(bought, { action: 'pay', share: '60' })
  await expect
    .poll(() => stateOf(buyer, bought), patience)
    .toMatchObject({ status: 'partially_paid', amount_paid: 14.99 })
  const [row] = await kernel.sql<{ payment_id: string }[]>`
    select provider_payment_id as payment_id from provider_payment where order_id = ${bought.order_id}`
  await play(bought, { action: 'deposit', payment_id: row?.payment_id ?? '', share: '40' })
  await payments.settle()
  expect(await stateOf(buyer, bought)).toMatchObject({ activated: false })
  const admin = await person(kernel, 'capo', { is_admin: true })
  const detail = await fetch(`${address}/api/admin/crypto-payments/${bought.order_id}`, { headers: admin.headers })
  expect(await detail.json()).toMatchObject({
    payment: {
      activated: false,
      review: {
        code: 'child_payment',
        text: expect.stringContaining('Insieme sono arrivati 24,99 di 24,99\u00a0USDT'),
      },
    },
  })
})

test('case 25: paid, and every notification lost: the check of two minutes later finds it', async () => {
  const buyer = await person(kernel, 'carla')
  const bought = await order(buyer, 'basic_monthly')
  await play(bought, { action: 'pay', notify: 'lost' })
  await payments.settle()
  expect(await stateOf(buyer, bought)).toMatchObject({ status: 'waiting', activated: false })
  kernel.clock.advance(2 * MINUTE_MS)
  await payments.settle()
  expect(await stateOf(buyer, bought)).toMatchObject({ activated: true })
})

test('cases 43, 45: expired and paid late; refunded afterwards: active, and a case for admins', async () => {
  const buyer = await person(kernel, 'dario')
  const bought = await order(buyer, 'annual')
  await play(bought, { action: 'open', coin: 'btc' })
  const [row] = await kernel.sql<
    { payment_id: string }[]
  >`select payment_id from sandbox_payment where invoice_id = ${bought.payment_id}`
  const payment_id = row?.payment_id ?? ''
  await play(bought, { action: 'expire', payment_id })
  await expect.poll(() => stateOf(buyer, bought), patience).toMatchObject({ status: 'expired' })
  await play(bought, { action: 'finish', payment_id, notify: 'reversed' })
  await expect.poll(() => stateOf(buyer, bought), patience).toMatchObject({ activated: true })
  await play(bought, { action: 'refund', payment_id })
  await expect
    .poll(() => kernel.sql`select cause, kind from outbox where cause like ${`review:${bought.order_id}%`}`, patience)
    .toEqual([{ cause: expect.stringContaining('refund'), kind: 'admin_alert' }])
  expect(await stateOf(buyer, bought)).toMatchObject({ activated: true })
})

test('a foreign signature is refused at the same door', async () => {
  const before = await kernel.sql`select event_id from provider_event`
  const answer = await fetch(`${address}/api/crypto/ipn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-nowpayments-sig': 'a'.repeat(128) },
    body: JSON.stringify({ payment_id: 1, payment_status: 'finished' }),
  })
  expect(answer.status).toBe(401)
  expect(await kernel.sql`select event_id from provider_event`).toHaveLength(before.length)
})
