import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { adapterAt, checkoutRequest, providerErrorOf, soon, standInAlone } from '../../../testing/nowpayments-client.ts'

const np = await standInAlone()

describe('the provider’s pace', () => {
  test('questions are spaced, also concurrent ones', async () => {
    const id = np.pay(checkoutRequest().orderId)
    const own = adapterAt(np, { spacingMs: 100 })
    const from = performance.now()
    await Promise.all([1, 2, 3, 4].map(() => own.readPayment(id, soon())))
    expect(performance.now() - from).toBeGreaterThanOrEqual(295)
  })
  test('a third question in a row is refused, and repeated', async () => {
    np.options.thirdInARow429 = true
    const id = np.pay(checkoutRequest().orderId)
    const own = adapterAt(np)
    const read = await Promise.all([1, 2, 3].map(() => own.readPayment(id, soon())))
    expect(read.map((payment) => payment?.providerPaymentId)).toEqual([id, id, id])
  })
  test('a short pause that it asks for is waited out', async () => {
    const id = np.pay(checkoutRequest().orderId)
    np.fail('payment', { status: 429, body: {}, headers: { 'retry-after': '1' } }, 1)
    const from = performance.now()
    expect(await adapterAt(np).readPayment(id, soon())).not.toBeNull()
    expect(performance.now() - from).toBeGreaterThan(900)
  })
  test('a long one is not: calls meanwhile fail at once', async () => {
    const id = np.pay(checkoutRequest().orderId)
    const own = adapterAt(np)
    np.fail('payment', { status: 429, body: {}, headers: { 'retry-after': '60' } }, 1)
    const from = np.requests.length
    expect(await providerErrorOf(own.readPayment(id, soon()))).toMatchObject({ kind: 'rate_limited', retryable: true })
    expect(await providerErrorOf(own.readPayment(id, soon()))).toMatchObject({ kind: 'rate_limited' })
    // A buyer does not wait either: the checkout fails at once.
    expect(await providerErrorOf(own.createCheckout(checkoutRequest(), soon()))).toMatchObject({
      kind: 'rate_limited',
      sent: false,
      outcomeUnknown: false,
    })
    expect(np.requests.length - from).toBe(1)
  })
  test('a checkout waits out a pause that is over soon', async () => {
    const own = adapterAt(np)
    np.fail('invoice', { status: 429, body: {}, headers: { 'retry-after': '1' } }, 1)
    const from = performance.now()
    expect((await own.createCheckout(checkoutRequest(), soon())).invoiceId).toMatch(/^\d+$/)
    expect(performance.now() - from).toBeGreaterThan(900)
  })
  test('six buyers at once are served one after the other, before questions that wait', async () => {
    np.options.thirdInARow429 = true
    const own = adapterAt(np, { spacingMs: 600 })
    const questions = [1, 2].map(() => own.readPayment(np.pay(checkoutRequest().orderId), soon()))
    const from = performance.now()
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(() => own.createCheckout(checkoutRequest(), soon())))
    expect(performance.now() - from).toBeLessThan(5_000)
    expect(new Set(pages.map(({ invoiceId }) => invoiceId)).size).toBe(6)
    await Promise.all(questions)
  })
  test('urgent questions come before those that wait', async () => {
    const own = adapterAt(np, { spacingMs: 50 })
    const [first = '', second = '', third = '', urgent = ''] = [1, 2, 3, 4].map(() => np.pay(checkoutRequest().orderId))
    const from = np.requests.length
    await Promise.all([
      ...[first, second, third].map((id) => own.readPayment(id, soon())),
      own.readPayment(urgent, { ...soon(), urgent: true }),
    ])
    const sent = np.requests.slice(from).map(({ path }) => path.replace('/payment/', ''))
    expect(sent.indexOf(urgent)).toBeLessThan(sent.indexOf(second))
    expect(sent.toSorted()).toEqual([first, second, third, urgent].toSorted())
  })
  test('failures over several coins stop questions about coins for a while; all other calls go on', async () => {
    const own = adapterAt(np, { breakMs: 500 })
    const id = np.pay(checkoutRequest().orderId)
    np.fail('GET /min-amount', 500)
    expect(await providerErrorOf(own.coins(soon()))).toMatchObject({ kind: 'unreachable', sent: false })
    const from = np.requests.length
    expect(await providerErrorOf(own.coins(soon()))).toMatchObject({ kind: 'unreachable', sent: false })
    expect(np.requests.length).toBe(from)
    expect((await own.readPayment(id, soon()))?.providerPaymentId).toBe(id)
    expect((await own.createCheckout(checkoutRequest(), soon())).invoiceId).toMatch(/^\d+$/)
    expect(await Array.fromAsync(own.listPayments({ invoiceId: '5' }, soon()))).toEqual([])
    np.recover()
    await expect
      .poll(() =>
        own.coins(soon()).then(
          (coins) => coins.length,
          () => 0,
        ),
      )
      .toBeGreaterThan(0)
  })
  test('payments without an answer stop no other one, however many and how often they are read', async () => {
    const own = adapterAt(np, { breakMs: MINUTE_MS })
    const [good = '', ...bad] = [1, 2, 3, 4].map(() => np.pay(checkoutRequest().orderId))
    for (const id of bad) np.fail(`GET /payment/${id}`, 500)
    for (const id of [...bad, ...bad]) await providerErrorOf(own.readPayment(id, soon()))
    expect((await own.readPayment(good, soon()))?.providerPaymentId).toBe(good)
    np.recover()
  })
  test('checkouts that fail stop checkouts alone', async () => {
    const own = adapterAt(np, { breakMs: MINUTE_MS })
    const id = np.pay(checkoutRequest().orderId)
    np.fail('invoice', 500)
    for (let each = 0; each < 5; each++) await providerErrorOf(own.createCheckout(checkoutRequest(), soon()))
    const from = np.requests.length
    expect(await providerErrorOf(own.createCheckout(checkoutRequest(), soon()))).toMatchObject({
      kind: 'unreachable',
      outcomeUnknown: false,
      sent: false,
    })
    expect(np.requests.length).toBe(from)
    expect((await own.readPayment(id, soon()))?.providerPaymentId).toBe(id)
  })
  test('a caller that gives up early says nothing of the provider, one that waited shows that it is slow', async () => {
    const own = adapterAt(np, { timeoutMs: 1_000 })
    np.fail('payment', 'hang')
    const early = own.readPayment('5', { signal: AbortSignal.timeout(100) })
    expect(await providerErrorOf(early)).toMatchObject({ kind: 'timeout', sent: false })
    const late = own.readPayment('5', { signal: AbortSignal.timeout(1_200) })
    expect(await providerErrorOf(late)).toMatchObject({ kind: 'timeout', sent: true })
  })
  test('a caller that gives up in the queue says nothing of the provider', async () => {
    const own = adapterAt(np, { spacingMs: 1_000 })
    const id = np.pay(checkoutRequest().orderId)
    await own.readPayment(id, soon())
    for (let each = 0; each < 6; each++) {
      const error = await providerErrorOf(own.readPayment(id, { signal: AbortSignal.timeout(10) }))
      expect(error).toMatchObject({ kind: 'timeout', outcomeUnknown: false, sent: false })
    }
    expect((await own.readPayment(id, soon()))?.providerPaymentId).toBe(id)
  })
  test('refusals of single orders do not stop the others', async () => {
    const own = adapterAt(np)
    for (let each = 0; each < 6; each++)
      await providerErrorOf(own.createCheckout({ ...checkoutRequest(), coin: 'btc' }, soon()))
    expect((await own.createCheckout(checkoutRequest(), soon())).invoiceId).toMatch(/^\d+$/)
  })
  test('case 52: a refused key is reported as such, never repeated, and after five times not even tried', async () => {
    const own = adapterAt(np, { breakMs: MINUTE_MS })
    np.fail('all', 'wrong_key')
    const from = np.requests.length
    for (let each = 0; each < 9; each++) {
      const call = each % 2 === 0 ? own.readPayment('5', soon()) : own.createCheckout(checkoutRequest(), soon())
      expect(await providerErrorOf(call)).toMatchObject({
        kind: 'misconfigured',
        retryable: false,
        outcomeUnknown: false,
      })
    }
    expect(np.requests.length - from).toBe(5)
    expect(await providerErrorOf(own.readPayment('5', soon()))).toMatchObject({ kind: 'misconfigured', sent: false })
  })
})

