import { describe, expect, test } from 'vitest'
import type { ProviderError } from '../../../provider.ts'
import { adapterAt, checkoutRequest, providerErrorOf, soon, standInAlone } from '../../../testing/nowpayments-client.ts'
import type { StandInFailure } from '../../../testing/nowpayments-failures.ts'
import { quick, startNowPayments } from '../../../testing/nowpayments-stand-in.ts'
import { createNowPayments } from './provider.ts'

const np = await standInAlone()

describe('a checkout', () => {
  test('is made with documented fields only, at the order’s price and a floating rate', async () => {
    const request = { ...checkoutRequest(), coin: 'usdtbsc', partialUrl: 'https://toptrader.example/?view=payment' }
    const checkout = await adapterAt(np).createCheckout(request, soon())
    expect(checkout).toEqual({
      invoiceId: np.invoiceOf(request.orderId)?.id,
      url: `${np.url.replace('/v1', '')}/payment/?iid=${checkout.invoiceId}`,
      paymentId: null,
    })
    const sent = np.requests.at(-1)
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      price_amount: 11.99,
      price_currency: 'usd',
      pay_currency: 'usdtbsc',
      ipn_callback_url: request.notifyUrl,
      order_id: request.orderId,
      order_description: request.description,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      partially_paid_url: request.partialUrl,
      is_fixed_rate: false,
      is_fee_paid_by_user: false,
    })
    expect(sent?.headers['x-api-key']).toBe(np.env['NOWPAYMENTS_API_KEY'])
  })

  const failures: [StandInFailure, ProviderError['kind'], boolean][] = [
    [500, 'unreachable', true],
    ['html', 'unreachable', true],
    [429, 'rate_limited', false],
    ['hang', 'timeout', true],
    ['reset', 'unreachable', true],
    ['truncated', 'bad_answer', true],
    ['huge', 'bad_answer', true],
    ['lost', 'unreachable', true],
    ['redirect', 'redirected', false],
    [{ status: 404, body: { message: 'Not found' } }, 'refused', false],
    [
      { status: 400, body: { code: 'BAD_REQUEST', message: 'Currency doge is not convertable to usdtbsc now' } },
      'refused',
      false,
    ],
    [{ status: 400, body: { code: 'AMOUNT_MINIMAL_ERROR', message: 'amountTo is too small' } }, 'below_minimum', false],
    [{ status: 200, body: null }, 'bad_answer', true],
    [{ status: 200, body: [] }, 'bad_answer', true],
    [{ status: 201, body: { id: '1' } }, 'bad_answer', true],
  ]
  test.each(failures)('case 50: is requested once whatever comes back', async (what, kind, outcomeUnknown) => {
    const request = checkoutRequest()
    const before = np.count('POST /invoice')
    np.fail('invoice', what)
    // A busy machine reads a large answer slowly.
    const adapter = adapterAt(np, what === 'hang' ? {} : { timeoutMs: 15_000 })
    expect(await providerErrorOf(adapter.createCheckout(request, soon()))).toMatchObject({ kind, outcomeUnknown })
    // A 429 made no invoice, so the call is repeated once.
    expect(np.count('POST /invoice') - before).toBe(what === 429 ? 2 : 1)
  })

  test('case 50: no server listens: no checkout was made', async () => {
    const away = await startNowPayments()
    await away.close()
    const gone = createNowPayments(
      { apiUrl: away.url, apiKey: 'k', ipnSecret: null, login: null, payout: 'usdtbsc' },
      quick,
    )
    const error = await providerErrorOf(gone.createCheckout(checkoutRequest(), soon()))
    expect(error).toMatchObject({ kind: 'unreachable', outcomeUnknown: false, retryable: true })
  })

  test('case 51: an answer that was lost leaves an invoice of the same order; the second try makes another', async () => {
    const request = checkoutRequest()
    const own = adapterAt(np)
    np.fail('invoice', 'lost', 1)
    expect(await providerErrorOf(own.createCheckout(request, soon()))).toMatchObject({ outcomeUnknown: true })
    const first = np.invoiceOf(request.orderId)
    const second = await own.createCheckout(request, soon())
    expect(first).toBeDefined()
    expect(second.invoiceId).not.toBe(first?.id)
    const ids = [np.pay(first?.id ?? '', { status: 'finished' }), np.pay(second.invoiceId)]
    for (const id of ids) expect((await own.readPayment(id, soon()))?.orderId).toBe(request.orderId)
  })

  test('case 59: below the coin’s minimum it is refused as such', async () => {
    const error = await providerErrorOf(adapterAt(np).createCheckout({ ...checkoutRequest(), coin: 'btc' }, soon()))
    expect(error).toMatchObject({ kind: 'below_minimum', retryable: false, outcomeUnknown: false })
  })

  test.each([
    [null],
    [''],
    ['javascript:alert(1)'],
    ['http://nowpayments.io/payment/?iid=1'],
    ['https://nowpayments.io.evil.example/payment/?iid=1'],
    ['https://evilnowpayments.io/payment/?iid=1'],
    ['https://nowpayments.io@evil.example/payment/?iid=1'],
    ['https://nowpayments.io:8443/payment/?iid=1'],
    ['https://evil.example@nowpayments.io/payment/?iid=1'],
    ['//evil.example/payment'],
    ['/payment/?iid=1'],
  ])('never sends a buyer to %s', async (url) => {
    np.options.invoiceUrl = () => url
    expect(await providerErrorOf(adapterAt(np).createCheckout(checkoutRequest(), soon()))).toMatchObject({
      kind: 'bad_answer',
    })
  })
  test.each(['https://nowpayments.io/payment/?iid=1', 'https://sandbox.nowpayments.io/payment/?iid=1'])(
    'sends a buyer to %s',
    async (url) => {
      np.options.invoiceUrl = () => url
      expect((await adapterAt(np).createCheckout(checkoutRequest(), soon())).url).toBe(url)
    },
  )

  test.each([
    [{ order_id: 'TT-OF-ANOTHER' }],
    [{ order_id: null }],
    [{ price_amount: '11.98' }],
    [{ price_amount: null }],
    [{ price_currency: 'eur' }],
    [{ id: null }],
    [{ id: 2 ** 60 }],
  ])('an answer for another order or price is none: %j', async (changes) => {
    np.options.invoiceAnswer = changes
    expect(await providerErrorOf(adapterAt(np).createCheckout(checkoutRequest(), soon()))).toMatchObject({
      kind: 'bad_answer',
      outcomeUnknown: true,
    })
  })
  test('case 57: ids and price may be numbers or texts, the currency in capitals', async () => {
    np.options.invoiceAnswer = { id: 4522625843, price_amount: 11.99, price_currency: 'USD' }
    expect((await adapterAt(np).createCheckout(checkoutRequest(), soon())).invoiceId).toBe('4522625843')
    np.options.invoiceAnswer = { id: '4522625844', price_amount: '11.9900' }
    expect((await adapterAt(np).createCheckout(checkoutRequest(), soon())).invoiceId).toBe('4522625844')
  })
})

