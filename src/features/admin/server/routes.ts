import type { FastifyInstance } from 'fastify'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { exportAudit, listAudit } from '../audit-contract.ts'
import { confirmUserEmail, deactivateUser, listOutbox, listUsers, restoreUser } from '../contract.ts'
import { eraseUser, exportUsers, getUser, numberUsers, revealInvestorPassword } from '../users-contract.ts'
import { actorOf } from '#server/audit.ts'
import { sendListFile } from '#server/files/list-file.ts'
import { auditPage, auditFile } from './audit/page.ts'
import { outboxPage } from './outbox-page.ts'
import { assignNumbers, confirmEmail, deactivate, erase, restore, revealPassword, userDetail } from './user-actions.ts'
import { usersFile, userPage } from './user-list.ts'

/** Users, the audit log and unsent messages, for admins. */
export function registerAdmin(app: FastifyInstance, kernel: Kernel): void {
  handle(app, kernel, listUsers, async ({ query }) => userPage(kernel, query))
  handle(app, kernel, deactivateUser, async ({ params, session, request }) =>
    deactivate(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, restoreUser, async ({ params, session, request }) =>
    restore(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, confirmUserEmail, async ({ params, session, request }) =>
    confirmEmail(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, getUser, async ({ params }) => userDetail(kernel, params.trader_id))
  handle(app, kernel, revealInvestorPassword, async ({ params, body, session, request }) =>
    revealPassword(kernel, params.trader_id, body, actorOf(request, session)),
  )
  handle(app, kernel, eraseUser, async ({ params, session, request }) =>
    erase(kernel, params.trader_id, actorOf(request, session)),
  )
  handle(app, kernel, numberUsers, async ({ session, request }) => assignNumbers(kernel, actorOf(request, session)))
  handle(app, kernel, exportUsers, async ({ query, session, request, reply }) =>
    sendListFile(kernel, reply, actorOf(request, session), usersFile(kernel, query)),
  )
  handle(app, kernel, listAudit, async ({ query }) => auditPage(kernel, query))
  handle(app, kernel, exportAudit, async ({ query, session, request, reply }) =>
    sendListFile(kernel, reply, actorOf(request, session), auditFile(kernel, query)),
  )
  handle(app, kernel, listOutbox, async ({ query }) => outboxPage(kernel, query))
}
