import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import { receiveNotification } from '../../contract.ts'
import type { ProviderClient, Verified } from '../../provider.ts'
import { finishEvent, postponeEvent, storeEvent, storeRefusal, lockEvent, pendingEvents } from './inbox-queries.ts'
import { alertDaily } from '../messages.ts'
import { notifications } from '../metrics.ts'
import { postponeFailed } from '../settlement/failed-items.ts'
import { applyMessage, inTransaction } from '../settlement/settle.ts'
import { observedIn } from '../settlement/snapshot.ts'

/**
 * The provider waits for three seconds. After this time it gets 503 and repeats the notification. One that is stored later counts all the
 * same. Milliseconds.
 */
const answerMs = 1_000
/** Stored refusals of one reason in a minute, and the letters of each: a flood fills no disk. */
const refusalsPerMinute = 10
const excerptLetters = 2_000

/** Receives the provider's notifications: stored before the answer, settled after it. Never calls the provider. */
export function registerNotificationRoute(
  app: FastifyInstance,
  kernel: Kernel,
  payments: { provider: ProviderClient; wake: () => void },
): void {
  const { provider } = payments
  const refuse = refusals(kernel, provider)
  void app.register((scope, _options, done) => {
    // A signature covers the raw bytes: no parser may touch them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', (request, _reply, next) => {
      // The body stays raw bytes, whatever content type the sender declares.
      request.headers['content-type'] = 'application/octet-stream'
      next()
    })
    scope.setErrorHandler((error: Error & { code?: string }) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
        fail('BAD_REQUEST', { detail: 'La notifica supera 64 KB: deve essere più corta.' })
      throw error
    })
    handle(scope, kernel, receiveNotification, async ({ request }) => {
      const rawBody = bytesOf(request)
      const verified = provider.verifyNotification({ headers: headersOf(request), rawBody })
      if (!verified.ok) {
        notifications(kernel).inc({ result: verified.reason })
        if (verified.reason === 'not_configured') fail('UNAVAILABLE')
        await refuse({ reason: verified.reason, rawBody, address: request.ip })
        return fail(verified.reason === 'bad_body' ? 'BAD_REQUEST' : 'NOTIFICATION_REFUSED')
      }
      const { providerPaymentId } = verified.payment
      const stored = storeEvent(kernel.sql, {
        provider: provider.name,
        dedupeKey: verified.dedupeKey,
        paymentId: providerPaymentId,
        rawBody: Buffer.from(rawBody).toString('utf8'),
        snapshot: { providerPaymentId, ...observedIn(verified.payment) },
        at: instantText(Math.floor(kernel.clock.now())),
      })
      // A copy of an older one wakes as well: the server that stored that one may have died before it settled it.
      const woken = stored.then(payments.wake)
      if ((await Promise.race([woken, answerTime()])) === 'late') {
        notifications(kernel).inc({ result: 'late' })
        woken.catch((error: unknown) => kernel.log.warn({ err: error }, 'notification not stored, it will come again'))
        return fail('UNAVAILABLE')
      }
      notifications(kernel).inc({ result: 'stored' })
      return { received: true as const }
    })
    done()
  })
}

/** Resolves once the provider needs its answer. */
function answerTime(): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('late'), answerMs).unref()
  })
}

function bytesOf({ body }: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array()
}

function headersOf({ headers }: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  )
}

type Refusal = Exclude<Extract<Verified, { ok: false }>['reason'], 'not_configured'>

/** The alert of each reason; none for calls without a signature, which anybody can send. */
const alarms: Record<Refusal, string | null> = {
  no_signature: null,
  bad_signature: 'Oggi è arrivata almeno una notifica di pagamento la cui firma non è valida: è stata rifiutata.',
  bad_body: 'Oggi è arrivata almeno una notifica di pagamento che non si legge: è stata rifiutata.',
}

/**
 * Stores refusals within bounds, and alerts the admins once a day, so that they notice a false refusal. Each reason counts by itself: a
 * flood of one hides none of another.
 */
