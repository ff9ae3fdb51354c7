import type { FastifyInstance } from 'fastify'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { registerAnalyticsRoutes } from './analytics/routes.ts'
import { observeAnalytics } from './analytics/metrics.ts'
import { createAnalytics } from './analytics/service.ts'
import { registerModerationRoutes } from './moderation/routes.ts'
import {
  createPictures,
  registerBoardImage,
  registerProfileImages,
  registerShareImages,
  type Traders,
} from './og/routes.ts'
import { registerShowcaseRoutes } from './routes.ts'
import type { Showcases } from './service.ts'
import { registerUploadRoutes } from './uploads/routes.ts'

/** The caller starts the showcases: no hook of the server waits for a load. The server ends them. */
export function registerShowcases(
  app: FastifyInstance,
  kernel: Kernel,
  metrics: Metrics,
  leaderboard: Leaderboard,
  showcases: Showcases,
  traders: Traders,
): void {
  app.addHook('onClose', showcases.close)
  const analytics = createAnalytics(kernel)
  app.addHook('onReady', async () => analytics.start())
  app.addHook('onClose', analytics.close)
  observeAnalytics(metrics, analytics)
  registerShowcaseRoutes(app, kernel, showcases, analytics)
  registerAnalyticsRoutes(app, kernel, analytics)
  registerUploadRoutes(app, kernel)
  const pictures = createPictures()
  registerShareImages(app, showcases, pictures)
  registerProfileImages(app, traders, pictures)
  registerBoardImage(app, leaderboard, pictures)
  registerModerationRoutes(app, kernel, leaderboard)
}
