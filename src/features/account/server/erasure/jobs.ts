import type { Kernel } from '#server/kernel.ts'
import { postMessage } from '#server/outbox/outbox.ts'
import type { Storage } from '#server/files/storage.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import { erasedIds } from './erased-list.ts'
import { deleteAll, closeAccount } from './erasure.ts'
import { recordAttempt, tradersAmong, unfinishedErasures, type Unfinished } from '../queries.ts'

/** The call itself finishes an erasure that is younger than this. Milliseconds. */
const ownTimeMs = 30_000
const atOnce = 20
/** An erasure that takes longer needs a person. Milliseconds. */
const patienceMs = HOUR_MS

/**
 * Continues erasures that failed or whose server stopped, the least recently tried first. For a job.
 * @returns how many ended
 */
export async function finishErasures(kernel: Kernel): Promise<number> {
  const { sql, clock, log } = kernel
  const now = Math.floor(clock.now())
  let finished = 0
  for (const waiting of await unfinishedErasures(sql, instantText(now - ownTimeMs), atOnce)) {
    try {
      await recordAttempt(sql, waiting.trader_id, instantText(now))
      await deleteAll(kernel, waiting.trader_id)
      finished += 1
    } catch (error) {
      log.error({ err: error, trader_id: waiting.trader_id }, 'erasure not finished, to be tried again')
      await callAdmins(kernel, waiting, now)
    }
  }
  return finished
}

/** Once for each erasure. */
async function callAdmins(
  { sql, secrets, outbox, log }: Kernel,
  { trader_id: id, erasing_at: since }: Unfinished,
  now: number,
): Promise<void> {
  if (now - Date.parse(since) < patienceMs) return
  try {
    const isNew = await postMessage(sql, {
      id: secrets.newId(),
      cause: `erasure-stuck:${id}:${since}`,
      kind: 'admin_alert',
      subject: 'TopTrader: l’eliminazione di un account non si conclude',
      body: [
        `L’eliminazione dell’account ${id} è stata chiesta più di un’ora fa e non si conclude.`,
        'L’account è chiuso e nessuno lo vede, ma i suoi dati ci sono ancora. Il server riprova da solo ogni minuto.',
        `Il motivo è nei log del server: cerca «erasure not finished» con trader_id ${id}.`,
      ].join('\n'),
      at: instantText(now),
    })
    if (isNew) outbox.wake()
  } catch (error) {
    log.error({ err: error, trader_id: id }, 'admins not notified of an erasure')
  }
}

/**
 * Closes the accounts of erased traders that a restored backup brought back; `finishErasures` removes them. At start and for a job.
 * @returns how many were back
 */
export async function eraseRestored(kernel: Kernel, storage: Storage): Promise<number> {
  const { sql, changes, log } = kernel
  const back = await tradersAmong(sql, await erasedIds(storage))
  for (const traderId of back) {
    try {
      await closeAccount(kernel, traderId, null)
      changes.announce(traderId)
      log.warn({ trader_id: traderId }, 'erased trader was back, erased again')
    } catch (error) {
      log.error({ err: error, trader_id: traderId }, 'erased trader is back')
    }
  }
  return back.length
}
