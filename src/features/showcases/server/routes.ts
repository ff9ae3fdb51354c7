import type { FastifyInstance } from 'fastify'
import { showcaseDeleted } from '../texts.ts'
import { actorOf } from '#server/audit.ts'
import { holdsTag, sendFinished } from '#server/http/bytes.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import {
  checkClaims,
  createShowcase,
  deleteShowcase,
  getMyShowcase,
  getShowcase,
  listShowcases,
  testShowcase,
  updateShowcase,
} from '../contract.ts'
import type { Analytics } from './analytics/service.ts'
import { hasAccess, myShowcase } from './owner/state.ts'
import { claimsOfBody, removeShowcase, saveAgain, saveNew } from './owner/save.ts'
import type { Showcases } from './service.ts'

export function registerShowcaseRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  showcases: Showcases,
  analytics: Pick<Analytics, 'countView'>,
): void {
  handle(app, kernel, listShowcases, async ({ query, request, reply }) =>
    sendFinished(request, reply, await showcases.answer(query)),
  )
  handle(
    app,
    kernel,
    getShowcase,
    async ({ params, query, session, request, reply }) => {
      const { showcase_id: showcaseId } = params
      const found = await (session === null ? showcases.detail(showcaseId) : showcases.viewAs(showcaseId, session))
      if ('preview' in found) return found.preview
      const { showcase, bytes } = found
      analytics.countView({ request, session, showcaseId, source: query.source })
      // An answer to a signed-in trader is not cacheable. A request for a tag that is current gets no content.
      return session === null || holdsTag(request.headers['if-none-match'], bytes.tag)
        ? sendFinished(request, reply, bytes)
        : showcase
    },
    { keepsNoAddress: true },
  )
  handle(app, kernel, createShowcase, async ({ body, session }) => saveNew(kernel, session, body))
  handle(app, kernel, updateShowcase, async ({ params, body, session }) =>
    saveAgain(kernel, session, params.showcase_id, body),
  )
  handle(app, kernel, deleteShowcase, async ({ params, session, request }) => {
    await removeShowcase(kernel, session, params.showcase_id, actorOf(request, session))
    return { message: showcaseDeleted }
  })
  handle(app, kernel, checkClaims, async ({ body, session }) => ({ claims: await claimsOfBody(kernel, session, body) }))
  handle(app, kernel, getMyShowcase, async ({ session }) => myShowcase(kernel, showcases, session))
  handle(app, kernel, testShowcase, async ({ params }) => ({
    should_have_access: (await hasAccess(kernel, params.trader_id)) ? ('YES' as const) : ('NO' as const),
  }))
}
