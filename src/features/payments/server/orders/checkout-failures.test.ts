import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { checkoutsLimit, ordersLimit, refusedMs } from './checkout.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { serveBuyers, buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, buy, bought, someone, order, ordersOf, invoicesOf, grantsOf, payments } = scene

const unavailable = {
  detail: 'URL pagamento non disponibile. Riprova tra qualche minuto.',
  error_type: 'PAYMENT_URL_UNAVAILABLE',
}

describe('a provider that fails', () => {
  test.each(['html', 'reset', 'truncated', 'hang', 'huge', 500, 503] as const)(
    'case 50: %s at the creation is 502, and the next try pays the same order',
    async (failure) => {
      const anna = await someone()
      np.fail('invoice', failure, 1)
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

  test('case 50: 429 at the creation is repeated once, nothing having been made; 429 again is 502', async () => {
    const anna = await someone()
    np.fail('invoice', 429, 1)
    expect((await buy(anna)).statusCode).toBe(201)
    const bruno = await someone()
    np.fail('invoice', 429, 2)
    const before = np.count('POST /invoice')
    expect((await buy(bruno)).statusCode).toBe(502)
    expect(np.count('POST /invoice') - before).toBe(2)
    expect((await buy(bruno)).statusCode).toBe(201)
    expect(await ordersOf(bruno)).toHaveLength(1)
  })

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
    np.fail('invoice', 'lost', 1)
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
    np.fail('invoice', 500, 1)
    expect((await buy(anna)).statusCode).toBe(502)
    const [{ order_id: orderId } = { order_id: '' }] = await ordersOf(anna)
    try {
      kernel.clock.set(start + 59 * MINUTE_MS)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'creating' })
      kernel.clock.set(start + 61 * MINUTE_MS)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'dead', status: 'expired', next_check_at: null })
    } finally {
      kernel.clock.set(start)
    }
  })

  test('a refusal ends the order, the next try is a new one', async () => {
    const anna = await someone()
    np.fail(
      'invoice',
      { status: 400, body: { status: false, statusCode: 400, code: 'INVALID_REQUEST_PARAMS', message: 'no' } },
      1,
    )
    const answer = await buy(anna)
    expect(answer.statusCode).toBe(502)
    const refusedFor = (minutes: string) =>
      `${unavailable.detail} Il fornitore rifiuta per ora questo pagamento: riprova tra ${minutes}, o scegli subito una valuta qui.`
    expect(answer.json()).toMatchObject({ ...unavailable, detail: refusedFor('5 minuti') })
    const [refused] = await ordersOf(anna)
    expect(refused).toMatchObject({ state: 'dead', status: 'failed' })
    // A plan and coin that the provider just refused are not requested again, and make no order.
    const before = np.count('POST /invoice')
    const start = kernel.clock.now()
    try {
      kernel.clock.advance(refusedMs - 59_000)
      const again = await buy(anna)
      expect(again.json()).toMatchObject({ ...unavailable, detail: refusedFor('1 minuto') })
      expect(again.headers['retry-after']).toBe('59')
      expect(await ordersOf(anna)).toHaveLength(1)
      expect(np.count('POST /invoice')).toBe(before)
      kernel.clock.advance(59_000)
      expect((await bought(anna)).order_id).not.toBe(refused?.order_id)
    } finally {
      kernel.clock.set(start)
    }
  })

  test('a refused coin is requested once in five minutes, however often it is clicked; other coins go on', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna, 'monthly')
    np.fail(
      'invoice',
      { status: 400, body: { status: false, code: 'BAD_REQUEST', message: 'Currency eth is not convertable' } },
      1,
    )
    const before = np.count('POST /invoice')
    for (let click = 0; click < 20; click++) {
      const answer = await buy(anna, 'monthly', { pay_currency: 'eth' })
      expect(answer.statusCode).toBe(502)
      expect(answer.json<{ detail: string }>().detail).toMatch(
        /in questa valuta: riprova tra 5 minuti, o subito con un’altra/,
      )
    }
    expect(np.count('POST /invoice') - before).toBe(1)
    expect((await bought(anna, 'monthly', { pay_currency: 'ltc' })).order_id).toBe(orderId)
  })

  test('pages that were requested in vain count as well: thirty an hour, also concurrently', async () => {
    const own = createPayments(kernel, configuredNowPayments(kernel, quick))
    const ownApp = await serveBuyers(kernel, own)
    const anna = await someone()
    await bought(anna, 'monthly', {})
    np.fail('invoice', 500)
    const before = np.count('POST /invoice')
    const coins = Array.from({ length: 50 }, (_, place) => `coin${place}`)
    const answers = await Promise.all(coins.map((coin) => buy(anna, 'monthly', { pay_currency: coin }, ownApp)))
    expect(np.count('POST /invoice') - before).toBe(checkoutsLimit.times - 1)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(50 - checkoutsLimit.times + 1)
    np.recover()
    await own.close()
  })

  test('a pause that the provider demands is respected, and clicks in it cost the buyer nothing', async () => {
    const own = createPayments(kernel, configuredNowPayments(kernel, quick))
    const ownApp = await serveBuyers(kernel, own)
    const anna = await someone()
    np.fail('invoice', { status: 429, body: {}, headers: { 'retry-after': '60' } }, 1)
    const before = np.count('POST /invoice')
    for (let click = 0; click < 40; click++) {
      const answer = await buy(anna, 'monthly', {}, ownApp)
      expect(answer.statusCode).toBe(502)
    }
    expect(np.count('POST /invoice') - before).toBe(1)
    expect((await buy(anna, 'monthly')).statusCode).toBe(201)
    await own.close()
  })

  test('while our key is refused the buyer loses no attempt: the order waits', async () => {
    const own = createPayments(kernel, configuredNowPayments(kernel, quick))
    const ownApp = await serveBuyers(kernel, own)
    const anna = await someone()
    np.fail('invoice', 'wrong_key')
    for (let click = 0; click < 12; click++) expect((await buy(anna, 'monthly', {}, ownApp)).statusCode).toBe(502)
    expect(await ordersOf(anna)).toMatchObject([{ state: 'creating' }])
    np.recover()
    await expect.poll(async () => (await buy(anna, 'monthly', {}, ownApp)).statusCode, { timeout: 5_000 }).toBe(201)
    expect(await ordersOf(anna)).toMatchObject([{ state: 'open' }])
    await own.close()
  })

  test('orders that never got a page do not count for the ten of an hour', async () => {
    const anna = await someone()
    const start = kernel.clock.now()
    try {
      for (let made = 0; made < ordersLimit.times; made++) {
        np.fail('invoice', { status: 400, body: { status: false, code: 'BAD_REQUEST', message: 'no' } }, 1)
        expect((await buy(anna)).statusCode).toBe(502)
        kernel.clock.advance(refusedMs)
      }
      expect(await ordersOf(anna)).toHaveLength(ordersLimit.times)
      expect((await buy(anna)).statusCode).toBe(201)
    } finally {
      kernel.clock.set(start)
    }
  })

  test('an invoice that belongs to another order is refused', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { payment_id: invoice, order_id: orderId } = await bought(anna)
    np.options.invoiceAnswer = { id: invoice }
    try {
      expect((await buy(bruno)).json()).toMatchObject(unavailable)
    } finally {
      delete np.options.invoiceAnswer
    }
    expect(await invoicesOf(orderId)).toHaveLength(1)
    expect(await ordersOf(bruno)).toMatchObject([{ state: 'creating' }])
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

  test('a server that stops answers waiting requests', async () => {
    const anna = await someone()
    const patient = createPayments(kernel, configuredNowPayments(kernel, { ...quick, timeoutMs: 20_000 }))
    const stopping = await serveBuyers(kernel, patient)
    np.fail('invoice', 'hang', 1)
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
