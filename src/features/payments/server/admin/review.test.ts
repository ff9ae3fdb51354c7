import { describe, expect, test } from 'vitest'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { ProviderPayment } from '../../provider.ts'
import { applySnapshot } from '../settlement/settle.ts'
import { adminScene, ids } from '../testing/admin-scene.ts'

const scene = await adminScene()
const { kernel, admin, buyer, list, detail, dashboard, acknowledge, unacknowledge, order, payment, invoice, coin } =
  scene
const { sql, clock } = kernel

const inReview = async () => ids(await list('?filter=review'))

/** Applies the provider's report of a payment, as a notification or an answer is applied. */
const report = (orderId: string, change: Partial<ProviderPayment>) =>
  applySnapshot(
    kernel,
    { name: 'nowpayments' },
    {
      providerPaymentId: '1',
      providerInvoiceId: '900',
      parentPaymentId: null,
      orderId,
      status: 'finished',
      rawStatus: change.status ?? 'finished',
      price: { amount: '11.99', currency: 'usd' },
      asked: '11.99',
      received: '11.99',
      coin: 'usdtbsc',
      ...change,
    },
    { source: 'reading', at: clock.now() },
  )

async function paidOrder(): Promise<string> {
  await scene.erase()
  const id = await order({ trader: buyer })
  await invoice(id, '900')
  await report(id, {})
  expect(await detail(id)).toMatchObject({ payment: { activated: true, review: null, review_mark: null } })
  return id
}

describe('the sum of deposits in more', () => {
  test('case 36: names how much of the amount asked arrived in all, so that complete is distinguished from short', async () => {
    await scene.erase()
    await coin('usdtbsc', { name: 'Tether', symbol: 'USDT', network: 'BNB Smart Chain (BEP20)' })
    const id = await order({ trader: buyer, plan: 'basic_annual' })
    await invoice(id, '900')
    const price = { amount: '79.90', currency: 'usd' }
    await report(id, { status: 'partially_paid', price, asked: '79.95', received: '47.97' })
    expect((await detail(id)).payment.review).toBeNull()
    const deposit = { providerPaymentId: '2', parentPaymentId: '1', price }
    await report(id, { ...deposit, asked: '20.13', received: '20.13' })
    const short = 'Insieme sono arrivati 68,10 di 79,95\u00a0USDT.'
    const found = await detail(id)
    expect(found.payment).toMatchObject({ activated: false, coin_name: 'USDT, BNB Smart Chain (BEP20)' })
    expect(found.payment.review).toEqual({
      code: 'child_payment',
      text: expect.stringMatching(new RegExp(`Assegna giorni o rimborsa\\. ${short}$`)) as string,
    })
    expect(found.payments.map(({ review }) => review?.text)).toEqual([undefined, expect.stringContaining(short)])
    await report(id, { ...deposit, providerPaymentId: '3', asked: '11.85', received: '11.85' })
    const [row] = (await list('?filter=review')).payments
    expect(row?.review?.text).toContain('Insieme sono arrivati 79,95 di 79,95\u00a0USDT.')
    expect(row?.activated).toBe(false)
  })

  test('case 37: a deposit in another coin is named beside the sum', async () => {
    await scene.erase()
    await coin('ltc', { name: 'Litecoin', symbol: 'LTC', network: 'Litecoin' })
    const id = await order({ trader: buyer, state: 'underpaid', status: 'partially_paid' })
    await payment('1', { order: id, status: 'partially_paid', asked: '11.99', received: '5.25' })
    await payment('2', { order: id, parent: '1', review: 'child_payment', coin: 'ltc', received: '0.0312' })
    expect((await detail(id)).payment.review?.text).toContain(
      'Insieme sono arrivati 5,25 di 11,99\u00a0USDTBSC, più 0,0312\u00a0LTC.',
    )
  })
})

