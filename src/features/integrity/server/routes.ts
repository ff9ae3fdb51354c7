import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import {
  createOwnershipCode,
  decideCase,
  getOwnIntegrity,
  getSilentReport,
  listCases,
  recordVerification,
  replyToCase,
} from '../contract.ts'
import { ownIntegrity } from './accounts/account.ts'
import { answerCase, casePage, decide } from './cases/cases.ts'
import { recordMatch, revokeMatch } from './levels/matches.ts'
import { issueCode } from './levels/ownership.ts'
import { silentReport } from './night/silent-report.ts'

export function registerIntegrityRoutes(app: FastifyInstance, kernel: Kernel): void {
  handle(app, kernel, getOwnIntegrity, async ({ session }) => ownIntegrity(kernel, session.trader_id))
  handle(app, kernel, replyToCase, async ({ params, body, session }) =>
    answerCase(kernel, session.trader_id, params.case_id, body.reply),
  )
  handle(app, kernel, createOwnershipCode, async ({ session }) => issueCode(kernel, session.trader_id))
  handle(app, kernel, listCases, async ({ query }) => casePage(kernel, query))
  handle(app, kernel, getSilentReport, async () => silentReport(kernel.sql))
  handle(app, kernel, decideCase, async ({ params, body, session, request }) =>
    decide(kernel, params.case_id, body, actorOf(request, session)),
  )
  handle(app, kernel, recordVerification, async ({ params, body, session, request }) =>
    body.action === 'record'
      ? recordMatch(kernel, params.trader_id, body, actorOf(request, session))
      : revokeMatch(kernel, params.trader_id, body.reason, actorOf(request, session)),
  )
}
