import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { ProviderClient } from '../../provider.ts'
import { applyListed, type Listed } from './listed.ts'
import { pruneAttempts } from '../orders/attempt-queries.ts'
import { recordNightly } from '../orders/order-queries.ts'

/** An order lives for eight days: nine days show payments of its last day too. */
const sweptDays = 9
/** The time of the whole list, pauses included. Milliseconds. */
const sweepMs = 240_000

export type Swept = Pick<Listed, 'seen' | 'missed' | 'different' | 'unknown' | 'failed'>

/**
 * Lists the provider's payments of the last nine days. Every payment must be known and agree; what does not is put right
 * (`docs/payments.md` 6). The result is stored for the admins.
 * @returns null where the list did not come to its end
 */
export async function reconcileRecent(
  kernel: Kernel,
  provider: ProviderClient,
  { signal: stopped }: { signal?: AbortSignal } = {},
): Promise<Swept | null> {
  const { sql, log, clock } = kernel
  const to = Math.floor(clock.now())
  await pruneAttempts(sql, instantText(to - DAY_MS))
  const record = (result: string) => recordNightly(sql, provider.name, instantText(to), result)
  if (!provider.canList) {
    await record('Non eseguito: manca l’accesso al pannello del fornitore.')
    return null
  }
  const limit = AbortSignal.timeout(sweepMs)
  const signal = stopped === undefined ? limit : AbortSignal.any([limit, stopped])
  const range = { from: new Date(to - sweptDays * DAY_MS), to: new Date(to) }
  const { seen, missed, different, unknown, failed, whole } = await applyListed(kernel, provider, range, {
    signal,
  })
  const swept: Swept = { seen, missed, different, unknown, failed }
  if (!whole) {
    log.warn({ ...swept }, 'the sweep of payments ended early')
    await record(`Interrotto dopo ${swept.seen} pagamenti${leftOver(swept)}. Riprova la prossima notte.`)
    return null
  }
  if (swept.missed > 0) log.warn({ ...swept }, 'the sweep found payments that nobody had told us about')
  await record(sentence(swept))
  return swept
}

function sentence(swept: Swept): string {
  const { seen, missed, different, unknown } = swept
  return `Pagamenti visti ${seen}: mai notificati ${missed}, diversi ${different}, di ordini sconosciuti ${unknown}${leftOver(swept)}.`
}

const leftOver = ({ failed }: Swept) => (failed === 0 ? '' : `, non elaborati ${failed}`)