describe('marking as looked at', () => {
  test('takes an active order off the review list, stores who, when and why, and can be undone', async () => {
    const id = await paidOrder()
    clock.advance(MINUTE_MS)
    await report(id, { providerPaymentId: '2' })
    expect(await inReview()).toEqual([id])
    expect((await dashboard()).cryptoStatistics.review).toBe(1)
    const answer = await acknowledge(id, { note: '  Rimborsato il secondo.\nGrazie ' })
    expect(answer.json()).toEqual({ message: 'Segnato come verificato.', order_id: id })
    expect(await inReview()).toEqual([])
    expect((await dashboard()).cryptoStatistics.review).toBe(0)
    expect((await detail(id)).payment).toMatchObject({
      activated: true,
      review: { code: 'paid_twice' },
      reviewed: {
        at: new Date(clock.now()).toISOString(),
        by: admin.username,
        note: 'Rimborsato il secondo.\nGrazie',
        holds: true,
      },
    })
    const lines = () => sql<{ action: string; actor: string; subject: string; details: { note?: string } }[]>`
      select action, actor, subject, details from audit_log where action like 'payment.%acknowledge' order by audit_id`
    expect(await lines()).toMatchObject([
      {
        action: 'payment.acknowledge',
        actor: admin.trader_id,
        subject: buyer.trader_id,
        details: { order_id: id, code: 'paid_twice' },
      },
    ])
    for (let time = 0; time < 2; time++) expect((await unacknowledge(id)).statusCode).toBe(200)
    expect(await inReview()).toEqual([id])
    expect((await detail(id)).payment.reviewed).toBeNull()
    expect(await lines()).toHaveLength(2)
    // The note can be deleted later. The log cannot, so it never contains the note.
    expect(JSON.stringify(await lines())).not.toContain('Rimborsato')
    expect(await auditBrokenAt(sql)).toBeNull()
  })

  test('holds while the same message repeats, and ends with another reason or with money', async () => {
    const id = await paidOrder()
    await report(id, { providerPaymentId: '2', status: 'partially_paid', parentPaymentId: '1', received: '3' })
    const looked = () => acknowledge(id, { note: 'Visto' })
    await looked()
    clock.advance(HOUR_MS)
    // The nightly reconciliation reads everything again. A page that is opened brings no money.
    await report(id, { providerPaymentId: '2', status: 'partially_paid', parentPaymentId: '1', received: '3' })
    await report(id, {})
    await report(id, { providerPaymentId: '3', status: 'waiting', received: '0' })
    expect(await inReview()).toEqual([])
    await report(id, { providerPaymentId: '2', status: 'finished', parentPaymentId: '1', received: '8' })
    expect(await inReview()).toEqual([id])
    expect((await detail(id)).payment.reviewed).toMatchObject({ note: 'Visto', holds: false })
    await looked()
    expect(await inReview()).toEqual([])
    await report(id, { status: 'refunded' })
    expect(await inReview()).toEqual([id])
    await looked()
    await report(id, { providerPaymentId: '3', status: 'confirming', received: '11.99' })
    expect(await inReview()).toEqual([id])
  })

  test('is accepted for the shown mark alone, and only where there is one', async () => {
    const id = await paidOrder()
    expect((await acknowledge(id, { note: 'Nulla' })).statusCode).toBe(409)
    await report(id, { providerPaymentId: '2' })
    const seen = (await detail(id)).payment.review_mark ?? ''
    await report(id, { providerPaymentId: '3' })
    const late = await acknowledge(id, { note: 'Visto', seen })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ detail: expect.stringContaining('rileggi il pagamento') })
    expect(await inReview()).toEqual([id])
    const now = (await detail(id)).payment.review_mark ?? ''
    expect((await acknowledge(id, { note: 'Visto', seen: now })).statusCode).toBe(200)
    expect(await inReview()).toEqual([])
  })

  test.each([
    ['an order of ours', () => paidOrder().then(async (id) => (await report(id, { providerPaymentId: '2' }), id))],
    [
      'payments of an unknown order',
      async () => {
        await scene.erase()
        await payment('80', { claimed: 'shop-8', status: 'confirming', received: '1' })
        return 'shop-8'
      },
    ],
  ])('of %s at the same moment is one review, the others are refused', async (_name, make) => {
    const id = await make()
    const notes = Array.from({ length: 6 }, (_, index) => `Nota ${index}`)
    const answers = await Promise.all(notes.map((note) => acknowledge(id, { note })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    const first = notes[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      error_type: 'CONFLICT',
      detail: 'È già segnato come verificato: rileggi il pagamento con la sua nota.',
    })
    expect((await detail(id)).payment.reviewed).toMatchObject({ note: first, holds: true })
    // A review that was undone can be made again.
    await unacknowledge(id)
    expect((await acknowledge(id, { note: 'Di nuovo' })).statusCode).toBe(200)
  })

  test('takes payments of orders that we do not know, too', async () => {
    await scene.erase()
    await payment('70', { claimed: 'shop-1', status: 'confirming', received: '1' })
    await payment('71', { claimed: 'shop-1', status: 'waiting', received: '0' })
    expect((await acknowledge('shop-1', { note: 'Di un altro negozio' })).statusCode).toBe(200)
    expect(await inReview()).toEqual([])
    expect(ids(await list('?filter=review&q=71'))).toEqual([])
    expect(ids(await list('?filter=orphans'))).toEqual(['shop-1'])
    expect((await dashboard()).cryptoStatistics).toMatchObject({ review: 0, orphans: 1 })
    await payment('72', { claimed: 'shop-1', status: 'finished' })
    expect(await inReview()).toEqual(['shop-1'])
  })

  test.each([{}, { note: '  ' }, { note: 'x'.repeat(501) }, { note: 'a\u202eb' }])('needs a note: %o', async (body) => {
    expect((await acknowledge('x', body)).statusCode).toBe(422)
  })

  test('a review of an unknown order is 404', async () => {
    for (const answer of [await acknowledge('TT-0', { note: 'x' }), await unacknowledge('TT-0')]) {
      expect(answer.statusCode).toBe(404)
    }
  })
})
