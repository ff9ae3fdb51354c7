import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import { fastify, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { registerAdminRoutes } from '#features/admin/server/routes.ts'
import { registerAuthRoutes } from '#features/auth/server/routes.ts'
import { registerDashboardRoutes } from '#features/dashboard/server/routes.ts'
import { registerEaRoutes } from '#features/ea/server/routes.ts'
import { registerLeaderboardRoutes } from '#features/leaderboard/server/routes.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { registerPerformanceRoutes } from '#features/performance/server/routes.ts'
import { registerSubscriptionRoutes } from '#features/subscriptions/server/routes.ts'
import { registerLinkRoutes } from '#features/traders/server/links.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { answerError, answerNotFound, tagPublicAnswers } from '#server/answers.ts'
import { securityHeaders } from '#server/headers.ts'
import { registerHealth } from '#server/health.ts'
import type { Kernel } from '#server/kernel.ts'
import { registerMetrics } from '#server/metrics.ts'
import { registerOpenApi } from '#server/openapi.ts'
import { registerPages } from './pages.ts'

export interface AppOptions {
  /** Every page says that its traders are generated. */
  demo: boolean
  /** Serves screens through the bundler, for work on them. */
  dev: boolean
  draining: () => boolean
}

/** Cheap reads from one address in a minute, before 429. */
const requestsPerMinute = 1_200

/** Builds the whole server: kernel plugins, one line a feature, pages. It listens to nothing yet. */
export async function buildApp(kernel: Kernel, { demo, dev, draining }: AppOptions): Promise<FastifyInstance> {
  const { config } = kernel
  const proxies = config.TRUST_PROXY
  z.config(z.locales.it())
  const app = fastify({
    loggerInstance: kernel.log,
    disableRequestLogging: true,
    genReqId: () => crypto.randomUUID(),
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    routerOptions: { ignoreTrailingSlash: false },
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('session', null)

  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
  const headers = securityHeaders({ https: config.APP_URL.startsWith('https:'), development: dev })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
  })
  app.addHook('onSend', tagPublicAnswers)
  app.addHook('onResponse', async (request, reply) => {
    const { method, id, ip } = request
    const route = request.routeOptions.url ?? 'unknown'
    request.log.info({ id, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip }, 'request')
  })
  app.setErrorHandler(answerError)

  await app.register(formbody, { bodyLimit: 64 * 1024 })
  if (config.RATE_LIMITS === 'on') {
    await app.register(rateLimit, {
      max: requestsPerMinute,
      timeWindow: 60_000,
      addHeadersOnExceeding: quiet,
      addHeaders: retryOnly,
    })
  }
  registerMetrics(app, kernel)
  await registerOpenApi(app, config.APP_URL)

  const leaderboard = createLeaderboard(kernel)
  app.addHook('onReady', leaderboard.start)
  app.addHook('onClose', leaderboard.close)
  registerHealth(app, kernel, { draining, usable: leaderboard.usable })
  registerAuthRoutes(app, kernel)
  registerSubscriptionRoutes(app, kernel)
  registerEaRoutes(app, kernel)
  registerLeaderboardRoutes(app, kernel, leaderboard)
  registerTraderRoutes(app, kernel, leaderboard)
  registerLinkRoutes(app, kernel, leaderboard)
  registerPerformanceRoutes(app, kernel, leaderboard)
  registerDashboardRoutes(app, kernel, leaderboard)
  registerAdminRoutes(app, kernel)
  const serveUnknown = await registerPages(app, kernel, leaderboard, { demo, dev })
  const answerUnknown = answerNotFound(routes)
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/')
    return page ? serveUnknown(request, reply) : answerUnknown(request, reply)
  })
  return app
}

const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
const retryOnly = { ...quiet, 'retry-after': true }
