import type { Queryable } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { outboxState } from '#server/outbox/outbox.ts'
import { DAY_MS, MINUTE_MS, instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import type { getPaymentsDashboard } from '../../admin-contract.ts'
import type { ProviderClient } from '../../provider.ts'

type Notice = ResponseOf<typeof getPaymentsDashboard>['notices'][number]

/** One or two failures pass by themselves. */
const worryingFailures = 3
/** A stored notification is processed within seconds. */
const unconfirmedMs = 5 * MINUTE_MS

/** Notices for admins about the provider and about mail, the gravest first. */
export async function notices(kernel: Kernel, provider: Pick<ProviderClient, 'name' | 'canList'>): Promise<Notice[]> {
  const { sql, clock, config } = kernel
  const now = Math.floor(clock.now())
  const since = instantText(now - DAY_MS)
  const [refused, unread, unannounced, health, mail] = await Promise.all([
    refusals(sql, since),
    unreadSince(sql, instantText(now - unconfirmedMs)),
    unnotified(sql, provider.name, since),
    healthOf(sql, provider.name),
    outboxState(sql),
  ])
  const found: (Notice | null)[] = [
    refused.forged > 0
      ? {
          code: 'signatures_refused',
          tone: 'danger',
          text: `${format.counted(refused.forged, 'notifica rifiutata', 'notifiche rifiutate')} nelle ultime 24 ore: la firma non è valida. Se sono del fornitore, il segreto delle notifiche non è quello giusto.`,
        }
      : null,
    refused.unsigned > 0
      ? {
          code: 'unsigned_refused',
          tone: 'info',
          text: `${format.counted(refused.unsigned, 'chiamata senza firma rifiutata', 'chiamate senza firma rifiutate')} nelle ultime 24 ore all’indirizzo delle notifiche. Non vengono dal fornitore: non serve fare nulla.`,
        }
      : null,
    refused.unreadable > 0
      ? {
          code: 'notifications_unreadable',
          tone: 'warn',
          text: `${format.counted(refused.unreadable, 'notifica illeggibile rifiutata', 'notifiche illeggibili rifiutate')} nelle ultime 24 ore: il corpo non è quello di un pagamento. Se succede ancora, il fornitore ha cambiato formato: controlla i pagamenti presso di lui.`,
        }
      : null,
    unannounced > 0
      ? {
          code: 'notifications_missing',
          tone: 'danger',
          text: `${format.counted(unannounced, 'pagamento si è mosso', 'pagamenti si sono mossi')} nelle ultime 24 ore senza che arrivasse una notifica. Controlla presso il fornitore l’indirizzo delle notifiche e il loro segreto.`,
        }
      : null,
    unread > 0
      ? {
          code: 'notifications_unread',
          tone: 'danger',
          text: `${format.counted(unread, 'notifica aspetta', 'notifiche aspettano')} da più di 5 minuti di essere lette. Controlla i log del server.`,
        }
      : null,
    healthNotice(health),
    provider.canList
      ? null
      : {
          code: 'listing_off',
          tone: 'warn',
          text: 'Senza l’accesso al pannello del fornitore un ordine di cui è nota solo la richiesta di pagamento non si può riconciliare: contano le notifiche. Imposta NOWPAYMENTS_EMAIL e NOWPAYMENTS_PASSWORD.',
        },
    provider.canList ? nightlyNotice(health, now) : null,
    mailNotice(mail, config.SMTP_URL !== undefined),
    provider.name === 'sandbox'
      ? { code: 'sandbox', tone: 'info', text: 'I pagamenti sono simulati: nessun denaro si muove.' }
      : null,
  ]
  const tones = ['danger', 'warn', 'info'] as const
  return found.filter((notice) => notice !== null).toSorted((a, b) => tones.indexOf(a.tone) - tones.indexOf(b.tone))
}

interface Refused {
  forged: number
  unsigned: number
  /** Bodies without JSON, or without a payment. */
  unreadable: number
}

/** Refused for a bad signature, a missing one, or an illegible body since then. */
async function refusals(sql: Queryable, since: string): Promise<Refused> {
  const rows = await sql<Refused[]>`
    select count(*) filter (where reason = 'bad_signature') as forged,
           count(*) filter (where reason = 'no_signature') as unsigned,
           count(*) filter (where reason = 'bad_body') as unreadable
      from provider_refusal
     where refused_at > ${since}`
  return rows[0] ?? { forged: 0, unsigned: 0, unreadable: 0 }
}

/** Stored before then and not processed yet. */
async function unreadSince(sql: Queryable, before: string): Promise<number> {
  const rows = await sql<{ number: number }[]>`
    select count(*) as number from provider_event where processed_at is null and received_at < ${before}`
  return rows[0]?.number ?? 0
}

/** Payments that changed since then by our own questions alone, where no notification came at all in that time. */
async function unnotified(sql: Queryable, provider: string, since: string): Promise<number> {
  const rows = await sql<{ number: number }[]>`
    select count(*) as number
      from provider_payment
     where provider = ${provider} and first_seen_at > ${since} and notified_at is null
       and status not in ('waiting', 'expired', 'unknown')
       and not exists (select from provider_event where provider = ${provider} and received_at > ${since})`
  return rows[0]?.number ?? 0
}

interface Health {
  last_success_at: string | null
  last_failure_at: string | null
  last_failure: string | null
  failures: number
  last_sweep_at: string | null
  last_sweep_result: string | null
}

async function healthOf(sql: Queryable, provider: string): Promise<Health | null> {
  const rows = await sql<Health[]>`
    select last_success_at, last_failure_at, last_failure, failures, last_sweep_at, last_sweep_result
      from provider_health where provider = ${provider}`
  return rows[0] ?? null
}

function healthNotice(health: Health | null): Notice | null {
  if (health === null || health.last_failure_at === null || health.last_failure === null) return null
  const { last_success_at: success, last_failure_at: failure } = health
  if (success !== null && success >= failure) return null
  if (health.last_failure === 'login_refused') {
    return {
      code: 'login_refused',
      tone: 'warn',
      text: `Il fornitore rifiuta l’accesso al suo pannello (${format.dateTime(failure)}): pagare funziona, ma un pagamento di cui si perde la notifica non si ritrova. Controlla NOWPAYMENTS_EMAIL e NOWPAYMENTS_PASSWORD.`,
    }
  }
  if (health.last_failure.startsWith('misconfigured')) {
    return {
      code: 'provider_misconfigured',
      tone: 'danger',
      text: `Il fornitore rifiuta la nostra chiave (${format.dateTime(failure)}): nessun pagamento si può aprire o controllare. Controlla NOWPAYMENTS_API_KEY.`,
    }
  }
  if (health.failures < worryingFailures) return null
  const from =
    success === null ? 'Il fornitore non ha mai risposto' : `Il fornitore non risponde dal ${format.dateTime(success)}`
  return {
    code: 'provider_failing',
    tone: 'danger',
    text: `${from}: ${format.counted(health.failures, 'tentativo fallito', 'tentativi falliti')}. Gli ordini vengono ricontrollati da soli appena torna.`,
  }
}

/** The nightly run is missing after two nights. Milliseconds. */
const nightlyMs = 2 * DAY_MS

function nightlyNotice(health: Health | null, now: number): Notice | null {
  if (health === null || health.last_sweep_at === null) return null
  if (now - Date.parse(health.last_sweep_at) > nightlyMs) {
    return {
      code: 'sweep_missing',
      tone: 'warn',
      text: `Il confronto notturno con l’elenco del fornitore manca dal ${format.dateTime(health.last_sweep_at)}. Controlla i log del server.`,
    }
  }
  const result = health.last_sweep_result ?? ''
  return result.startsWith('Interrotto')
    ? { code: 'sweep_ended_early', tone: 'warn', text: `Confronto notturno con l’elenco del fornitore. ${result}` }
    : null
}

function mailNotice(mail: Awaited<ReturnType<typeof outboxState>>, isSetUp: boolean): Notice | null {
  if (!isSetUp) {
    if (mail.waiting === 0) return null
    return {
      code: 'mail_waiting',
      tone: 'warn',
      text: `${format.counted(mail.waiting, 'messaggio aspetta', 'messaggi aspettano')} dal ${format.date(mail.oldest)}: l’invio delle email non è configurato (SMTP_URL). Li leggi qui sotto.`,
    }
  }
  if (mail.failing === 0) return null
  return {
    code: 'mail_failing',
    tone: 'danger',
    text: `${format.counted(mail.failing, 'messaggio non parte', 'messaggi non partono')}: il server della posta li rifiuta o non risponde. Li leggi qui sotto; controlla SMTP_URL.`,
  }
}
