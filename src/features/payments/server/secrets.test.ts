import { describe, expect, test } from 'vitest'
import { signedIn } from '#server/testing/people.ts'
import { newOrderId } from './orders/checkout.ts'
import { buyerScene } from './testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, buy, bought, someone, ordersOf, payments } = scene

describe('secrets and ids', () => {
  test('order ids are random, all alike in form and never the same', () => {
    const ids = Array.from({ length: 20_000 }, newOrderId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^TT-[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true)
    // Every letter occurs at each place, so that the id has its full 130 bits.
    for (let place = 3; place < 29; place++) expect(new Set(ids.map((id) => id[place])).size).toBe(32)
  })

  test('case 78: guessed ids find nothing, and do not show whose they are', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId } = await bought(anna)
    const answers = [await scene.statusOf(orderId, bruno), await scene.statusOf(orderId, scene.admin)]
    for (let guess = 0; guess < 200; guess++) answers.push(await scene.statusOf(newOrderId(), bruno))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([404]))
    expect(new Set(answers.map((answer) => answer.json<{ detail: string }>().detail))).toEqual(
      new Set(['Ordine non trovato: controlla il numero.']),
    )
    expect((await app.inject({ method: 'GET', url: `/api/crypto/payment-status/${orderId}` })).statusCode).toBe(401)
    const another = await signedIn(kernel, anna.trader_id)
    expect((await scene.statusOf(orderId, { ...anna, headers: another })).statusCode).toBe(200)
  })

  test('case 83: neither key nor secret nor login stands in a log line or an answer, whatever fails', async () => {
    const anna = await someone()
    const bodies: string[] = []
    for (const failure of ['wrong_key', 'html', 500, 'reset'] as const) {
      np.fail('all', failure, 3)
      bodies.push((await buy(anna)).body)
      const [{ order_id: orderId } = { order_id: '' }] = await ordersOf(anna)
      bodies.push((await scene.reconcile(anna, { order_id: orderId, payment_id: '1' })).body)
      np.recover()
    }
    await payments.settle()
    const [health] = await kernel.sql`select * from provider_health`
    const messages = await kernel.sql`select subject, body from outbox`
    const output = JSON.stringify([kernel.lines, bodies, health, messages])
    const { NOWPAYMENTS_API_KEY: key, NOWPAYMENTS_IPN_SECRET: secret, NOWPAYMENTS_PASSWORD: password } = np.env
    for (const hidden of [key, secret, password]) {
      expect(hidden).toBeTruthy()
      expect(output).not.toContain(hidden)
    }
    // A JWT of the provider begins like this.
    expect(output).not.toMatch(/eyJ[\w-]{10,}\./)
  })
})
