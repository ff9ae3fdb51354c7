import { isUtf8 } from 'node:buffer'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '#server/database/database.ts'
import { contentTypes } from '#server/http/content.ts'
import { Failure } from '#server/http/failure.ts'
import type { Refusal } from '#server/http/overload.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { errorsFound } from '#shared/short-checked-array.ts'
import { syncAccount } from '../../contract.ts'
import { syncBodyLimit, syncRefusals, syncRequest, type SyncRefusalBody } from '../../sync-contract.ts'
import { refusalMessage } from './admission.ts'
import type { SyncChecks } from './checks.ts'
import { flushSyncs } from './flush.ts'
import { createHeldAccounts } from './held-accounts.ts'
import type { SyncRefusal } from './sent-sync.ts'
import { createIntake, type SyncIntake } from './intake.ts'
import { flushPlain } from './plain-syncs.ts'
import { measuredCommit, syncAnswers } from '../metrics.ts'
import { noteRefusals, tokenExists } from '../queries.ts'
import { createAdmittedTokens, type AdmittedTokens } from './admitted-tokens.ts'

/**
 * The advisor's call, a route of its own kind. Every answer says the same in status, header and body, since some terminals hide the body of
 * an error. Nothing redirects and no cookie is set. `docs/ea-protocol.md`, errors.
 */
export function registerSyncRoute(app: FastifyInstance, kernel: Kernel, checks: SyncChecks): void {
  const held = createHeldAccounts()
  const intake = createIntake({
    quick: (sent) => flushPlain(kernel, checks, held, sent),
    flush: (sent) => measuredCommit(kernel, sent.length, () => flushSyncs(kernel, checks, sent, held)),
    onError: (error, requests) => kernel.log.error({ err: error, requests }, 'syncs not stored'),
  })
  const tokens = createAdmittedTokens(kernel)
  const hashes = new WeakMap<FastifyRequest, Buffer>()
  app.register(async (scope) => {
    // Terminals send any content type, or none: the body is JSON or nothing.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: syncBodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError, request, reply) => refuse(reply, refusalOf(error, request)))
    scope.addHook('onResponse', (_request, reply, done) => {
      const code = reply.getHeader('x-ea-code') as SyncRefusal['code'] | 'OK' | undefined
      if (code !== undefined) syncAnswers(kernel).inc({ code })
      done()
    })
    scope.route({
      method: syncAccount.method,
      url: syncAccount.path,
      bodyLimit: syncBodyLimit,
      config: { endpoint: syncAccount, refusal: overloaded },
      schema: {
        summary: syncAccount.summary,
        tags: ['ea'],
        security: [{ bearer: [] }],
        body: syncAccount.body,
        response: { 200: syncAccount.response },
      },
      // The handler validates: its errors have their own shape, and a wrong token comes before them.
      validatorCompiler: () => (value) => ({ value }),
      onRequest: async (request, reply) => {
        const token = tokenOf(request)
        if (token === null) return refuse(reply, { code: 'TOKEN_INVALID' })
        const hash = kernel.secrets.hashToken(token)
        hashes.set(request, hash)
        const refusal = await tokens.admit(hash, request.ip)
        return refusal === null ? undefined : refuse(reply, refusal)
      },
      handler(request, reply) {
        const hash = hashes.get(request)
        if (hash === undefined) throw new Error('a sync whose token was not admitted')
        return answerSync(kernel, checks, { intake, tokens, hash }, request, reply)
      },
    })
  })
}

async function answerSync(
  kernel: Kernel,
  { networkHash }: SyncChecks,
  { intake, tokens, hash }: { intake: SyncIntake; tokens: AdmittedTokens; hash: Buffer },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  tokens.noteBody(hash, Buffer.isBuffer(request.body) ? request.body.length : 0)
  const body = readBody(request.body)
  if (body === undefined) return refuse(reply, await refuseUnread(kernel, tokens, hash, { code: 'BAD_JSON' }))
  const parsed = syncRequest.safeParse(body)
  if (!parsed.success) {
    const errors = errorSentences(parsed.error.issues)
    const refusal = await refuseUnread(kernel, tokens, hash, { code: 'INVALID', message: invalidMessage(errors) })
    return refuse(reply, refusal, refusal.code === 'INVALID' ? errors : undefined)
  }
  const network = networkHash(request.ip)
  const result = await intake.submit({ tokenHash: hash.toString('hex'), request: parsed.data, network })
  if ('refusal' in result) {
    if (result.refusal.code === 'TOKEN_INVALID') return refuse(reply, await tokens.refuseUnknown(hash))
    tokens.noteRefusal(hash)
    return refuse(reply, result.refusal)
  }
  return reply
    .code(200)
    .headers({ 'x-ea-code': 'OK', 'cache-control': 'no-store' })
    .type(contentTypes.json)
    .serializer(String)
    .send(JSON.stringify(result.answer))
}

