import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { observeLeaderboard } from './metrics.ts'
import { registerLeaderboardRoutes } from './routes.ts'
import type { Leaderboard } from './service.ts'

/** Starts and stops the leaderboard with the server. */
export function registerLeaderboard(
  app: FastifyInstance,
  kernel: Kernel,
  metrics: Metrics,
  leaderboard: Leaderboard,
): void {
  app.addHook('onReady', leaderboard.start)
  app.addHook('onClose', leaderboard.close)
  observeLeaderboard(metrics, kernel.clock, leaderboard)
  registerLeaderboardRoutes(app, kernel, leaderboard)
}
