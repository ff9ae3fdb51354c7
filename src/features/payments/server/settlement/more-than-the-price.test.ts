import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { registerPaymentAdminRoutes } from '../admin/routes.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const { np, app, admin, kernel, someone, bought, payments, stateOf, reconcile } = await buyerScene()
const office = await testApp(kernel, (each) => registerPaymentAdminRoutes(each, kernel, payments))
const read = (url: string) => office.inject({ url, headers: admin.headers })

/** An order of Basic, one month, with payments of these shares, each settled before the next one comes. */
async function paid(...shares: number[]) {
  const who = await someone()
  const { order_id: orderId } = await bought(who)
  const ids: string[] = []
  for (const share of shares) {
    const id = np.pay(orderId, { status: share < 0.99 ? 'partially_paid' : 'finished', share })
    ids.push(id)
    expect(await np.send(app, id)).toBe(200)
    await payments.settle()
  }
  const listed = async (query: string) =>
    (await read(`/api/admin/crypto-payments?q=${orderId}${query}`)).json<{
      payments: { review: { code: string; text: string } | null; amount_surplus: number }[]
    }>().payments[0]
  return { who, orderId, ids, listed }
}

describe('more than the price', () => {
  test('a part that the full payment follows: admins read that too much came, and how much', async () => {
    const { who, orderId, listed } = await paid(0.5, 1)
    expect(await stateOf(orderId, who)).toMatchObject({ activated: true, attention: 'paid_twice' })
    const row = await listed('&filter=review')
    expect(row?.review).toMatchObject({
      code: 'part_besides',
      text: expect.stringMatching(/^Oltre al pagamento completo ne è arrivato uno parziale: .* Sono 5,99\sUSDT\.$/),
    })
    expect(row?.review?.text).not.toContain('meno del dovuto')
  })

  test.each([
    ['a part', [0.5, 1], 0, 'extra_refunded', /^Il fornitore ha rimborsato un pagamento in più/, 'extra_refunded'],
    [
      'a second payment',
      [1, 1],
      1,
      'extra_refunded',
      /^Il fornitore ha rimborsato un pagamento in più/,
      'extra_refunded',
    ],
    [
      'the payment of the plan',
      [1, 1],
      0,
      'refunded',
      /^Il fornitore ha rimborsato il pagamento\. Se il piano/,
      'refunded',
    ],
  ] as const)('%s of an order that was paid twice is refunded: admins and buyer read which', async (...row) => {
    const [, shares, back, code, text, attention] = row
    const { who, orderId, ids, listed } = await paid(...shares)
    np.move(ids[back] ?? '', { status: 'refunded' })
    expect(await np.send(app, ids[back] ?? '')).toBe(200)
    await payments.settle()
    expect(await stateOf(orderId, who)).toMatchObject({ activated: true, attention })
    expect(await listed('&filter=review')).toMatchObject({ review: { code, text: expect.stringMatching(text) } })
  })

  test.each([
    [1.5, 5.99, /più del prezzo.* Sono 5,99\sUSDT\.$/],
    [1.4171, 5, /più del prezzo.* Sono 5,00\sUSDT\.$/],
  ])(
    '%d times the price: the buyer reads a surplus of %d, and it is an item for admins',
    async (share, surplus, text) => {
      const { who, orderId, listed } = await paid(share)
      expect(await stateOf(orderId, who)).toMatchObject({ activated: true, amount_surplus: surplus, attention: null })
      expect(await listed('&filter=review')).toMatchObject({
        amount_surplus: surplus,
        review: { code: 'surplus', text: expect.stringMatching(text) },
      })
    },
  )

  test.each([
    [1, 0],
    [1.0001, 0],
    [1.2, 2.39],
    [1.41, 4.91],
    [1.417, 4.99],
  ])('%d times the price: a surplus of %d is no item', async (share, surplus) => {
    const { who, orderId, listed } = await paid(share)
    expect(await stateOf(orderId, who)).toMatchObject({ activated: true, amount_surplus: surplus })
    expect(await listed('')).toMatchObject({ amount_surplus: surplus, review: null })
  })
})

test('revenue leaves out what the provider refunded, and names it', async () => {
  const figures = async () =>
    (await read('/api/admin/payments/dashboard')).json<{
      cryptoStatistics: { total_revenue: number; total_refunded: number; completed_payments: number }
    }>().cryptoStatistics
  const before = await figures()
  const who = await someone()
  const { order_id: orderId } = await bought(who, 'monthly')
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  await np.send(app, id)
  await payments.settle()
  const active = await figures()
  expect(active.total_revenue - before.total_revenue).toBeCloseTo(24.99)
  expect(active.total_refunded).toBe(before.total_refunded)
  np.move(id, { status: 'refunded' })
  await np.send(app, id)
  await payments.settle()
  const after = await figures()
  expect(after.total_revenue).toBeCloseTo(before.total_revenue)
  expect(after.total_refunded - before.total_refunded).toBeCloseTo(24.99)
  expect(after.completed_payments).toBe(active.completed_payments)
})

test('an admin who names another account for an order with a user reads that it stays', async () => {
  const { who, orderId } = await paid(1)
  const other = await someone()
  const [row] = await kernel.sql<{ paid_payment_id: string }[]>`
    select paid_payment_id from payment_order where order_id = ${orderId}`
  const body = { order_id: orderId, payment_id: row?.paid_payment_id ?? '' }
  const answer = await reconcile(admin, { ...body, email: `${other.username}@example.com` })
  expect(answer.json()).toMatchObject({
    activated: true,
    message: expect.stringContaining('L’ordine resta del suo utente'),
  })
  const own = await reconcile(admin, { ...body, email: `${who.username}@example.com` })
  expect(own.json<{ message: string }>().message).not.toContain('L’ordine resta')
})
