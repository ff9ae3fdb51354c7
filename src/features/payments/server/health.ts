import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { ProviderError, type PaymentProvider, type ProviderFault, type ProviderPayment } from '../provider.ts'
import { alertDaily } from './messages.ts'
import { noteAnswer, noteFailure, noteSuccess } from './health-queries.ts'

/** After a refused key nothing is asked for this long: more of the same would only be refused as well. Milliseconds. */
const misconfiguredPauseMs = 15 * 60_000
/** An unbroken row of successes is written at most this often. Milliseconds. */
const successEveryMs = 60_000

/** Faults of the call itself: the provider answered, and as it should. */
const answers: ReadonlySet<ProviderFault> = new Set(['refused', 'below_minimum'])

/** What the admins are told where credentials are refused: those of every call, or those of lists. */
const refusals = {
  key: {
    subject: 'TopTrader: il fornitore di pagamenti rifiuta la nostra chiave',
    body: [
      'Il fornitore di pagamenti rifiuta la chiave configurata: nessuno può pagare e nulla può essere verificato.',
      'Controlla NOWPAYMENTS_API_KEY nelle impostazioni del server.',
      'Il server riprova ogni 15 minuti.',
    ].join('\n'),
  },
  login: {
    subject: 'TopTrader: il fornitore di pagamenti rifiuta l’accesso al pannello',
    body: [
      'Il fornitore di pagamenti rifiuta l’accesso con cui si elencano i pagamenti. Pagare e attivare i piani funziona, ma un pagamento di cui si perde la notifica non si ritrova.',
      'Controlla NOWPAYMENTS_EMAIL e NOWPAYMENTS_PASSWORD nelle impostazioni del server.',
      'Il server riprova ogni 5 minuti.',
    ].join('\n'),
  },
} as const

/** True where a call ended because this server stops; one that took too long says something of the provider. */
export function isStopped(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
}

/**
 * A provider whose every call leaves its trace in `provider_health`, so that all instances and the admins know how it behaves. A key
 * that is refused stops our questions for a quarter of an hour and calls the admins once a day; buyers' checkouts still go through,
 * and the first one that works ends the pause. A refused dashboard login calls them as well, and stops lists alone: how long is the
 * adapter's part.
 */
export function watchProvider(kernel: Kernel, provider: PaymentProvider): PaymentProvider {
  let pausedUntil = 0
  let lastNoted = 0
  let failing = true

  async function note(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      kernel.log.warn({ err: error }, 'how the provider behaves was not noted')
    }
  }

  async function succeeded(): Promise<void> {
    const now = Math.floor(kernel.clock.now())
    pausedUntil = 0
    if (!failing && now - lastNoted < successEveryMs) return
    failing = false
    lastNoted = now
    await note(() => noteSuccess(kernel.sql, provider.name, instantText(now)))
  }

  async function failed(error: unknown, signal: AbortSignal, refused: keyof typeof refusals): Promise<void> {
    if (!(error instanceof ProviderError) || !error.asked || isStopped(signal)) return
    if (answers.has(error.kind)) return succeeded()
    const now = Math.floor(kernel.clock.now())
    failing = true
    if (error.kind === 'misconfigured' && refused === 'key') pausedUntil = now + misconfiguredPauseMs
    kernel.log.warn({ provider: provider.name, kind: error.kind, fault: error.message }, 'the payment provider failed')
    await note(async () => {
      const isLogin = error.kind === 'misconfigured' && refused === 'login'
      await noteFailure(kernel.sql, provider.name, {
        at: instantText(now),
        fault: isLogin ? 'login_refused' : error.kind,
      })
      if (error.kind !== 'misconfigured') return
      await alertDaily(kernel.sql, kernel, {
        ...refusals[refused],
        cause: `misconfigured:${refused}:${provider.name}`,
        at: now,
      })
    })
  }

  async function watched<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call()
      await succeeded()
      return answer
    } catch (error) {
      await failed(error, signal, 'key')
      throw error
    }
  }

  function admit(): void {
    if (kernel.clock.now() < pausedUntil) {
      throw new ProviderError('misconfigured', 'the provider refused our credentials a moment ago', { asked: false })
    }
  }

  /** Whatever the answer about a payment is: it ends the provider's silence about every other one, before it is taken in. */
  async function answering(signal: AbortSignal, call: () => Promise<ProviderPayment | null>) {
    const askedAt = instantText(Math.floor(kernel.clock.now()))
    try {
      const payment = await question(signal, call)
      await noteAnswer(kernel.sql, provider.name, askedAt)
      return payment
    } catch (error) {
      const isAnswer = error instanceof ProviderError && error.asked && answers.has(error.kind)
      if (isAnswer) await noteAnswer(kernel.sql, provider.name, askedAt)
      throw error
    }
  }

  async function question<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    admit()
    return watched(signal, call)
  }

  return {
    name: provider.name,
    canList: provider.canList,
    verifyNotification: (delivery) => provider.verifyNotification(delivery),
    createCheckout: (request, options) => watched(options.signal, () => provider.createCheckout(request, options)),
    readPayment: (paymentId, options) => answering(options.signal, () => provider.readPayment(paymentId, options)),
    coins: (options) => question(options.signal, () => provider.coins(options)),
    async *listPayments(query, options) {
      admit()
      try {
        yield* provider.listPayments(query, options)
      } catch (error) {
        await failed(error, options.signal, 'login')
        throw error
      }
      await succeeded()
    },
  }
}
