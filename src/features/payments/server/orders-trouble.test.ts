import { describe, expect, test } from 'vitest'
import { quick } from '../testing/nowpayments-stand-in.ts'
import { createProvider } from './provider.ts'
import { createPayments } from './service.ts'
import { serveTill, tillScene } from './testing/till.ts'

const scene = await tillScene()
const { np, kernel, app, buy, bought, someone, order, ordersOf, grantsOf, payments } = scene

const unavailable = {
  detail: 'URL pagamento non disponibile. Riprova tra qualche minuto.',
  error_type: 'PAYMENT_URL_UNAVAILABLE',
}

describe('a provider in trouble', () => {
  test.each(['html', 'reset', 'truncated', 'hang', 'huge', 500, 503, 429] as const)(
    'case 50: %s at the creation is 502, and the next try pays the same order',
    async (fault) => {
      const anna = await someone()
      np.fault('invoice', fault, 1)
      const answer = await buy(anna)
      expect(answer.statusCode).toBe(502)
      expect(answer.json()).toMatchObject(unavailable)
      const [created, ...more] = await ordersOf(anna)
      expect(more).toEqual([])
      expect(created).toMatchObject({ state: 'creating', status: 'waiting' })
      np.recover()
      // The adapter may have opened its circuit by now.
      await expect.poll(async () => (await buy(anna)).statusCode, { timeout: 5_000 }).toBe(201)
      expect(await ordersOf(anna)).toMatchObject([{ order_id: created?.order_id, state: 'open' }])
    },
  )

  test('case 50: nothing listens: 502, and the order waits', async () => {
    const anna = await someone()
    await np.down()
    const answer = await buy(anna)
    await np.up()
    expect(answer.statusCode).toBe(502)
    expect(await ordersOf(anna)).toMatchObject([{ state: 'creating' }])
    await expect.poll(async () => (await buy(anna)).statusCode, { timeout: 5_000 }).toBe(201)
  })

  test('case 51: the answer was lost after the creation: the second try pays the same order, both pages activate it once', async () => {
    const anna = await someone()
    np.fault('invoice', 'lost', 1)
    expect((await buy(anna)).statusCode).toBe(502)
    const [{ order_id: orderId } = { order_id: '' }] = await ordersOf(anna)
    const lost = np.invoiceOf(orderId)?.id ?? ''
    expect(lost).not.toBe('')
    const second = await bought(anna)
    expect(second.order_id).toBe(orderId)
    expect(second.payment_id).not.toBe(lost)

    const late = np.pay(lost, { status: 'finished' })
    expect(await np.send(app, late)).toBe(200)
    const usual = np.pay(second.payment_id, { status: 'finished' })
    expect(await np.send(app, usual)).toBe(200)
    await payments.settle()
    expect(await order(orderId)).toMatchObject({ state: 'paid', activated: true })
    expect(await grantsOf(anna)).toHaveLength(1)
  })

  test('an order that never got its page is dead after an hour', async () => {
    const anna = await someone()
    const start = kernel.clock.now()
    np.fault('invoice', 500, 1)
    expect((await buy(anna)).statusCode).toBe(502)
    const [{ order_id: orderId } = { order_id: '' }] = await ordersOf(anna)
    try {
      kernel.clock.set(start + 59 * 60_000)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'creating' })
      kernel.clock.set(start + 61 * 60_000)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'dead', status: 'expired', next_check_at: null })
    } finally {
      kernel.clock.set(start)
    }
  })

  test('a refusal ends the order, the next try is a new one', async () => {
    const anna = await someone()
    np.fault(
      'invoice',
      { status: 400, body: { status: false, statusCode: 400, code: 'INVALID_REQUEST_PARAMS', message: 'no' } },
      1,
    )
    const answer = await buy(anna)
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject(unavailable)
    const [refused] = await ordersOf(anna)
    expect(refused).toMatchObject({ state: 'dead', status: 'failed' })
    expect((await bought(anna)).order_id).not.toBe(refused?.order_id)
  })

  test.each([
    ['no page at all', () => null],
    ['a script', () => 'javascript:alert(1)'],
    ['a page elsewhere', (id: string) => `https://nowpayments.io.example.com/payment/?iid=${id}`],
    ['no https', (id: string) => `http://nowpayments.io/payment/?iid=${id}`],
  ])('%s is not handed to the buyer', async (_what, invoiceUrl) => {
    const anna = await someone()
    np.options.invoiceUrl = invoiceUrl
    try {
      const answer = await buy(anna)
      expect(answer.statusCode).toBe(502)
      expect(answer.json()).toMatchObject(unavailable)
    } finally {
      delete np.options.invoiceUrl
    }
  })

  test('a server that stops answers who waits', async () => {
    const anna = await someone()
    const patient = createPayments(kernel, { provider: createProvider(kernel, { ...quick, timeoutMs: 20_000 }) })
    const stopping = await serveTill(kernel, patient)
    np.fault('invoice', 'hang', 1)
    const before = np.count('POST /invoice')
    const answer = buy(anna, 'monthly', {}, stopping)
    await expect.poll(() => np.count('POST /invoice')).toBe(before + 1)
    const startedAt = performance.now()
    await stopping.close()
    expect((await answer).statusCode).toBe(502)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(await ordersOf(anna)).toMatchObject([{ state: 'creating' }])
    np.recover()
    await patient.close()
  })
})
