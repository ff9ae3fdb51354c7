import type { FastifyInstance } from 'fastify'
import { fail } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { generateEaToken, getEaStatus, resetEaToken } from '../contract.ts'
import type { SyncChecks } from './sync/checks.ts'
import { registerDownloadRoutes } from './download.ts'
import { eaStatus } from './service.ts'
import { registerSyncRoute } from './sync/sync-route.ts'
import { makeToken, removeToken } from './tokens.ts'

export function registerEa(app: FastifyInstance, kernel: Kernel, checks: SyncChecks): void {
  registerSyncRoute(app, kernel, checks)
  registerDownloadRoutes(app, kernel)

  handle(app, kernel, generateEaToken, async ({ session }) => {
    const { token, replaced } = await makeToken(kernel, session.trader_id)
    const message = 'Token creato: copialo nell’Expert Advisor.'
    return {
      success: true as const,
      ea_token: token,
      message: replaced ? `${message} Quello di prima non vale più.` : message,
    }
  })

  handle(app, kernel, resetEaToken, async ({ session }) => {
    const wasThere = await removeToken(kernel.sql, session.trader_id)
    return { success: true as const, message: wasThere ? 'Token eliminato.' : 'Non c’è più nessun token da eliminare.' }
  })

  handle(app, kernel, getEaStatus, async ({ params, session }) => {
    const status = await eaStatus(kernel, params.trader_id, { withToken: session.trader_id === params.trader_id })
    return status ?? fail('TRADER_NOT_FOUND')
  })
}
