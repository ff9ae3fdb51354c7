import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { registerPaymentAdminRoutes } from './admin/routes.ts'
import { observePayments } from './metrics.ts'
import { registerNotificationRoute } from './notifications/inbox.ts'
import { registerCurrencyRoutes } from './orders/coins.ts'
import { registerPaymentRoutes } from './routes.ts'
import type { Payments } from './service.ts'

/** Registers the calls of buyers and admins, the notifications' route and the metrics of payments. */
export function registerPayments(app: FastifyInstance, kernel: Kernel, metrics: Metrics, payments: Payments): void {
  observePayments(metrics, kernel, payments.provider.name)
  registerPaymentRoutes(app, kernel, payments)
  registerPaymentAdminRoutes(app, kernel, payments)
  registerNotificationRoute(app, kernel, payments)
  registerCurrencyRoutes(app, kernel, payments)
}
