import type { FastifyInstance } from 'fastify'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { exportAudit, listAudit } from '../audit-contract.ts'
import { deactivateUser, listOutbox, listUsers, restoreUser } from '../contract.ts'
import { eraseUser, exportUsers, getUser, numberUsers, revealInvestorPassword } from '../users-contract.ts'
import { sendAudit, auditPage } from './audit/list.ts'
import { erase, numberEverybody, revealPassword, userDetail } from './one-user.ts'
import { actorOf } from '#server/audit.ts'
import { sendUsers } from './user-list.ts'
import { deactivate, restore, userPage } from './users.ts'
import { waitingPage } from './waiting.ts'

export function registerAdmin(app: FastifyInstance, kernel: Kernel): void {
  handle(app, kernel, listUsers, async ({ query }) => userPage(kernel, query))
  handle(app, kernel, deactivateUser, async ({ params, session, request }) =>
    deactivate(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, restoreUser, async ({ params, session, request }) =>
    restore(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, getUser, async ({ params }) => userDetail(kernel, params.trader_id))
  handle(app, kernel, revealInvestorPassword, async ({ params, body, session, request }) =>
    revealPassword(kernel, params.trader_id, body, actorOf(request, session)),
  )
  handle(app, kernel, eraseUser, async ({ params, session, request }) =>
    erase(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, numberUsers, async ({ session, request }) => numberEverybody(kernel, actorOf(request, session)))
  handle(app, kernel, exportUsers, async ({ query, session, request, reply }) =>
    sendUsers(kernel, query, actorOf(request, session), reply),
  )
  handle(app, kernel, listAudit, async ({ query }) => auditPage(kernel, query))
  handle(app, kernel, exportAudit, async ({ query, session, request, reply }) =>
    sendAudit(kernel, query, actorOf(request, session), reply),
  )
  handle(app, kernel, listOutbox, async ({ query }) => waitingPage(kernel, query))
}
