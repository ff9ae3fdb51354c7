import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { ProviderError, type PaymentProvider, type ProviderFault, type ProviderPayment } from '../../provider.ts'
import { alertDaily } from '../settlement/messages.ts'
import { noteAnswer, noteFailure, noteSuccess } from './health-queries.ts'
import { isStopped } from './stopped.ts'
import { askWitness } from './witness.ts'

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

/**
 * A provider whose every call leaves its trace in `provider_health`, so that all instances and the admins know how it behaves. A key
 * that is refused, about one payment and about what it is compared with as well, stops our questions for a quarter of an hour and calls
 * the admins once a day; buyers' checkouts still go through, and the first one that works ends the pause. A refused dashboard login calls them as well, and stops lists alone: how long is the
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

  async function failed(
    error: unknown,
    signal: AbortSignal,
    refused: keyof typeof refusals | 'payment',
  ): Promise<void> {
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
        fault: isLogin ? 'login_refused' : refused === 'payment' ? 'refused' : error.kind,
      })
      if (error.kind !== 'misconfigured' || refused === 'payment') return
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

  async function answered(askedAt: number): Promise<void> {
    const now = instantText(Math.floor(kernel.clock.now()))
    await noteAnswer(kernel.sql, provider.name, { at: instantText(askedAt), now })
  }

  const readPayment: PaymentProvider['readPayment'] = async (paymentId, options) => {
    admit()
    const askedAt = Math.floor(kernel.clock.now())
    let payment: ProviderPayment | null
    try {
      payment = await provider.readPayment(paymentId, options)
    } catch (error) {
      const isAsked = error instanceof ProviderError && error.asked
      if (isAsked && answers.has(error.kind)) await answered(askedAt)
      const isRefused = isAsked && error.kind === 'misconfigured'
      const isOfOne = isRefused && options.comparing !== true && !(await isRefusedElsewhere(paymentId, options.signal))
      await failed(error, options.signal, isOfOne ? 'payment' : 'key')
      throw error
    }
    // Whatever it says: the provider's silence about every other payment ends, before this is taken in.
    await answered(askedAt)
    await succeeded()
    return payment
  }

  /** The provider may refuse to tell of one payment alone: that stops nothing. */
  async function isRefusedElsewhere(paymentId: string, signal: AbortSignal): Promise<boolean> {
    return (await askWitness(kernel, { ...provider, readPayment }, paymentId, signal)) === 'refuses'
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
    readPayment,
    ping: ({ signal }) => question(signal, () => provider.ping({ signal })),
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
