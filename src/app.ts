import type { FastifyInstance } from 'fastify'
import { registerAccountRoutes } from '#features/account/server/routes.ts'
import { registerAdminRoutes } from '#features/admin/server/routes.ts'
import { registerBrokerServerRoute } from '#features/auth/server/registration/broker-servers.ts'
import { registerAuthRoutes } from '#features/auth/server/routes.ts'
import { registerContactRoutes } from '#features/contacts/server/routes.ts'
import { registerDashboardRoutes } from '#features/dashboard/server/routes.ts'
import { registerEaRoutes } from '#features/ea/server/routes.ts'
import { registerClosingRoute } from '#features/integrity/server/closing.ts'
import { registerReleaseRoutes } from '#features/integrity/server/release.ts'
import { registerLedgerRoute } from '#features/integrity/server/public-ledger.ts'
import { observeIntegrity } from '#features/integrity/server/metrics.ts'
import { registerIntegrityRoutes } from '#features/integrity/server/routes.ts'
import { createSyncChecks } from '#features/integrity/server/sync-checks.ts'
import { observeLeaderboard } from '#features/leaderboard/server/metrics.ts'
import { registerLeaderboardRoutes } from '#features/leaderboard/server/routes.ts'
import { createLeaderboard, type Leaderboard } from '#features/leaderboard/server/service.ts'
import { registerMaintenanceRoutes } from '#features/maintenance/server/routes.ts'
import { createMaintenance } from '#features/maintenance/server/service.ts'
import { registerPaymentAdminRoutes } from '#features/payments/server/admin/routes.ts'
import { registerCurrencyRoutes } from '#features/payments/server/orders/coins.ts'
import { registerNotificationRoute } from '#features/payments/server/notifications/inbox.ts'
import { observePayments } from '#features/payments/server/metrics.ts'
import { registerPaymentRoutes } from '#features/payments/server/routes.ts'
import { registerSandboxRoutes } from '#features/payments-sandbox/server/routes.ts'
import type { Payments } from '#features/payments/server/service.ts'
import { registerAnalyticsRoutes } from '#features/showcases/server/analytics/routes.ts'
import { createAnalytics, observeAnalytics } from '#features/showcases/server/analytics/service.ts'
import { registerShareImages } from '#features/showcases/server/og/routes.ts'
import { registerShowcaseRoutes } from '#features/showcases/server/routes.ts'
import { createShowcases } from '#features/showcases/server/service.ts'
import { registerModerationRoutes } from '#features/showcases/server/moderation/routes.ts'
import { registerUploadRoutes } from '#features/showcases/server/uploads/routes.ts'
import { registerSubscriptionRoutes } from '#features/subscriptions/server/routes.ts'
import { registerBackupRoutes } from '#features/system/server/backup/routes.ts'
import { registerSystemRoutes } from '#features/system/server/routes.ts'
import { observeBackups } from '#features/system/server/backup/metrics.ts'
import { createBackups, type Backups } from '#features/system/server/backup/service.ts'
import { observeSystem } from '#features/system/server/metrics.ts'
import { watchRequests } from '#features/system/server/monitor/service.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerLinkRoutes } from '#features/traders/server/links.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { answerUnknown, watchRoutes } from '#server/answers.ts'
import { buildFrame } from '#server/frame.ts'
import { registerHealth } from '#server/health.ts'
import type { Kernel } from '#server/kernel.ts'
import { observeJobs } from '#server/job-metrics.ts'
import { registerMetrics } from '#server/metrics.ts'
import { observeOutbox } from '#server/outbox-metrics.ts'
import { registerOpenApi } from '#server/openapi.ts'
import { createRecentLines, type RecentLines } from '#server/recent-lines.ts'
import { observeChecks } from '#server/self-checks.ts'
import { registerPages } from './site/server/pages.ts'
import { registerSitemap } from './site/server/sitemap.ts'

