import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { observeLeaderboard } from './metrics.ts'
import { registerLeaderboardRoutes } from './routes.ts'
import type { Leaderboard } from './service.ts'

/** The caller starts the leaderboard: no hook of the server waits for a load. The server ends it. */
export function registerLeaderboard(
  app: FastifyInstance,
  kernel: Kernel,
  metrics: Metrics,
  leaderboard: Leaderboard,
): void {
  app.addHook('onClose', leaderboard.close)
  observeLeaderboard(metrics, kernel.clock, leaderboard)
  registerLeaderboardRoutes(app, kernel, leaderboard)
}
