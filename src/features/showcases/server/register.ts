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
import { createShowcases, type Showcases } from './service.ts'
import { registerUploadRoutes } from './uploads/routes.ts'

/** @returns what documents show of showcases */
export function registerShowcases(
  app: FastifyInstance,
  kernel: Kernel,
  metrics: Metrics,
  leaderboard: Leaderboard,
  traders: Traders,
): Showcases {
  const showcases = createShowcases(kernel, leaderboard)
  app.addHook('onReady', showcases.start)
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
  return showcases
}
