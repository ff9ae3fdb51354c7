import { expect, test } from 'vitest'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, app, buy, bought, someone, order, ordersOf, invoicesOf, grantsOf, payments, stateOf } = scene

/** An order of Basic, one month, whose payment has this status and share of the price. */
async function paying(status: 'confirming' | 'partially_paid' | 'finished', share: number) {
  const who = await someone()
  const { order_id: orderId } = await bought(who)
  const id = np.pay(orderId, { status, share })
  expect(await np.send(app, id)).toBe(200)
  await payments.settle()
  return { who, orderId, id }
}

test('money in confirmation is not asked for again: 409 names it and its order, and no invoice is made', async () => {
  const { who, orderId } = await paying('confirming', 1)
  const before = np.count('POST /invoice')
  for (const coin of [null, 'usdtbsc']) {
    const answer = await buy(who, 'basic_monthly', { pay_currency: coin })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error_type: 'PAYMENT_UNDER_WAY',
      detail: expect.stringMatching(/^11,99\sUSDT sono già in conferma/),
      details: { order_id: orderId, plan: 'basic_monthly', amount_paid: 11.99 },
    })
  }
  expect(np.count('POST /invoice')).toBe(before)
  expect(await invoicesOf(orderId)).toHaveLength(1)
  // A client that follows the order finds no page there to pay a second time.
  expect(await stateOf(orderId, who)).toMatchObject({ status: 'confirming', invoice_url: null })
})

test('another plan of the same tier asks as well; the other tier is another purchase', async () => {
  const { who } = await paying('confirming', 1)
  expect((await buy(who, 'basic_annual')).statusCode).toBe(409)
  expect((await buy(who, 'monthly')).statusCode).toBe(201)
  expect((await buy(await someone())).statusCode).toBe(201)
})

test.each([
  ['a part that arrived', 'partially_paid', 0.5, /^(?:5,99|6,00)\sUSDT sono già arrivati/],
  ['money that a person looks at', 'finished', 0.5, /^(?:5,99|6,00)\sUSDT sono già in verifica/],
] as const)('%s asks before a further payment, until a person has looked', async (_, status, share, sentence) => {
  const { who, orderId } = await paying(status, share)
  expect((await buy(who)).json()).toMatchObject({ detail: expect.stringMatching(sentence) })
  await scene.kernel.sql`update payment_order set deleted_at = now() where order_id = ${orderId}`
  expect((await buy(who)).statusCode).toBe(201)
})

test('a deposit in another coin asks as well, offers its invoice no more, and a yes opens an order of its own', async () => {
  const who = await someone()
  const { order_id: orderId } = await bought(who)
  const first = np.pay(orderId, { status: 'waiting' })
  const deposit = np.pay(orderId, { status: 'finished', parent: first, coin: 'trx', received: '95.92', asked: '95.92' })
  for (const id of [first, deposit]) expect(await np.send(app, id)).toBe(200)
  await payments.settle()
  expect(await stateOf(orderId, who)).toMatchObject({ activated: false, attention: 'deposit', invoice_url: null })
  const refused = await buy(who)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    detail: expect.stringMatching(/^C’è già un versamento in verifica per /),
    details: { order_id: orderId, amount_paid: 0 },
  })
  const again = await buy(who, 'basic_monthly', { pay_again: true })
  expect(again.statusCode).toBe(201)
  expect(again.json()).not.toMatchObject({ order_id: orderId })
})

test('a yes buys a further period in an order of its own: both are paid, both count, nothing is paid twice', async () => {
  const { who, orderId, id } = await paying('confirming', 1)
  const first = await buy(who, 'basic_monthly', { pay_again: true })
  expect(first.statusCode).toBe(201)
  const { order_id: second } = first.json<{ order_id: string }>()
  expect(second).not.toBe(orderId)
  // A double click and a second yes pay the same further order.
  expect((await buy(who, 'basic_monthly', { pay_again: true })).json()).toMatchObject({ order_id: second })
  expect(await ordersOf(who)).toHaveLength(2)

  np.move(id, { status: 'finished' })
  const again = np.pay(second, { status: 'finished', share: 1 })
  for (const payment of [id, again]) expect(await np.send(app, payment)).toBe(200)
  await payments.settle()
  for (const each of [orderId, second]) {
    expect(await order(each)).toMatchObject({ state: 'paid', review_reason: null })
    expect(await stateOf(each, who)).toMatchObject({ attention: null })
  }
  expect(await grantsOf(who)).toHaveLength(2)
})

test('an order that is active, or that nothing came for, asks nothing', async () => {
  const { who, orderId } = await paying('finished', 1)
  expect(await order(orderId)).toMatchObject({ state: 'paid' })
  expect((await buy(who)).statusCode).toBe(201)
  expect((await buy(who)).statusCode).toBe(201)
})

test.each(['yes', 1, {}, []])('pay_again must be true or false: %j is refused', async (value) => {
  const { who } = await paying('confirming', 1)
  const answer = await buy(who, 'basic_monthly', { pay_again: value })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ fields: { pay_again: expect.any(String) } })
  expect((await buy(who, 'basic_monthly', { pay_again: null })).statusCode).toBe(409)
  expect((await buy(who, 'basic_monthly', { pay_again: false })).statusCode).toBe(409)
})
