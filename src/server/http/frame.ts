import formbody from '@fastify/formbody'
import { isUtf8 } from 'node:buffer'
import type { RequestListener } from 'node:http'
import { fastify, LogController, type FastifyInstance, type preValidationHookHandler } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { MINUTE_MS } from '#shared/dates.ts'
import { usualBodyLimit } from '#shared/endpoint.ts'
import { answerError, tagPublicAnswers } from './answers.ts'
import { answerUnreadable, answerUnroutable, readableAddress } from './broken-requests.ts'
import { createDirectCalls, type DirectCalls } from './direct-calls.ts'
import { fail } from './failure.ts'
import { guardCalls, wasRefusedAsClosed, type Closed } from './gate.ts'
import { securityHeaders } from './headers.ts'
import type { Kernel } from '../kernel.ts'
import { createRequestCounts, limitRequests } from '../limits.ts'
import { during, logContext } from '../log/log-context.ts'
import { createRequestLines } from '../log/request-lines.ts'
import type { RequestObserver } from './observers.ts'
import { createOverload, type Overload } from './overload.ts'
import { exceededShape, jsonLimits } from './json-shape.ts'
import { probes } from './probes.ts'
import { createReadyAnswers, type ReadyAnswers } from './ready-answers.ts'
import { proxyTest } from './sender.ts'
import { speakItalian } from './sentences.ts'

declare module 'fastify' {
  interface FastifyInstance {
    observers: RequestObserver[]
    readyAnswers: ReadyAnswers
    directCalls: DirectCalls
    /** Null where limits are off. */
    overload: Overload | null
  }
}

/** The longest parameter in a path, in letters: order ids of other systems may be this long. */
const parameterLength = 256

/** The longest time for a whole request (10 MB on a slow line) and for its headers. After it: 408. */
const wholeRequestMs = MINUTE_MS
const headersMs = 20_000

/** The server without any route: validation, errors, headers, ids, access log, limits. Every test uses the same. */
export async function buildFrame(
  kernel: Kernel,
  { development, closed, draining = () => false }: { development: boolean; closed?: Closed; draining?: () => boolean },
): Promise<FastifyInstance> {
  const { config, log } = kernel
  const isProxy = proxyTest(config.TRUST_PROXY)
  speakItalian()
  const headers = securityHeaders({ https: config.APP_URL.startsWith('https:'), development })
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    frameworkErrors: answerUnroutable(headers),
    clientErrorHandler: answerUnreadable(headers),
    rewriteUrl: readableAddress,
    genReqId: () => crypto.randomUUID(),
    trustProxy: isProxy,
    bodyLimit: usualBodyLimit,
    routerOptions: { maxParamLength: parameterLength },
    requestTimeout: wholeRequestMs,
    // Node waits for the longer of the two, and checks only at intervals.
    http: { requestTimeout: wholeRequestMs, headersTimeout: headersMs, connectionsCheckingInterval: 5_000 },
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('session', null)

  // Hooks of every request use callbacks: a promise each would cost more than their work.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    during({ request_id: request.id }, done)
  })
  keepContext(app)
  const counts = createRequestCounts(kernel)
  limitRequests(app, counts)
  if (closed !== undefined) guardCalls(app, kernel, closed)
  app.addHook('onSend', tagPublicAnswers)
  const observers: RequestObserver[] = []
  app.decorate('observers', observers)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip } = request
    const { url, config: options } = request.routeOptions
    const { statusCode: status, elapsedTime: ms } = reply
    const isTurnedAway = status === 503 && wasRefusedAsClosed(request)
    for (const observe of observers) observe({ method, url, config: options, status, ms, isTurnedAway })
    const route = url ?? 'unknown'
    const line = { method, route, status, ms: Math.round(ms) }
    const level = probes.has(route) && status < 400 ? 'debug' : 'info'
    request.log[level](options.keepsNoAddress ? line : { ...line, ip }, 'request')
    done()
  })
  const isPaused = () => draining() || (closed?.() ?? null) !== null
  answerAhead(app, kernel, { headers, isProxy, counts, observers, isPaused })
  app.setErrorHandler(answerError)

  readJson(app)
  await app.register(formbody, { bodyLimit: usualBodyLimit })
  return app
}

/** Ready answers and direct calls leave before the router; it gets all other requests. */
function answerAhead(
  app: FastifyInstance,
  { config, sql, log }: Pick<Kernel, 'config' | 'sql' | 'log'>,
  parts: Omit<Parameters<typeof createReadyAnswers>[0], 'lines'>,
): void {
  const lines = createRequestLines(log)
  const readyAnswers = createReadyAnswers({ ...parts, lines })
  app.decorate('readyAnswers', readyAnswers)
  const directCalls = createDirectCalls({ ...parts, lines })
  app.decorate('directCalls', directCalls)
  app.addHook('onClose', async () => lines.flush())
  const [route] = app.server.listeners('request') as RequestListener[]
  const handle = (...given: Parameters<RequestListener>) => void (directCalls.answer(...given) || route?.(...given))
  const { headers, observers } = parts
  const waiting = () => sql.state().waiting
  const overload = config.RATE_LIMITS === 'off' ? null : createOverload({ handle, headers, observers, log, waiting })
  overload?.watch(app)
  app.decorate('overload', overload)
  const admit = overload?.admit ?? handle
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!readyAnswers.answer(request, response)) admit(request, response)
  })
}

/** Keeps the log context for requests with a body, which arrives in another context. Reads have none and need no hook. */
function keepContext(app: FastifyInstance): void {
  const enter: preValidationHookHandler = (request, _reply, done) => {
    if (logContext() === undefined) during({ request_id: request.id }, done)
    else done()
  }
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => ['GET', 'HEAD', 'OPTIONS'].includes(method))) return
    route.preValidation = [enter, ...[route.preValidation ?? []].flat()]
  })
}

/** Parses JSON strictly: bytes that are no UTF-8 would be stored as other letters. A call without a body may send an empty one. */
function readJson(app: FastifyInstance): void {
  // Fastify's own: no call takes a text, and 415 says so.
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0 && request.routeOptions.config.endpoint?.body === undefined) return done(null, undefined)
    const exceeded = exceededShape(body)
    if (exceeded !== null) {
      const many = { levels: 'annida troppi livelli', names: 'ha troppi nomi di campi' }[exceeded]
      fail('BAD_REQUEST', { detail: `La richiesta ${many}: usane al massimo ${jsonLimits[exceeded]}.` })
    }
    if (!isUtf8(body)) fail('BAD_REQUEST', { detail: 'La richiesta deve essere in UTF-8.' })
    void parse(request, body.toString('utf8'), done)
  })
}
