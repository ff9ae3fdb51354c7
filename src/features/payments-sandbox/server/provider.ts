import { randomInt } from 'node:crypto'
import { isDatabaseAway } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { instantText } from '#shared/dates.ts'
import { amountOfCents } from '#features/payments/decimal.ts'
import { ProviderError, type Coin, type PaymentProvider, type ProviderPayment } from '#features/payments/provider.ts'
import { paymentOf } from '#features/payments/server/provider/nowpayments/normalise.ts'
import { answerBody, verifySandbox } from './bodies.ts'
import { bookedPayments, insertInvoice, type PaymentWithInvoice } from './books.ts'
import { coinOf, sandboxCoins } from './coins.ts'

/** The path of the pay page. */
function payPath(invoiceId: string): string {
  return `/sandbox/pay/${invoiceId}`
}

/** An id of digits, as the real provider's are. It is unique in a demonstration's life. */
export function newSandboxId(): string {
  return String(randomInt(10 ** 12, 10 ** 14))
}

/**
 * The provider that is played by hand, for a developer's machine and for demonstrations: no money moves, everything else is as
 * with the real one (`docs/payments.md` 8). Its books survive a restart.
 * @throws StartupError in production
 */
export function createSandbox(kernel: Kernel): PaymentProvider {
  const { sql, clock, config } = kernel
  if (config.APP_ENV === 'production') {
    throw new StartupError('PAYMENTS_PROVIDER: la sandbox in produzione non è ammessa.')
  }
  return {
    name: 'sandbox',
    canList: true,
    async createCheckout(request, { signal }) {
      signal.throwIfAborted()
      if (request.coin !== undefined) {
        const coin = coinOf(request.coin)
        if (coin === null) throw new ProviderError('refused', `no coin ${request.coin}`)
        if (coin.minimumCents > request.priceCents)
          throw new ProviderError('below_minimum', 'amount is less than minimal')
      }
      const invoiceId = newSandboxId()
      await reading(() =>
        insertInvoice(sql, {
          invoice_id: invoiceId,
          order_id: request.orderId,
          price_amount: amountOfCents(request.priceCents),
          description: request.description,
          pay_currency: request.coin ?? null,
          notify_url: request.notifyUrl,
          success_url: request.successUrl,
          cancel_url: request.cancelUrl,
          created_at: instantText(clock.now()),
        }),
      )
      return { invoiceId, url: config.APP_URL + payPath(invoiceId), paymentId: null }
    },
    verifyNotification: (delivery) => verifySandbox(kernel, delivery),
    async readPayment(paymentId, { signal }) {
      signal.throwIfAborted()
      const [payment] = await reading(() => bookedPayments(sql, { paymentId }))
      return payment === undefined ? null : readBack(payment)
    },
    async *listPayments(query, { signal }) {
      signal.throwIfAborted()
      const which = 'invoiceId' in query ? query : { from: query.from.toISOString(), to: query.to.toISOString() }
      for (const payment of await reading(() => bookedPayments(sql, which))) yield readBack(payment)
    },
    coins: async () =>
      sandboxCoins.map(({ coin, name, symbol, network, needsMemo, minimumCents }): Coin => ({
        coin,
        name,
        symbol,
        network,
        needsMemo,
        minimumCents,
      })),
  }
}

/** Reads an answer by the code that reads the real provider's. */
function readBack(payment: PaymentWithInvoice): ProviderPayment {
  const read = paymentOf(answerBody(payment))
  if (read === null) throw new ProviderError('bad_answer', 'the sandbox wrote no payment')
  return read
}

/** The books are in the product's database. While that is away, the sandbox is a provider that cannot be reached. */
async function reading<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    throw new ProviderError('unreachable', 'database away', { retryable: true, outcomeUnknown: true, cause: error })
  }
}
