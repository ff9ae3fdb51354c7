import { expect, test } from 'vitest'
import { connectDatabase } from '#server/database/database.ts'
import { openGate } from '#server/testing/tcp.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { serveBuyers, buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, bought, someone, order, payments, grantsOf, invoicesOf } = scene
const { sql, clock } = kernel

test('case 26: money and its notification come while the checkout is still being made', async () => {
  const anna = await someone()
  const usual = configuredNowPayments(kernel, quick)
  const hasty = createPayments(kernel, {
    ...usual,
    createCheckout: async (request, options) => {
      const checkout = await usual.createCheckout(request, options)
      expect(await np.send(app, np.pay(request.orderId, { status: 'finished' }))).toBe(200)
      await payments.settle()
      expect(await order(request.orderId)).toMatchObject({ state: 'paid', activated: true })
      return checkout
    },
  })
  const answer = await scene.buy(anna, 'monthly', {}, await serveBuyers(kernel, hasty))
  expect(answer.statusCode).toBe(201)
  const { order_id: orderId } = answer.json<{ order_id: string }>()
  // The page that came afterwards is stored, and changes nothing.
  expect(await invoicesOf(orderId)).toHaveLength(1)
  expect(await order(orderId)).toMatchObject({ state: 'paid', status: 'finished', activated: true })
  expect(await grantsOf(anna)).toHaveLength(1)
  await hasty.close()
})

test('case 27: a notification is acknowledged within a second while the provider hangs', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const id = np.pay(orderId, { status: 'finished' })
  np.fail('all', 'hang')
  try {
    const startedAt = performance.now()
    for (let copy = 0; copy < 5; copy++) expect(await np.send(app, id)).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  } finally {
    np.recover()
  }
  await payments.settle()
  clock.advance(MINUTE_MS)
  await expect
    .poll(
      async () => {
        await payments.settle()
        clock.advance(MINUTE_MS)
        return (await order(orderId)).activated
      },
      { timeout: 5_000, interval: 100 },
    )
    .toBe(true)
})

test('case 28: a notification that was answered 503 comes again, and counts once', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const id = np.pay(orderId, { status: 'finished' })
  const gate = await openGate(kernel.address)
  const database = connectDatabase({ url: gate.url })
  const behind = { ...kernel, sql: database.sql }
  const cut = createPayments(behind, configuredNowPayments(behind, quick))
  const other = await serveBuyers(behind, cut)
  gate.cut()
  expect(await np.send(other, id)).toBe(503)
  expect(await sql`select from provider_event where provider_payment_id = ${id}`).toHaveLength(0)
  await cut.close()
  await database.close()

  for (let retry = 0; retry < 3; retry++) expect(await np.send(app, id)).toBe(200)
  await payments.settle()
  expect(await order(orderId)).toMatchObject({ activated: true })
  expect(await grantsOf(anna)).toHaveLength(1)
})

test('case 49: the order’s price counts, whatever the price list says by now', async () => {
  const [anna, bruno] = [await someone(), await someone()]
  for (const buyer of [anna, bruno]) {
    const { order_id: orderId } = await bought(buyer)
    // The buyer opened the order when the plan cost 9.99.
    await sql`update payment_order set price_cents = 999 where order_id = ${orderId}`
    const id = np.pay(orderId, { status: 'finished' })
    await np.send(app, id, { price_amount: buyer === anna ? 9.99 : 11.99 })
    np.contradict(id, { price_amount: buyer === anna ? 9.99 : 11.99 })
    await payments.settle()
    const expected =
      buyer === anna
        ? { state: 'paid', activated: true }
        : { state: 'review', activated: false, review_reason: 'price_mismatch' }
    expect(await order(orderId)).toMatchObject(expected)
  }
  expect(await grantsOf(anna)).toHaveLength(1)
  expect(await grantsOf(bruno)).toHaveLength(0)
})

