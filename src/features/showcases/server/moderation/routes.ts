import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import { sendListFile } from '#server/files/list-file.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import {
  approveShowcase,
  exportShowcases,
  getModeratedShowcase,
  listModeratedShowcases,
  rejectShowcase,
  requestShowcaseChanges,
} from '../../admin-contract.ts'
import { moderationPage, showcasesFile } from './list.ts'
import { decide, moderationDetail } from './moderation.ts'

export function registerModerationRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  leaderboard: Pick<Leaderboard, 'snapshot'>,
): void {
  handle(app, kernel, listModeratedShowcases, async ({ query }) => moderationPage(kernel, query))
  handle(app, kernel, exportShowcases, async ({ query, session, request, reply }) =>
    sendListFile(kernel, reply, actorOf(request, session), showcasesFile(kernel, query)),
  )
  handle(app, kernel, getModeratedShowcase, async ({ params }) =>
    moderationDetail(kernel, leaderboard, params.showcase_id),
  )
  handle(app, kernel, approveShowcase, async ({ params, body, session, request }) =>
    decide(
      kernel,
      params.showcase_id,
      { event: 'approve', version: body?.version, message: null },
      actorOf(request, session),
    ),
  )
  handle(app, kernel, requestShowcaseChanges, async ({ params, body, session, request }) =>
    decide(kernel, params.showcase_id, { event: 'request_changes', ...body }, actorOf(request, session)),
  )
  handle(app, kernel, rejectShowcase, async ({ params, body, session, request }) =>
    decide(kernel, params.showcase_id, { event: 'reject', ...body }, actorOf(request, session)),
  )
}
