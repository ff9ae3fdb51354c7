import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adapterAt, checkoutRequest, providerFault, soon } from '../../testing/nowpayments-client.ts'
import { startNowPayments, type NowPaymentsStandIn } from '../../testing/nowpayments-stand-in.ts'

let np: NowPaymentsStandIn
beforeAll(async () => {
  np = await startNowPayments()
  return () => np.close()
})
afterEach(() => {
  np.recover()
  for (const key of Object.keys(np.options)) delete np.options[key as keyof typeof np.options]
  for (const id of np.payments.keys()) np.forget(id)
})

describe('the provider’s pace', () => {
  test('questions are spaced, also those asked at once', async () => {
    const id = np.pay(checkoutRequest().orderId)
    const own = adapterAt(np, { spacingMs: 300 })
    const from = performance.now()
    await Promise.all([1, 2, 3, 4].map(() => own.readPayment(id, soon())))
    expect(performance.now() - from).toBeGreaterThanOrEqual(895)
  })
  test('a third question in a row is refused, and asked again', async () => {
    np.options.thirdInARow429 = true
    const id = np.pay(checkoutRequest().orderId)
    const own = adapterAt(np)
    const read = await Promise.all([1, 2, 3].map(() => own.readPayment(id, soon())))
    expect(read.map((payment) => payment?.providerPaymentId)).toEqual([id, id, id])
  })
  test('a short pause that it asks for is waited out', async () => {
    const id = np.pay(checkoutRequest().orderId)
    np.fault('payment', { status: 429, body: {}, headers: { 'retry-after': '1' } }, 1)
    const from = performance.now()
    expect(await adapterAt(np).readPayment(id, soon())).not.toBeNull()
    expect(performance.now() - from).toBeGreaterThan(900)
  })
  test('a long one is not: whoever asks meanwhile is told at once', async () => {
    const id = np.pay(checkoutRequest().orderId)
    const own = adapterAt(np)
    np.fault('payment', { status: 429, body: {}, headers: { 'retry-after': '60' } }, 1)
    const from = np.requests.length
    expect(await providerFault(own.readPayment(id, soon()))).toMatchObject({ kind: 'rate_limited', retryable: true })
    expect(await providerFault(own.readPayment(id, soon()))).toMatchObject({ kind: 'rate_limited' })
    expect(np.requests.length - from).toBe(1)
    // A buyer is not kept waiting by it.
    expect((await own.createCheckout(checkoutRequest(), soon())).invoiceId).toMatch(/^\d+$/)
  })
  test('after five failures in a row nothing is asked for a while, and then again', async () => {
    const own = adapterAt(np, { breakMs: 2_000 })
    const id = np.pay(checkoutRequest().orderId)
    np.fault('all', 500)
    await providerFault(own.readPayment(id, soon()))
    await providerFault(own.readPayment(id, soon()))
    const from = np.requests.length
    expect(await providerFault(own.readPayment(id, soon()))).toMatchObject({
      kind: 'unreachable',
      outcomeUnknown: false,
    })
    expect(await providerFault(own.createCheckout(checkoutRequest(), soon()))).toMatchObject({
      kind: 'unreachable',
      outcomeUnknown: false,
    })
    expect(np.requests.length).toBe(from)
    np.recover()
    await sleep(2_100)
    expect((await own.readPayment(id, soon()))?.providerPaymentId).toBe(id)
  })
  test('who gives up while waiting for a turn says nothing of the provider', async () => {
    const own = adapterAt(np, { spacingMs: 1_000 })
    const id = np.pay(checkoutRequest().orderId)
    await own.readPayment(id, soon())
    for (let each = 0; each < 6; each++) {
      const fault = await providerFault(own.readPayment(id, { signal: AbortSignal.timeout(10) }))
      expect(fault).toMatchObject({ kind: 'timeout', outcomeUnknown: false })
    }
    expect((await own.readPayment(id, soon()))?.providerPaymentId).toBe(id)
  })
  test('refusals of single orders do not stop the others', async () => {
    const own = adapterAt(np)
    for (let each = 0; each < 6; each++)
      await providerFault(own.createCheckout({ ...checkoutRequest(), coin: 'btc' }, soon()))
    expect((await own.createCheckout(checkoutRequest(), soon())).invoiceId).toMatch(/^\d+$/)
  })
  test('case 52: a refused key is told as such, never repeated, and after five times not even tried', async () => {
    const own = adapterAt(np, { breakMs: 60_000 })
    np.fault('all', 'wrong_key')
    const from = np.requests.length
    for (let each = 0; each < 9; each++) {
      const call = each % 2 === 0 ? own.readPayment('5', soon()) : own.createCheckout(checkoutRequest(), soon())
      expect(await providerFault(call)).toMatchObject({
        kind: 'misconfigured',
        retryable: false,
        outcomeUnknown: false,
      })
    }
    expect(np.requests.length - from).toBe(5)
  })
})

test('case 83: no message of an error carries the key, a secret, a password or a JWT, even where the provider repeats them', async () => {
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
    np.fault('all', what)
    errors.push(await providerFault(adapterAt(np, { timeoutMs: 200 }).createCheckout(checkoutRequest(), soon())))
    errors.push(await providerFault(adapterAt(np, { timeoutMs: 200 }).readPayment('5', soon())))
    errors.push(
      await providerFault(Array.fromAsync(adapterAt(np, { timeoutMs: 200 }).listPayments({ invoiceId: '5' }, soon()))),
    )
    np.recover()
  }
  expect(errors).toHaveLength(15)
  for (const error of errors) {
    const { message: said, stack, cause } = error as Error
    const told = `${said} ${stack} ${JSON.stringify(error)} ${JSON.stringify(cause)}`
    for (const secret of [key, np.secret, password, email, 'eyJ']) expect(told).not.toContain(secret)
  }
})
