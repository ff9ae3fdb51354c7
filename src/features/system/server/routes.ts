import type { FastifyInstance } from 'fastify'
import { actorOf } from '#server/audit.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import type { RecentLines } from '#server/log/recent-lines.ts'
import { getApiMonitor, listLogs, restartServer } from '../monitor-contract.ts'
import { createLogs } from './logs.ts'
import { apiMonitor } from './monitor/service.ts'
import type { Window } from './monitor/window.ts'
import { createRestarts } from './restart.ts'

export interface SystemParts {
  /** The result of `watchRequests` for the same app. */
  window: Window
  leaderboard: Leaderboard
  /** The name of the payment provider. */
  provider: string
  recentLines: RecentLines
  /** Null where no supervisor would start this process again. */
  restart: (() => void) | null
}

export function registerSystemRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  { recentLines, restart, ...watched }: SystemParts,
): void {
  const logs = createLogs(kernel, recentLines)
  const restarts = createRestarts(kernel, restart)
  handle(app, kernel, getApiMonitor, async () => apiMonitor(kernel, { ...watched, restartable: restart !== null }))
  handle(app, kernel, listLogs, async ({ query, session, request }) => logs.read(query, actorOf(request, session)))
  handle(app, kernel, restartServer, async ({ session, request, reply }) =>
    restarts.request(actorOf(request, session), reply),
  )
}
