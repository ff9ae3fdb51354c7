import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { ProviderClient } from '../../provider.ts'
import { applyListed, type Listed } from './listed.ts'
import { pruneAttempts } from '../orders/attempt-queries.ts'
import { recordNightly } from '../orders/order-queries.ts'

/** An order lives for eight days: nine days show payments of its last day too. */
const listedDays = 9
/** The time of the whole list, pauses included. Milliseconds. */
const listMs = 240_000

export type Reconciled = Pick<Listed, 'observed' | 'missed' | 'different' | 'unknown' | 'failed'>

/**
 * Lists the provider's payments of the last nine days. Every payment must be known and agree; one that does not is corrected
 * (`docs/payments.md` 6). The result is stored for the admins.
 * @returns null where the list did not come to its end
 */
export async function reconcileRecent(
  kernel: Kernel,
  provider: ProviderClient,
  { signal: stopped }: { signal?: AbortSignal } = {},
): Promise<Reconciled | null> {
  const { sql, log, clock } = kernel
  const to = Math.floor(clock.now())
  await pruneAttempts(sql, instantText(to - DAY_MS))
  const record = (result: string) => recordNightly(sql, provider.name, instantText(to), result)
  if (!provider.canList) {
    await record('Non eseguito: manca l’accesso al pannello del fornitore.')
    return null
  }
  const limit = AbortSignal.timeout(listMs)
  const signal = stopped === undefined ? limit : AbortSignal.any([limit, stopped])
  const range = { from: new Date(to - listedDays * DAY_MS), to: new Date(to) }
  const { observed, missed, different, unknown, failed, whole } = await applyListed(kernel, provider, range, {
    signal,
  })
  const reconciled: Reconciled = { observed, missed, different, unknown, failed }
  if (!whole) {
    log.warn({ ...reconciled }, 'the nightly reconciliation ended early')
    await record(`Interrotto dopo ${reconciled.observed} pagamenti${leftOver(reconciled)}. Riprova la prossima notte.`)
    return null
  }
  if (reconciled.missed > 0) log.warn({ ...reconciled }, 'the nightly reconciliation found unknown payments')
  await record(sentence(reconciled))
  return reconciled
}

function sentence(reconciled: Reconciled): string {
  const { observed, missed, different, unknown } = reconciled
  return `Pagamenti visti ${observed}: mai notificati ${missed}, diversi ${different}, di ordini sconosciuti ${unknown}${leftOver(reconciled)}.`
}

const leftOver = ({ failed }: Reconciled) => (failed === 0 ? '' : `, non elaborati ${failed}`)
