import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { answerError, tagPublicAnswers } from './answers.ts'
import { securityHeaders } from './headers.ts'
import type { Kernel } from './kernel.ts'

/** Cheap reads from one address in a minute, before 429. */
const requestsPerMinute = 1_200

const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
const retryOnly = { ...quiet, 'retry-after': true }

/** The server without a single route: validation, errors, headers, ids, access log, limits. The same under every test. */
export async function buildFrame(
  { config, log }: Kernel,
  { development }: { development: boolean },
): Promise<FastifyInstance> {
  const proxies = config.TRUST_PROXY
  z.config(z.locales.it())
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('session', null)

  const headers = securityHeaders({ https: config.APP_URL.startsWith('https:'), development })
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
    const limits = { max: requestsPerMinute, timeWindow: 60_000 }
    await app.register(rateLimit, { ...limits, addHeaders: retryOnly, addHeadersOnExceeding: quiet })
  }
  return app
}
