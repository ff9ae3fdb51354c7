import { afterAll, afterEach } from 'vitest'
import { ProviderError, type CheckoutRequest, type PaymentProvider } from '../provider.ts'
import { createNowPayments } from '../server/provider/nowpayments/provider.ts'
import type { Timing } from '../server/provider/nowpayments/transport.ts'
import { quick, startNowPayments, type NowPaymentsStandIn } from './nowpayments-stand-in.ts'

/** The product's adapter at a stand-in. Each test makes its own, since pauses and circuit breakers belong to one adapter. */
export function adapterAt(np: NowPaymentsStandIn, timing: Partial<Timing> = {}): PaymentProvider {
  const {
    NOWPAYMENTS_API_KEY: apiKey = '',
    NOWPAYMENTS_EMAIL: email = '',
    NOWPAYMENTS_PASSWORD: password = '',
  } = np.env
  return createNowPayments(
    { apiUrl: np.url, apiKey, ipnSecret: np.secret, login: { email, password }, payout: 'usdtbsc' },
    { ...quick, ...timing },
  )
}

/** A stand-in for the tests of one file: none finds what another left. Called at the top of it. */
export async function standInAlone(): Promise<NowPaymentsStandIn> {
  const np = await startNowPayments()
  afterEach(() => {
    np.recover()
    for (const key of Object.keys(np.options)) delete np.options[key as keyof typeof np.options]
    for (const id of np.payments.keys()) np.remove(id)
  })
  afterAll(() => np.close())
  return np
}

export const soon = () => ({ signal: AbortSignal.timeout(20_000) })

let orders = 0

/** A checkout of Basic monthly under an order id of its own. */
export const checkoutRequest = (): CheckoutRequest => ({
  orderId: `TT-${String(++orders).padStart(26, '0')}`,
  priceCents: 1199,
  currency: 'usd',
  description: 'Basic Leaderboard, mensile',
  notifyUrl: 'https://toptrader.example/api/crypto/ipn',
  successUrl: 'https://toptrader.example/?view=payment',
  cancelUrl: 'https://toptrader.example/?view=payment',
})

/** @throws where the call succeeds, or fails with anything but a ProviderError */
export async function providerErrorOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw error
  return error
}