test('case 53: the provider cannot be reached: after 15 minutes the genuine notification suffices, and the payment is read later', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const id = np.pay(orderId, { status: 'finished' })
  np.fail('payment', 500)
  np.fail('list', 500)
  await np.send(app, id)
  await payments.settle()
  const minutePasses = () => {
    scene.passMinute()
    return payments.settle()
  }
  for (let minute = 0; minute < 14; minute++) {
    expect(await scene.stateOf(orderId, anna)).toMatchObject({ status: 'confirming', activated: false })
    await minutePasses()
  }
  expect(await order(orderId)).toMatchObject({ activated: false })
  await minutePasses()
  expect(await order(orderId)).toMatchObject({ state: 'paid', activated: true })
  const readBack = async () =>
    (
      await sql<{ at: string | null }[]>`
      select read_back_at as at from provider_payment where provider_payment_id = ${id}`
    )[0]?.at
  expect(await readBack()).toBeNull()
  np.recover()
  for (let minute = 0; minute < 15; minute++) await minutePasses()
  expect(await readBack()).not.toBeNull()
  expect(await grantsOf(anna)).toHaveLength(1)
})

test.each([
  ['another state', { payment_status: 'waiting', actually_paid: 0 }] as const,
  ['no such payment', 'missing'] as const,
])(
  'case 54: the provider answers otherwise than it notified (%s): nothing is active until it agrees',
  async (_what, answered) => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const id = np.pay(orderId, { status: 'finished' })
    np.contradict(id, answered)
    await np.send(app, id)
    await payments.settle()
    expect(await order(orderId)).toMatchObject({ state: 'review', review_reason: 'contradiction', activated: false })
    expect(await scene.stateOf(orderId, anna)).toMatchObject({ under_review: true, status: 'confirming' })
    for (let minute = 0; minute < 20; minute++) {
      clock.advance(MINUTE_MS)
      await payments.settle()
    }
    expect(await order(orderId)).toMatchObject({ state: 'review', activated: false })
    expect(await grantsOf(anna)).toHaveLength(0)
    np.contradict(id, null)
    clock.advance(HOUR_MS)
    await payments.settle()
    expect(await order(orderId)).toMatchObject({ state: 'paid', activated: true, review_reason: null })
  },
)

test('case 72: Basic that is paid while Diamond runs waits behind it', async () => {
  const anna = await someone()
  const diamond = await bought(anna, 'monthly')
  await np.send(app, np.pay(diamond.order_id, { status: 'finished' }))
  await payments.settle()
  const basic = await bought(anna, 'basic_monthly')
  await np.send(app, np.pay(basic.order_id, { status: 'finished' }))
  await payments.settle()
  const [first, second] = [await scene.stateOf(diamond.order_id, anna), await scene.stateOf(basic.order_id, anna)]
  const receipt = (await scene.get(`/api/crypto/receipts/${basic.order_id}`, anna)).json<{
    period: { from: string; until: string }
  }>()
  expect(receipt.period.from).toBe(first.expires_at)
  expect(receipt.period.until).toBe(second.expires_at)
})

test('case 30: covered at `confirmed` it is active then; `finished` later changes the word and nothing else', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const id = np.pay(orderId, { status: 'confirmed' })
  await np.send(app, id)
  await payments.settle()
  const first = await scene.stateOf(orderId, anna)
  expect(first).toMatchObject({ status: 'confirmed', activated: true })
  clock.advance(MINUTE_MS)
  np.move(id, { status: 'finished' })
  await np.send(app, id)
  await payments.settle()
  expect(await scene.stateOf(orderId, anna)).toMatchObject({
    status: 'finished',
    activated: true,
    expires_at: first.expires_at,
  })
  expect(await grantsOf(anna)).toHaveLength(1)
})

test.each(['erased', 'deactivated'] as const)(
  'case 48: the user was %s between invoice and payment: the money waits for a person, nothing is granted',
  async (how) => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    await (how === 'erased'
      ? sql`delete from trader where trader_id = ${anna.trader_id}`
      : sql`update trader set deactivated_at = now() where trader_id = ${anna.trader_id}`)
    const id = np.pay(orderId, { status: 'finished' })
    expect(await np.send(app, id)).toBe(200)
    await payments.settle()
    expect(await order(orderId)).toMatchObject({ state: 'review', review_reason: 'orphan', activated: false })
    expect(await grantsOf(anna)).toHaveLength(0)
    const answer = await scene.reconcile(scene.admin, { order_id: orderId, payment_id: id })
    expect(answer.json()).toMatchObject({ status: 'confirming', activated: false })
  },
)