/** Blanks around the token come from copying it. */
function tokenOf(request: FastifyRequest): string | null {
  return /^\s*bearer\s+(tt_ea_[\w-]{43})\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/**
 * Undefined where the body is no JSON, or no UTF-8: a truncated name would be stored with replacement characters. MQL's text arrays
 * end in a zero that authors often do not cut off.
 */
function readBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || !isUtf8(body)) return undefined
  let end = body.length
  while (body[end - 1] === 0) end -= 1
  try {
    return JSON.parse(body.toString('utf8', 0, end))
  } catch {
    return undefined
  }
}

/** A stranger learns nothing of the errors; the owner finds the last one on the site. */
async function refuseUnread(
  kernel: Kernel,
  tokens: AdmittedTokens,
  hash: Buffer,
  refusal: SyncRefusal,
): Promise<SyncRefusal> {
  if (!(await tokenExists(kernel.sql, hash))) return tokens.refuseUnknown(hash)
  tokens.noteRefusal(hash)
  const message = refusalMessage(refusal)
  await noteRefusals(kernel.sql, [{ hash: hash.toString('hex'), message }], instantText(kernel.clock.now()))
  return refusal
}

function errorSentences(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string[] {
  const sentences = issues.slice(0, errorsFound).map(({ path, message }) => {
    const place = path.map(String).join('.')
    return place === '' ? `La richiesta ${message}` : `${place}: ${message}`
  })
  return issues.length > errorsFound ? [...sentences, '… e altri errori.'] : sentences
}

/** The chart and the owner's status show the message alone; the advisor shows this many letters of it. */
const messageLetters = 200

function invalidMessage([first = '']: readonly string[]): string {
  const advice = ' Se si ripete, scarica di nuovo l’Expert Advisor.'
  return `Dati non validi: ${first}`.slice(0, messageLetters - advice.length) + advice
}

function refuse(reply: FastifyReply, refusal: SyncRefusal, errors?: string[]): FastifyReply {
  const [status] = syncRefusals[refusal.code]
  const { headers, body } = refusalAnswer(refusal, errors)
  return reply.code(status).headers(headers).serializer(String).send(body)
}

function refusalAnswer(refusal: SyncRefusal, errors?: string[]): Refusal {
  const { code } = refusal
  const [, , usualWait] = syncRefusals[code]
  const message = refusalMessage(refusal)
  const wait = refusal.wait ?? usualWait
  const body: SyncRefusalBody = {
    ok: false,
    code,
    message,
    retry_after: wait,
    detail: message,
    ...(errors && { errors }),
  }
  const headers = { 'x-ea-code': code, 'retry-after': String(wait), 'cache-control': 'no-store' }
  return { headers: { ...headers, 'content-type': contentTypes.json }, body: JSON.stringify(body) }
}

/** The answer to a sync that comes while more syncs wait than can be stored. */
const overloaded = refusalAnswer({ code: 'UNAVAILABLE' })

function refusalOf(error: FastifyError | Failure, request: FastifyRequest): SyncRefusal {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: 'BATCH_TOO_LARGE' }
  if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') {
    return { code: 'TOO_MANY_REQUESTS', wait: Math.max(30, error.data.retryAfter ?? 0) }
  }
  if (isDatabaseAway(error)) return { code: 'UNAVAILABLE' }
  const { statusCode = 500 } = error as FastifyError
  if (statusCode >= 400 && statusCode < 500) return { code: 'BAD_JSON' }
  request.log.error({ err: error }, 'sync failed')
  return { code: 'INTERNAL' }
}
