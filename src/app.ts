import type { FastifyInstance } from 'fastify'
import { registerAccount } from '#features/account/server/routes.ts'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { registerAuth } from '#features/auth/server/routes.ts'
import { registerContacts } from '#features/contacts/server/routes.ts'
import { registerDashboard } from '#features/dashboard/server/routes.ts'
import { registerEa } from '#features/ea/server/routes.ts'
import { registerIntegrity } from '#features/integrity/server/register.ts'
import { createSyncChecks } from '#features/integrity/server/checks/sync-checks.ts'
import { registerLeaderboard } from '#features/leaderboard/server/register.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { registerMaintenance } from '#features/maintenance/server/routes.ts'
import { createMaintenance } from '#features/maintenance/server/service.ts'
import { registerPayments } from '#features/payments/server/register.ts'
import type { Payments } from '#features/payments/server/service.ts'
import { registerSandbox } from '#features/payments-sandbox/server/routes.ts'
import { registerShowcases } from '#features/showcases/server/register.ts'
import type { Showcases } from '#features/showcases/server/service.ts'
import { registerSubscriptions } from '#features/subscriptions/server/routes.ts'
import { createBackups, type Backups } from '#features/system/server/backup/service.ts'
import { registerSystem } from '#features/system/server/register.ts'
import { registerTraders } from '#features/traders/server/register.ts'
import { answerUnknown, watchRoutes } from '#server/http/answers.ts'
import { buildFrame } from '#server/http/frame.ts'
import { registerHealth } from '#server/http/health.ts'
import type { Kernel } from '#server/kernel.ts'
import { observeJobs } from '#server/metrics/job-metrics.ts'
import { registerMetrics } from '#server/metrics/metrics-route.ts'
import { registerOpenApi } from '#server/http/openapi.ts'
import { observeOutbox } from '#server/outbox/outbox-metrics.ts'
import { createRecentLines, type RecentLines } from '#server/log/recent-lines.ts'
import { observeChecks } from '#server/metrics/self-checks.ts'
import { registerPages } from './site/server/pages.ts'
import { registerStaticPages } from './site/server/static-pages.ts'
import { registerSitemap } from './site/server/sitemap.ts'

export interface AppOptions {
  /** Every page says that its traders are generated. */
  demo: boolean
  /** Serves screens through the bundler, for work on them. */
  dev: boolean
  draining: () => boolean
  /** The caller starts these two, without waiting for them; the app ends them. */
  leaderboard: Leaderboard
  showcases: Showcases
  backups?: Backups
  /** The last lines of the log. */
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
    leaderboard,
    showcases,
    backups = createBackups(kernel),
    recentLines = createRecentLines(),
    restart = null,
  }: AppOptions,
): Promise<FastifyInstance> {
  const maintenance = createMaintenance(kernel)
  const { closed } = maintenance
  const app = await buildFrame(kernel, { development: dev, closed, draining })
  const routes = watchRoutes(app)
  const metrics = registerMetrics(app, kernel, closed)
  await registerOpenApi(app)
  for (const observe of [observeJobs, observeOutbox, observeChecks]) observe(metrics, kernel)
  registerHealth(app, kernel, { draining, usable: leaderboard.usable, showcases: showcases.state })

  const provider = payments.provider.name
  registerSystem(app, kernel, metrics, { leaderboard, provider, backups, recentLines, restart })
  registerMaintenance(app, kernel, maintenance)
  registerAuth(app, kernel)
  registerSubscriptions(app, kernel)
  registerLeaderboard(app, kernel, metrics, leaderboard)
  const traders = registerTraders(app, kernel, leaderboard)
  registerEa(app, kernel, createSyncChecks(kernel))
  registerIntegrity(app, kernel, metrics, leaderboard)
  registerPayments(app, kernel, metrics, payments)
  if (provider === 'sandbox') registerSandbox(app, kernel)
  registerAccount(app, kernel)
  registerContacts(app, kernel)
  registerShowcases(app, kernel, metrics, leaderboard, showcases, traders)
  registerDashboard(app, kernel, leaderboard, maintenance)
  registerAdmin(app, kernel)

  registerSitemap(app, kernel, { leaderboard, showcases })
  registerStaticPages(app, kernel, { demo })
  const serveUnknown = await registerPages(app, kernel, { leaderboard, traders, showcases }, { demo, dev, closed })
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/')
    return page ? serveUnknown(request, reply) : answerUnknown(routes, request, reply)
  })
  return app
}
