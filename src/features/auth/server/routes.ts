import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#server/failure.ts'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { changePassword, listSessions, login, logout, register, revokeSession } from '../contract.ts'
import { deleteSession } from './queries.ts'
import { registerTrader } from './register.ts'
import { openSessions, replacePassword, signIn } from './sessions.ts'

export function registerAuthRoutes(app: FastifyInstance, kernel: Kernel): void {
  const { sql, config } = kernel

  handle(app, kernel, register, async ({ body, request }) => {
    refuseForeignForm(request, config.APP_URL)
    return registerTrader(kernel, body, request.ip)
  })
  handle(app, kernel, login, async ({ body, request }) => {
    refuseForeignForm(request, config.APP_URL)
    return signIn(kernel, body, request)
  })
  handle(app, kernel, logout, async ({ session }) => {
    await deleteSession(sql, session.trader_id, session.session_id)
    return { message: 'Sei uscito.' }
  })
  handle(app, kernel, changePassword, async ({ body, session, request }) =>
    replacePassword(kernel, session, body, request.ip),
  )
  handle(app, kernel, listSessions, async ({ session }) => openSessions(kernel, session))
  handle(app, kernel, revokeSession, async ({ params, session }) => {
    if (!(await deleteSession(sql, session.trader_id, params.id))) fail('NOT_FOUND')
    return { message: 'Sessione chiusa.' }
  })
}

/** A browser sends a form across sites without asking anybody; JSON it does not. Such a form must come from our own pages. */
function refuseForeignForm(request: FastifyRequest, appUrl: string): void {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return
  const { origin } = request.headers
  if (origin === undefined) return
  const from = URL.parse(origin)?.host
  if (from !== request.host && from !== URL.parse(appUrl)?.host) fail('FORBIDDEN')
}
