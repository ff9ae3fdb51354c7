import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getMaintenance, toggleMaintenance } from '../contract.ts'
import type { Maintenance } from './service.ts'

/** Starts the switch with the server, and ends it with it. */
export function registerMaintenance(app: FastifyInstance, kernel: Kernel, maintenance: Maintenance): void {
  app.addHook('onReady', maintenance.start)
  app.addHook('onClose', maintenance.close)
  handle(app, kernel, getMaintenance, ({ reply }) => {
    // Who waits for the end asks again and again: no cache on the way may answer.
    reply.header('cache-control', 'no-store')
    return { ...maintenance.state(), support_email: kernel.config.SUPPORT_EMAIL ?? null }
  })
  handle(app, kernel, toggleMaintenance, async ({ query, session, request }) =>
    maintenance.toggle(query, actorOf(request, session)),
  )
}
