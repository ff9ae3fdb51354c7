import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { bearerToken, readSession } from '#server/http/session.ts'
import { handleContact, listContacts, reopenContact } from '../admin-contract.ts'
import { getContacts, sendMessage } from '../contract.ts'
import { inboxPage, markHandled, markOpen } from './inbox.ts'
import { receiveMessage } from './service.ts'

export function registerContacts(app: FastifyInstance, kernel: Kernel): void {
  handle(app, kernel, getContacts, () => ({ support_email: kernel.config.SUPPORT_EMAIL ?? null }))
  handle(app, kernel, sendMessage, async ({ body, request }) => {
    // Visitors may write too: an ended session counts as none.
    const token = bearerToken(request.headers.authorization)
    const session = token === null ? null : await readSession(kernel, token)
    return receiveMessage(kernel, body, { address: request.ip, traderId: session?.trader_id ?? null })
  })
  handle(app, kernel, listContacts, async ({ query }) => inboxPage(kernel, query))
  handle(app, kernel, handleContact, async ({ params, session, request }) =>
    markHandled(kernel, params.message_id, actorOf(request, session)),
  )
  handle(app, kernel, reopenContact, async ({ params, session, request }) =>
    markOpen(kernel, params.message_id, actorOf(request, session)),
  )
}
