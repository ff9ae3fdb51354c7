import type { Kernel } from '#server/kernel.ts'
import type { ProviderClient } from '../../provider.ts'
import { postponeFailed } from './failed-items.ts'
import { settleOrder } from './settle.ts'
import { ordersOfRestoredUsers } from './settle-queries.ts'

const ordersAtOnce = 50

/**
 * Settles orders that were paid while their user was deactivated and who is there again: nobody else comes back to them, since the
 * user is restored elsewhere.
 * @returns the run, of which each instance keeps one: it knows what it could not settle
 */
export function createRestoredUsers(kernel: Kernel, provider: ProviderClient): (signal: AbortSignal) => Promise<void> {
  /** By order, milliseconds. */
  const notBefore = new Map<string, number>()
  return async (signal) => {
    const now = kernel.clock.now()
    for (const [orderId, at] of notBefore) if (at <= now) notBefore.delete(orderId)
    for (const orderId of await ordersOfRestoredUsers(kernel.sql, provider.name, [...notBefore.keys()], ordersAtOnce)) {
      if (signal.aborted) return
      try {
        await settleOrder(kernel, orderId)
      } catch (error) {
        const putOff = (until: string) => notBefore.set(orderId, Date.parse(until))
        await postponeFailed(kernel, provider, { what: `ordine ${orderId}`, error, putOff })
      }
    }
  }
}
