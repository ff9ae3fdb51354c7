import type { Kernel } from '#server/kernel.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import type { PaymentProvider } from '../../provider.ts'
import { createNowPayments } from './nowpayments/provider.ts'
import type { Timing } from './nowpayments/transport.ts'

/**
 * NOWPayments as the settings describe it. One for each process: its pauses and its circuit breakers belong to it.
 * @param timing in place of its own pauses
 * @throws StartupError where its key is missing
 */
export function configuredNowPayments({ config }: Pick<Kernel, 'config'>, timing?: Timing): PaymentProvider {
  const { NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = config
  if (apiKey === undefined) throw new StartupError('NOWPAYMENTS_API_KEY: manca, e PAYMENTS_PROVIDER è nowpayments.')
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
