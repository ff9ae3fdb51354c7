import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getMaintenance, toggleMaintenance } from '../contract.ts'
import type { Maintenance } from './service.ts'

/** Starts and stops the switch with the server. */
export function registerMaintenance(app: FastifyInstance, kernel: Kernel, maintenance: Maintenance): void {
  app.addHook('onReady', maintenance.start)
  app.addHook('onClose', maintenance.close)
  handle(app, kernel, getMaintenance, ({ reply }) => {
    // A waiting page repeats this request: no cache on the way may answer it.
    reply.header('cache-control', 'no-store')
    return maintenance.status()
  })
  handle(app, kernel, toggleMaintenance, async ({ query: { enabled, message }, session, request }) =>
    // Several messages pass only where none counts.
    maintenance.toggle({ enabled, ...(typeof message === 'string' && { message }) }, actorOf(request, session)),
  )
}
