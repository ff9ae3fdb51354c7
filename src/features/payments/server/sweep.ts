import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { ProviderError, type PaymentProvider } from '../provider.ts'
import { knownPayment, recordSweep } from './order-queries.ts'
import { applySnapshot } from './settle.ts'

/** An order lives eight days: whatever was paid on its last one is still seen. */
const sweptDays = 9
/** The whole list, its pauses included. */
const sweepMs = 240_000

export interface Swept {
  seen: number
  /** Payments that no notification and no check had told us about. */
  missed: number
  /** Known, with another status or amount than ours. */
  different: number
  /** Under an order id that is not ours. */
  unknown: number
}

/**
 * Lists what the provider knows of the last nine days: every payment must be known and agree, and what does not is put right
 * (`docs/payments.md` 6). The result is kept for the admins.
 * @returns null where it could not be listed to the end
 */
export async function sweepPayments(
  kernel: Kernel,
  provider: PaymentProvider,
  { signal: stopped }: { signal?: AbortSignal } = {},
): Promise<Swept | null> {
  const to = Math.floor(kernel.clock.now())
  if (!provider.canList) {
    await recordSweep(
      kernel.sql,
      provider.name,
      instantText(to),
      'Non eseguito: manca l’accesso al pannello del fornitore.',
    )
    return null
  }
  const limit = AbortSignal.timeout(sweepMs)
  const signal = stopped === undefined ? limit : AbortSignal.any([limit, stopped])
  const swept: Swept = { seen: 0, missed: 0, different: 0, unknown: 0 }
  try {
    const range = { from: new Date(to - sweptDays * DAY_MS), to: new Date(to) }
    for await (const snapshot of provider.listPayments(range, { signal })) {
      swept.seen += 1
      const known = await knownPayment(kernel.sql, provider.name, snapshot.providerPaymentId)
      const { order_id: orderId } = await applySnapshot(kernel, provider, snapshot, { source: 'reading', at: to })
      if (orderId === null) swept.unknown += 1
      else if (known === null) swept.missed += 1
      else if (known.status !== snapshot.status || known.received !== snapshot.received) swept.different += 1
    }
  } catch (error) {
    if (!(error instanceof ProviderError) && !signal.aborted) throw error
    kernel.log.warn({ ...swept }, 'the sweep of payments ended early')
    await recordSweep(
      kernel.sql,
      provider.name,
      instantText(to),
      `Interrotto dopo ${swept.seen} pagamenti. Riprova la prossima notte.`,
    )
    return null
  }
  if (swept.missed > 0) kernel.log.warn({ ...swept }, 'the sweep found payments that nobody had told us about')
  await recordSweep(kernel.sql, provider.name, instantText(to), sentence(swept))
  return swept
}

function sentence({ seen, missed, different, unknown }: Swept): string {
  return `Pagamenti visti ${seen}: mai notificati ${missed}, diversi ${different}, di ordini sconosciuti ${unknown}.`
}
