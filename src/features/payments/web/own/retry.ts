import { retryFailed } from '../texts.ts'
import type { getPaymentStatus, reconcilePayment } from '../../contract.ts'
import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import { readError, send } from '#web/api.ts'
import { rememberedOrder } from '../last-order.ts'
import { followedOrder } from '../order-labels.ts'

export interface Retry {
  tone: 'ok' | 'warn' | 'danger'
  /** The bold part of the sentence, and the rest. */
  lead: string
  rest: string
  /** The whole sentence. */
  text: string
  activated: boolean
  /** The order that was checked. */
  orderId: string | null
}

/** The order that a buyer most likely means: the one to follow, else the newest without a plan, else the last one of this browser. */
export function recentOrder(
  payments: Pick<SubscriptionStatus['recent_payments'][number], 'order_id' | 'activated' | 'status'>[],
  traderId: string,
): string | null {
  const open = payments.find(({ activated, status }) => !activated && status !== 'failed' && status !== 'expired')
  const newest = followedOrder(payments) ?? open ?? payments.find(({ activated }) => !activated)
  return newest?.order_id ?? rememberedOrder(traderId)?.order_id ?? null
}

/**
 * Reads an order again, lets the server ask the provider, and returns the outcome as a sentence. Forces nothing and never rejects.
 * @param orderId null where there is none
 */
export async function retryActivation(orderId: string | null): Promise<Retry> {
  if (orderId === null) return noOrder(null)
  try {
    const params = { order_id: orderId }
    const order = await send<typeof getPaymentStatus>('GET /api/crypto/payment-status/:order_id', { params })
    if (order.activated) return completed(orderId)
    // Without an invoice there is nothing to ask the provider about.
    if (order.payment_id === null) return unfinished(orderId, order.status)
    const body = { order_id: orderId, payment_id: order.payment_id }
    const checked = await send<typeof reconcilePayment>('POST /api/crypto/reconcile-payment', { body })
    return checked.activated ? completed(orderId) : unfinished(orderId, checked.status)
  } catch (error) {
    const { status, message, body } = readError(error)
    if (status === 404) return noOrder(orderId)
    if (body === null || status >= 500) return retryOf('danger', retryFailed, '', orderId)
    return retryOf('danger', message, '', orderId)
  }
}

function retryOf(tone: Retry['tone'], lead: string, rest: string, orderId: string | null): Retry {
  return { tone, lead, rest, text: rest === '' ? lead : `${lead} ${rest}`, activated: false, orderId }
}

function noOrder(orderId: string | null): Retry {
  return retryOf(
    'warn',
    'Nessun ordine recente trovato.',
    'Se hai pagato, attendi qualche secondo o contattaci.',
    orderId,
  )
}

function unfinished(orderId: string, status: string): Retry {
  return retryOf('warn', `Stato attuale: ${status}.`, 'Riprova tra poco.', orderId)
}

function completed(orderId: string): Retry {
  return { ...retryOf('ok', 'Attivazione completata!', '', orderId), activated: true }
}
