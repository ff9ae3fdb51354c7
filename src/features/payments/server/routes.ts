import type { FastifyInstance } from 'fastify'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { createPayment, getPaymentStatus, getReceipt, reconcilePayment } from '../contract.ts'
import { createCheckouts } from './orders/checkout.ts'
import { receiptOf } from './orders/receipts.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import type { Payments } from './service.ts'
import { paymentState } from './orders/status.ts'

/** The buyers' calls. */
export function registerPaymentRoutes(app: FastifyInstance, kernel: Kernel, payments: Payments): void {
  const { provider } = payments
  const stop = new AbortController()
  // Requests that wait for the provider are answered before the server stops listening.
  app.addHook('preClose', (done) => {
    stop.abort()
    done()
  })
  const stopping = AbortSignal.any([stop.signal, payments.signal])
  const openPayment = createCheckouts(kernel, provider, stopping)
  const running = new Set<string>()

  handle(app, kernel, createPayment, async ({ body, session }) => openPayment(session, body))
  handle(app, kernel, getPaymentStatus, async ({ params, session }) => {
    const { state, due } = await paymentState(kernel, params.order_id, session.trader_id)
    if (due) payments.wake()
    return state
  })
  handle(app, kernel, reconcilePayment, async ({ body, session, request }) =>
    reconcile(kernel, provider, { session, body, request, running, stopping }),
  )
  handle(app, kernel, getReceipt, async ({ params, session }) => receiptOf(kernel, params.order_id, session.trader_id))
}
