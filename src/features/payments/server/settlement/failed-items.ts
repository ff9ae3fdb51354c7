import { DatabaseError, isDatabaseAway } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { ProviderClient } from '../../provider.ts'
import { alertDaily } from '../messages.ts'

/** The pause before the next try of an item that fails, and of one whose rows are locked. Milliseconds. */
const retryMs = { broken: 10 * MINUTE_MS, busy: 10_000 } as const

/** A lock was held for too long: a failure of this item, not of the database. */
function isBusy(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '57014')
}

/**
 * Puts off one item (an order, a payment, a notification) that could not be settled; those behind it go on. It is logged, and the
 * admins are alerted once a day, since money may depend on it.
 * @param item `what`: its name in Italian; `putOff`: stores the next try (ISO-8601)
 * @throws the error itself where the database is away
 */
export async function postponeFailed(
  kernel: Pick<Kernel, 'sql' | 'clock' | 'log' | 'secrets'>,
  provider: Pick<ProviderClient, 'name'>,
  { what, error, putOff }: { what: string; error: unknown; putOff?: (until: string) => unknown },
): Promise<keyof typeof retryMs> {
  if (isDatabaseAway(error) && !isBusy(error)) throw error
  const failureKind = isBusy(error) ? 'busy' : 'broken'
  if (failureKind === 'busy') kernel.log.warn({ err: error, what }, 'an item is locked, soon again')
  else kernel.log.error({ err: error, what }, 'could not be settled, later again')
  const now = Math.floor(kernel.clock.now())
  try {
    await putOff?.(instantText(now + retryMs[failureKind]))
    if (failureKind === 'busy') return failureKind
    await alertDaily(kernel.sql, kernel, {
      cause: `setback:${provider.name}`,
      subject: 'TopTrader: un pagamento non può essere elaborato',
      body: [
        `Un errore del programma o dei dati impedisce di elaborare: ${what}.`,
        'Gli altri pagamenti proseguono; questo viene ritentato da solo.',
        'Se altri hanno lo stesso problema oggi, sono soltanto nei log del server: cerca «could not be settled».',
      ].join('\n'),
      at: now,
    })
  } catch (failure) {
    if (isDatabaseAway(failure) && !isBusy(failure)) throw failure
    kernel.log.warn({ err: failure, what }, 'neither put off nor reported to the admins')
  }
  return failureKind
}