test('case 83: no error message carries the key, a secret, a password or a JWT, even where the provider repeats them', async () => {
  const { NOWPAYMENTS_API_KEY: key, NOWPAYMENTS_PASSWORD: password, NOWPAYMENTS_EMAIL: email } = np.env
  const message = `bad ${key} ${np.secret} ${password} ${email} Bearer eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln`
  const errors: unknown[] = []
  for (const what of [
    { status: 400, body: { code: 'BAD', message } },
    { status: 403, body: { message } },
    'reset',
    'hang',
    500,
  ] as const) {
    np.fail('all', what)
    errors.push(await providerErrorOf(adapterAt(np, { timeoutMs: 200 }).createCheckout(checkoutRequest(), soon())))
    errors.push(await providerErrorOf(adapterAt(np, { timeoutMs: 200 }).readPayment('5', soon())))
    errors.push(
      await providerErrorOf(
        Array.fromAsync(adapterAt(np, { timeoutMs: 200 }).listPayments({ invoiceId: '5' }, soon())),
      ),
    )
    np.recover()
  }
  expect(errors).toHaveLength(15)
  for (const error of errors) {
    const { message: text, stack, cause } = error as Error
    const output = `${text} ${stack} ${JSON.stringify(error)} ${JSON.stringify(cause)}`
    for (const secret of [key, np.secret, password, email, 'eyJ']) expect(output).not.toContain(secret)
  }
})
