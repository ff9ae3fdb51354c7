import type { FastifyInstance } from 'fastify'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { deactivateUser, listAudit, listOutbox, listUsers, restoreUser } from '../contract.ts'
import { actorOf } from './service.ts'
import { auditPage, deactivate, restore, userPage } from './users.ts'
import { waitingPage } from './waiting.ts'

export function registerAdminRoutes(app: FastifyInstance, kernel: Kernel): void {
  handle(app, kernel, listUsers, async ({ query }) => userPage(kernel, query))
  handle(app, kernel, deactivateUser, async ({ params, session, request }) =>
    deactivate(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, restoreUser, async ({ params, session, request }) =>
    restore(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, listAudit, async ({ query }) => auditPage(kernel, query))
  handle(app, kernel, listOutbox, async ({ query }) => waitingPage(kernel, query))
}
