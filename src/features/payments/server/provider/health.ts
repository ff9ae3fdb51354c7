import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { ProviderError, ProviderErrorKind } from '../../provider.ts'
import { alertDaily } from '../messages.ts'
import { saveFailure, saveSuccess } from './health-queries.ts'

/** Successes in a row are written at most this often. Milliseconds. */
const successEveryMs = MINUTE_MS

/** Errors with which the provider answers properly: the request itself was wrong. */
const answers: ReadonlySet<ProviderErrorKind> = new Set(['refused', 'below_minimum'])

/** The credentials of a call: the key alone, or the dashboard login too. */
export type Credentials = 'key' | 'login'

interface Alert {
  cause: string
  subject: string
  body: string
}

const keyRefused: Alert = {
  cause: 'misconfigured:key',
  subject: 'TopTrader: il fornitore di pagamenti rifiuta la nostra chiave',
  body: [
    'Il fornitore di pagamenti rifiuta la chiave configurata: nessuno può pagare e nulla può essere verificato.',
    'Controlla NOWPAYMENTS_API_KEY nelle impostazioni del server.',
    'Il server riprova ogni minuto.',
  ].join('\n'),
}

const loginRefused: Alert = {
  cause: 'misconfigured:login',
  subject: 'TopTrader: il fornitore di pagamenti rifiuta l’accesso al pannello',
  body: [
    'Il fornitore di pagamenti rifiuta l’accesso con cui si elencano i pagamenti. Pagare e attivare i piani funziona, ma un pagamento di cui si perde la notifica non si ritrova.',
    'Controlla NOWPAYMENTS_EMAIL e NOWPAYMENTS_PASSWORD nelle impostazioni del server.',
    'Il server riprova ogni 5 minuti.',
  ].join('\n'),
}

const redirected: Alert = {
  cause: 'redirected',
  subject: 'TopTrader: il fornitore di pagamenti rimanda a un altro indirizzo',
  body: [
    'Il fornitore di pagamenti rimanda le nostre richieste a un altro indirizzo, che non seguiamo perché porterebbe là la chiave: nulla può essere verificato.',
    'Controlla NOWPAYMENTS_API_URL nelle impostazioni del server.',
    'Il server riprova ogni minuto.',
  ].join('\n'),
}

/** Records how the provider behaves, for all instances. Alerts the admins once a day where they alone can help. */
export function createHealth(kernel: Kernel, provider: string) {
  let lastSaved = 0
  let failing = true

  async function unlessAway(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      kernel.log.warn({ err: error }, 'how the provider behaves was not recorded')
    }
  }

  async function succeeded(): Promise<void> {
    const now = Math.floor(kernel.clock.now())
    if (!failing && now - lastSaved < successEveryMs) return
    failing = false
    lastSaved = now
    await unlessAway(() => saveSuccess(kernel.sql, provider, instantText(now)))
  }

  async function failed(error: ProviderError, credentials: Credentials): Promise<void> {
    if (!error.sent) return
    if (answers.has(error.kind)) return succeeded()
    failing = true
    kernel.log.warn({ provider, kind: error.kind, reason: error.message }, 'the payment provider failed')
    const alert = alertOf(error, credentials)
    await unlessAway(async () => {
      const now = Math.floor(kernel.clock.now())
      const kind = alert === loginRefused ? 'login_refused' : error.kind
      await saveFailure(kernel.sql, provider, { at: instantText(now), kind })
      if (alert !== null) {
        await alertDaily(kernel.sql, kernel, { ...alert, cause: `${alert.cause}:${provider}`, at: now })
      }
    })
  }

  return { succeeded, failed }
}

function alertOf({ kind }: ProviderError, credentials: Credentials): Alert | null {
  if (kind === 'redirected') return redirected
  if (kind !== 'misconfigured') return null
  return credentials === 'login' ? loginRefused : keyRefused
}