function refusals(kernel: Kernel, provider: ProviderClient) {
  let minute = 0
  const stored = new Map<Refusal, number>()
  return async (refusal: { reason: Refusal; rawBody: Uint8Array; address: string }): Promise<void> => {
    const { reason, rawBody, address } = refusal
    const now = Math.floor(kernel.clock.now())
    const current = Math.floor(now / MINUTE_MS)
    if (current !== minute) stored.clear()
    minute = current
    const count = (stored.get(reason) ?? 0) + 1
    stored.set(reason, count)
    if (count > refusalsPerMinute) return
    const body = Buffer.from(rawBody).toString('utf8').slice(0, excerptLetters).replaceAll('\0', '\uFFFD')
    kernel.log.warn({ provider: provider.name, reason, address }, 'payment notification refused')
    try {
      await storeRefusal(kernel.sql, { provider: provider.name, reason, body, address, at: instantText(now) })
      const alarm = alarms[reason]
      if (alarm === null) return
      await alertDaily(kernel.sql, kernel, {
        cause: `refused:${reason}:${provider.name}`,
        subject: 'TopTrader: notifiche di pagamento rifiutate',
        body: [
          alarm,
          'Se i pagamenti veri non si attivano, controlla il segreto IPN nelle impostazioni del server e presso il fornitore.',
          'Le ultime rifiutate sono nel pannello admin, scheda Pagamenti.',
        ].join('\n'),
        at: now,
      })
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
}

/** Notifications of one query. */
const batch = 50
/** The longest wait for a notification that another server processes, and the pause between two looks. Milliseconds. */
const heldMs = 2_000
const lookMs = 50
/** A run ends after this many payments in a row with locked rows: the database itself is blocked then. The next run tries the others. */
const busyInARow = 5

/**
 * Processes every stored notification, each in one transaction with what it causes. Any number of callers at a time: a
 * notification that another caller processes is waited for, since that one may die. One that fails has its own next try.
 * @throws where the database is away
 */
export async function processNotifications(
  kernel: Kernel,
  provider: ProviderClient,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  const now = () => instantText(Math.floor(kernel.clock.now()))
  const failed = new Set<number>()
  /** Payments with a locked row: their other notifications would wait for the same row. */
  const busy = new Set<string | null>()
  let after = 0
  let held = 0
  let inARow = 0
  while (!signal.aborted && inARow < busyInARow) {
    const events = await pendingEvents(kernel.sql, provider.name, after, { now: now(), limit: batch })
    for (const event of events) {
      if (failed.has(event.event_id) || inARow === busyInARow) continue
      const outcome = busy.has(event.provider_payment_id) ? 'skipped' : await process(kernel, provider, event.event_id)
      if (outcome === 'held') held += 1
      if (outcome !== 'held' && outcome !== 'processed') failed.add(event.event_id)
      if (outcome === 'busy') busy.add(event.provider_payment_id)
      if (outcome !== 'skipped') inARow = outcome === 'busy' ? inARow + 1 : 0
    }
    after = events.at(-1)?.event_id ?? 0
    if (events.length === batch) continue
    // Numbers are assigned before the commit: a lower one may become visible after a higher one.
    if (held === 0 && events.every(({ event_id }) => failed.has(event_id))) break
    if (held > 0 && performance.now() - startedAt > heldMs) break
    if (held > 0) await sleep(lookMs)
    after = 0
    held = 0
  }
}

/** `held`: another transaction processes or processed it. `busy`: put off, since a row is locked. `broken`: put off, since it fails. */
type Processed = 'processed' | 'held' | 'busy' | 'broken'

async function process(kernel: Kernel, provider: ProviderClient, eventId: number): Promise<Processed> {
  let processed: Processed = 'held'
  try {
    await inTransaction(kernel, async (tx) => {
      const event = await lockEvent(tx, eventId)
      if (event === null) return null
      const message = { source: 'notification' as const, at: Date.parse(event.received_at) }
      const settled = await applyMessage(tx, kernel, provider.name, { snapshot: event.snapshot, message })
      const outcome = settled.activated ? 'activated' : (settled.state ?? 'unknown_order')
      await finishEvent(tx, eventId, outcome, instantText(Math.floor(kernel.clock.now())))
      processed = 'processed'
      return settled
    })
    return processed
  } catch (error) {
    const putOff = (until: string) => postponeEvent(kernel.sql, eventId, until)
    return postponeFailed(kernel, provider, { what: `notifica ${eventId}`, error, putOff })
  }
}
