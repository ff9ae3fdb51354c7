import type { Kernel } from '#server/kernel.ts'
import type { ProviderClient } from '../../provider.ts'
import { postponeFailed } from './failed-items.ts'
import { settleOrder } from './settle.ts'
import { ordersOfRestoredUsers } from './settle-queries.ts'

const ordersAtOnce = 50

/**
 * Settles orders that were paid while their user was deactivated, once the user is restored. The restoring itself happens
 * elsewhere and knows nothing of orders.
 * @returns the run. Each instance has one: it remembers what it could not settle
 */
export function createRestoredUsers(kernel: Kernel, provider: ProviderClient): (signal: AbortSignal) => Promise<void> {
  /** The earliest next try of an order that could not be settled, milliseconds. */
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
