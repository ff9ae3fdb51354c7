import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import { sendListFile } from '#server/files/list-file.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import {
  acknowledgeCryptoPayment,
  cleanupOrphaned,
  deleteCryptoPayment,
  exportCryptoPayments,
  getCryptoPayment,
  getPaymentsDashboard,
  listCryptoPayments,
  restoreCryptoPayment,
  unacknowledgeCryptoPayment,
} from '../../admin-contract.ts'
import { cleanUp } from './cleanup.ts'
import { paymentsFile, paymentPage } from './list.ts'
import { hideOrder, paymentDetail, paymentsDashboard, restoreOrder } from './actions.ts'
import { acknowledge, unacknowledge } from './review.ts'
import type { Payments } from '../service.ts'

export function registerPaymentAdminRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  payments: Pick<Payments, 'provider' | 'wake'>,
): void {
  handle(app, kernel, getPaymentsDashboard, async () => paymentsDashboard(kernel, payments))
  handle(app, kernel, listCryptoPayments, async ({ query }) => paymentPage(kernel, query))
  handle(app, kernel, exportCryptoPayments, async ({ query, session, request, reply }) =>
    sendListFile(kernel, reply, actorOf(request, session), paymentsFile(kernel, query)),
  )
  handle(app, kernel, getCryptoPayment, async ({ params }) => paymentDetail(kernel, params.order_id))
  handle(app, kernel, deleteCryptoPayment, async ({ params, session, request }) =>
    hideOrder(kernel, params.order_id, actorOf(request, session)),
  )
  handle(app, kernel, restoreCryptoPayment, async ({ params, session, request }) =>
    restoreOrder(kernel, payments, params.order_id, actorOf(request, session)),
  )
  handle(app, kernel, acknowledgeCryptoPayment, async ({ params, body, session, request }) =>
    acknowledge(kernel, params.order_id, body, actorOf(request, session)),
  )
  handle(app, kernel, unacknowledgeCryptoPayment, async ({ params, session, request }) =>
    unacknowledge(kernel, params.order_id, actorOf(request, session)),
  )
  handle(app, kernel, cleanupOrphaned, async ({ session, request }) => cleanUp(kernel, actorOf(request, session)))
}