export interface AppOptions {
  /** Every page says that its traders are generated. */
  demo: boolean
  /** Serves screens through the bundler, for work on them. */
  dev: boolean
  draining: () => boolean
  /** Where others read the same ranking; the app starts it and ends it. */
  leaderboard?: Leaderboard
  backups?: Backups
  /** What the log wrote last. */
  recentLines?: RecentLines
  /** Null where nobody would start this process again. */
  restart?: (() => void) | null
}

/** Builds the whole server: frame, one line a feature, pages. It listens to nothing yet. */
export async function buildApp(
  kernel: Kernel,
  payments: Payments,
  {
    demo,
    dev,
    draining,
    leaderboard = createLeaderboard(kernel),
    backups = createBackups(kernel),
    recentLines = createRecentLines(),
    restart = null,
  }: AppOptions,
): Promise<FastifyInstance> {
  const maintenance = createMaintenance(kernel)
  const { closed } = maintenance
  const app = await buildFrame(kernel, { development: dev, closed })
  app.addHook('onReady', maintenance.start)
  app.addHook('onClose', maintenance.close)
  const routes = watchRoutes(app)
  const metrics = registerMetrics(app, kernel, closed)
  const window = watchRequests(app, kernel)
  await registerOpenApi(app)

  const traders = createTraderAnswers(leaderboard)
  app.addHook('onReady', leaderboard.start)
  app.addHook('onClose', leaderboard.close)
  observeLeaderboard(metrics, kernel.clock, leaderboard)
  const showcases = createShowcases(kernel, leaderboard)
  app.addHook('onReady', showcases.start)
  app.addHook('onClose', showcases.close)
  observeBackups(metrics, kernel)
  observeSystem(metrics, kernel)
  observeJobs(metrics, kernel)
  observeOutbox(metrics, kernel)
  observeChecks(metrics, kernel)
  observeIntegrity(metrics, kernel)
  observePayments(metrics, kernel, payments.provider.name)
  const analytics = createAnalytics(kernel)
  app.addHook('onReady', async () => analytics.start())
  app.addHook('onClose', analytics.close)
  observeAnalytics(metrics, analytics)
  registerHealth(app, kernel, { draining, usable: leaderboard.usable })
  registerAuthRoutes(app, kernel)
  registerBrokerServerRoute(app, kernel)
  registerSubscriptionRoutes(app, kernel)
  registerContactRoutes(app, kernel)
  registerPaymentRoutes(app, kernel, payments)
  registerPaymentAdminRoutes(app, kernel, payments)
  registerNotificationRoute(app, kernel, payments)
  registerCurrencyRoutes(app, kernel, payments)
  if (payments.provider.name === 'sandbox') registerSandboxRoutes(app, kernel)
  registerEaRoutes(app, kernel, createSyncChecks(kernel))
  registerLeaderboardRoutes(app, kernel, leaderboard)
  registerTraderRoutes(app, kernel, traders)
  registerLinkRoutes(app, kernel, leaderboard)
  registerAccountRoutes(app, kernel)
  registerUploadRoutes(app, kernel)
  registerDashboardRoutes(app, kernel, leaderboard)
  registerAdminRoutes(app, kernel)
  registerBackupRoutes(app, kernel, backups)
  const provider = payments.provider.name
  registerSystemRoutes(app, kernel, { window, leaderboard, provider, recentLines, restart })
  registerIntegrityRoutes(app, kernel)
  registerClosingRoute(app, kernel, leaderboard)
  registerReleaseRoutes(app, kernel, leaderboard)
  registerLedgerRoute(app, kernel)
  registerShowcaseRoutes(app, kernel, showcases, analytics)
  registerAnalyticsRoutes(app, kernel, analytics)
  registerShareImages(app, showcases)
  registerModerationRoutes(app, kernel, leaderboard)
  registerMaintenanceRoutes(app, kernel, maintenance)

  registerSitemap(app, kernel, { leaderboard, showcases })
  const serveUnknown = await registerPages(app, kernel, { leaderboard, traders, showcases }, { demo, dev, closed })
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/')
    return page ? serveUnknown(request, reply) : answerUnknown(routes, request, reply)
  })
  return app
}
