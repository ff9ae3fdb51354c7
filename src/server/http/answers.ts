import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import { holdsTag } from './bytes.ts'
import { isDatabaseAway } from '../database/database.ts'
import { errorsOf } from './declared-errors.ts'
import { Failure, retrySeconds } from './failure.ts'
import { StorageError } from '../files/storage.ts'
import { contentTypes } from './content.ts'

/** The router's own errors and the catalogue code that answers each. */
const routerErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  // No existing name is so long.
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

/** Logged where a call answers an error that its contract does not name. Every test of that call fails then. */
export const undeclaredError = 'undeclared error'

/** Translates every thrown value into the one shape of error answers. A 5xx reveals nothing of the server. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Failure) {
    const { data } = error
    if (data.retryAfter !== undefined) reply.header('retry-after', data.retryAfter)
    return send(reply, request, error.code, {
      detail: error.message,
      ...(data.errorType !== undefined && { error_type: data.errorType }),
      ...(data.errors && { errors: data.errors }),
      ...(data.fields && { fields: data.fields }),
      ...(data.details && { details: data.details }),
      ...(error.code === 'MAINTENANCE' && { maintenance: true }),
    })
  }
  if (error.validation !== undefined) return send(reply, request, 'VALIDATION', fieldErrors(error))
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database away')
    reply.header('retry-after', retrySeconds)
    return send(reply, request, 'UNAVAILABLE', {})
  }
  if (error instanceof StorageError) {
    request.log.error({ err: error, cause: error.cause }, 'store of files away')
    reply.header('retry-after', retrySeconds)
    return send(reply, request, 'UNAVAILABLE', {})
  }
  const known = routerErrors[error.code]
  if (known !== undefined) return send(reply, request, known, {})
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return send(reply, request, 'BAD_REQUEST', {})
  }
  request.log.error({ err: error, cause: error.cause }, 'request failed')
  return send(reply, request, 'INTERNAL', { request_id: request.id })
}

function send(reply: FastifyReply, request: FastifyRequest, code: ErrorCode, body: Partial<ErrorBody>): FastifyReply {
  const { endpoint } = request.routeOptions.config
  if (endpoint !== undefined && !errorsOf(endpoint).has(code)) {
    request.log.warn({ code, call: `${endpoint.method} ${endpoint.path}` }, undeclaredError)
  }
  const [status, detail] = errors[code]
  const sentence = body.detail ?? detail
  reply.header('cache-control', 'no-store')
  return reply
    .code(status)
    .type(contentTypes.json)
    .serializer(JSON.stringify)
    .send({
      ...body,
      detail: sentence,
      message: sentence,
      error_type: body.error_type ?? code,
      ...(status >= 500 && { request_id: request.id }),
    } satisfies ErrorBody)
}

/** One sentence for each error, at its field. */
function fieldErrors(error: FastifyError): Partial<ErrorBody> {
  const fields: Record<string, string> = {}
  const sentences: string[] = []
  for (const { instancePath, message } of error.validation ?? []) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.')
    const sentence = message ?? errors.VALIDATION[1]
    if (field !== '') fields[field] ??= sentence
    sentences.push(field === '' ? sentence : `${field}: ${sentence}`)
  }
  // Errors with the same text become one sentence: several missing fields, for example.
  const [only, ...others] = new Set(error.validation?.map(({ message }) => message))
  const atFields = Object.keys(fields).length > 0
  const detail = atFields && only !== undefined && others.length === 0 ? only : errors.VALIDATION[1]
  return { detail, fields, errors: sentences }
}

interface Route {
  method: string
  url: string
}

/** A list of all routes that are registered from now on. */
export function watchRoutes(app: FastifyInstance): readonly Route[] {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
  return routes
}

/** Answers an address without a route: 405 where it exists under another method, else 404; both in the error shape. */
export function answerUnknown(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const allowed = routes.filter(({ url }) => pathMatches(url, path)).map(({ method }) => method)
  // The router takes no parameter beyond a length: then even the right method has no route.
  if (allowed.length === 0 || allowed.includes(request.method)) return send(reply, request, 'NOT_FOUND', {})
  reply.header('allow', [...new Set(allowed)].join(', '))
  return send(reply, request, 'METHOD_NOT_ALLOWED', {})
}

function pathMatches(template: string, path: string): boolean {
  const expected = template.split('/')
  const given = path.split('/')
  return (
    expected.length === given.length &&
    expected.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  )
}

/** Adds the strong ETag to public GETs that are not finished bytes, and answers 304 where the client holds the same. */
export function tagPublicAnswers(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (reply.statusCode !== 200 || typeof payload !== 'string' || reply.hasHeader('etag')) return done(null, payload)
  const { endpoint } = request.routeOptions.config
  const same = endpoint?.access === 'public' || (endpoint?.access === 'optional' && request.session === null)
  if (endpoint?.method !== 'GET' || !same) return done(null, payload)
  const tag = createHash('sha256').update(payload).digest('base64url').slice(0, 27)
  reply.header('etag', `"${tag}"`)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  if (!holdsTag(request.headers['if-none-match'], tag)) return done(null, payload)
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  done(null, null)
}
