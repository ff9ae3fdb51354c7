import type { Kernel } from '#server/kernel.ts'
import { StartFault } from '#server/start-fault.ts'
import type { PaymentProvider } from '../provider.ts'
import { createNowPayments } from './nowpayments/provider.ts'
import type { Timing } from './nowpayments/transport.ts'
import { createSandbox } from './sandbox/provider.ts'

/**
 * The provider that PAYMENTS_PROVIDER names. One for each process: its pauses and its circuit breaker belong to it.
 * @param timing in place of NOWPayments' own pauses
 * @throws StartFault where its key is missing
 */
export function createProvider(kernel: Kernel, timing?: Timing): PaymentProvider {
  const { config } = kernel
  if (config.PAYMENTS_PROVIDER === 'sandbox') return createSandbox(kernel)
  const { NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = config
  if (apiKey === undefined) throw new StartFault('NOWPAYMENTS_API_KEY: manca, e PAYMENTS_PROVIDER è nowpayments.')
  return createNowPayments(
    {
      apiUrl: config.NOWPAYMENTS_API_URL,
      apiKey,
      ipnSecret: config.NOWPAYMENTS_IPN_SECRET ?? null,
      login: email === undefined || password === undefined ? null : { email, password },
      payout: config.NOWPAYMENTS_PAYOUT,
    },
    timing,
  )
}