describe('reading a payment', () => {
  test('case 57: answers numbers, and is the payment of the notification', async () => {
    const own = adapterAt(np)
    const request = checkoutRequest()
    await own.createCheckout(request, soon())
    const id = np.pay(request.orderId, { status: 'confirmed', coin: 'eth' })
    const read = await own.readPayment(id, soon())
    const { headers, payload } = np.notification(id)
    const verified = own.verifyNotification({ headers, rawBody: Buffer.from(payload) })
    expect(verified.ok).toBe(true)
    expect({ ...read, raw: null }).toEqual({ ...(verified.ok ? verified.payment : null), raw: null })
    expect(read).toMatchObject({
      orderId: request.orderId,
      status: 'confirmed',
      price: { amount: '11.99', currency: 'usd' },
    })
  })
  test('a 404 of the provider is null; a 404 of a server in front of it is no answer', async () => {
    expect(await adapterAt(np).readPayment('999', soon())).toBeNull()
    expect(await adapterAt(np).readPayment('../invoice', soon())).toBeNull()
    np.fail('payment', 'html404')
    expect(await providerErrorOf(adapterAt(np).readPayment('999', soon()))).toMatchObject({ kind: 'bad_answer' })
    np.recover()
    const id = np.pay(checkoutRequest().orderId)
    np.contradict(id, { payment_id: 12 })
    expect(await providerErrorOf(adapterAt(np).readPayment(id, soon()))).toMatchObject({ kind: 'bad_answer' })
    np.contradict(id, 'missing')
    expect(await adapterAt(np).readPayment(id, soon())).toBeNull()
    np.contradict(id, null)
  })
  test.each<[StandInFailure]>([[500], ['html'], [429], ['reset'], ['truncated'], ['hang']])(
    'is repeated where that may help: %j',
    async (what) => {
      const id = np.pay(checkoutRequest().orderId)
      np.fail('payment', what, 2)
      const own = adapterAt(np, what === 'hang' ? { timeoutMs: 200 } : {})
      expect((await own.readPayment(id, soon()))?.providerPaymentId).toBe(id)
    },
  )
  test('an answer without an end is cut off', async () => {
    np.fail('payment', 'huge')
    const error = await providerErrorOf(adapterAt(np).readPayment('77', soon()))
    expect(error.message).toContain('longer than 4 MB')
  })
  test('is given up after three repetitions', async () => {
    const before = np.count('GET /payment/77')
    np.fail('payment', 503)
    expect(await providerErrorOf(adapterAt(np).readPayment('77', soon()))).toMatchObject({
      kind: 'unreachable',
      retryable: true,
    })
    expect(np.count('GET /payment/77') - before).toBe(4)
  })
  test('is not repeated where it cannot help', async () => {
    for (const what of [{ status: 400, body: { message: 'no' } }, 'wrong_key', 'redirect', 'huge'] as const) {
      const before = np.count('GET /payment/78')
      np.fail('payment', what, 1)
      await providerErrorOf(adapterAt(np).readPayment('78', soon()))
      expect(np.count('GET /payment/78') - before).toBe(1)
    }
  })
  test('ends when the caller gives up', async () => {
    np.fail('payment', 'hang')
    const error = await providerErrorOf(
      adapterAt(np, { timeoutMs: 5_000 }).readPayment('79', { signal: AbortSignal.timeout(50) }),
    )
    expect(error).toMatchObject({ kind: 'timeout', retryable: false })
  })
})
