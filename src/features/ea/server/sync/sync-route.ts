import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import { createIntake } from './intake.ts'
import { flushPlain } from './plain-syncs.ts'
import { measuredCommit, syncAnswers } from '../metrics.ts'
import { noteRefusals, tokenExists } from '../queries.ts'
import { createAdmittedTokens, type AdmittedTokens } from './admitted-tokens.ts'

/**
 * The advisor's call. Every answer says the same in status, header and body, since some terminals hide the body of an error. Nothing
 * redirects and no cookie is set. `docs/ea-protocol.md`, errors. Requests with a known token are answered before the router.
 */
export function registerSyncRoute(app: FastifyInstance, kernel: Kernel, checks: SyncChecks): void {
  const call = createSyncCall(kernel, checks)
  addRoute(app, kernel, call)
  app.directCalls.add({
    endpoint: syncAccount,
    admit({ headers }, ip) {
      const hash = tokenHashOf(kernel, headers)
      return hash !== null && call.tokens.isAdmitted(hash) ? { hash, ip } : null
    },
    async answer({ hash, ip }, body) {
      const answer = await call
        .answer(hash, ip, body)
        .catch((error: unknown) => refusalAnswer(refusalOf(error, kernel.log)))
      syncAnswers(kernel).inc({ code: answer.headers['x-ea-code'] })
      return answer
    },
  })
}

/** An answer besides the headers that every answer carries. */
interface CallAnswer extends Refusal {
  status: number
  headers: { 'x-ea-code': SyncRefusal['code'] | 'OK'; 'cache-control': string; 'content-type': string }
}

interface SyncCall {
  tokens: AdmittedTokens
  /** @param hash of an admitted token @param body null where the request has none */
  answer: (hash: string, ip: string, body: Buffer | null) => Promise<CallAnswer>
}

function createSyncCall(kernel: Kernel, checks: SyncChecks): SyncCall {
  const held = createHeldAccounts()
  const intake = createIntake({
    quick: (sent) => flushPlain(kernel, checks, held, sent),
    flush: (sent) => measuredCommit(kernel, sent.length, () => flushSyncs(kernel, checks, sent, held)),
    onError: (error, requests) => kernel.log.error({ err: error, requests }, 'syncs not stored'),
  })
  const tokens = createAdmittedTokens(kernel)
  return {
    tokens,
    async answer(hash, ip, body) {
      tokens.noteBody(hash, body?.length ?? 0)
      const json = body === null ? undefined : readBody(body)
      if (json === undefined) return refusalAnswer(await refuseUnread(kernel, tokens, hash, { code: 'BAD_JSON' }))
      const parsed = syncRequest.safeParse(json)
      if (!parsed.success) {
        const errors = errorSentences(parsed.error.issues)
        const refusal = await refuseUnread(kernel, tokens, hash, { code: 'INVALID', message: invalidMessage(errors) })
        return refusalAnswer(refusal, refusal.code === 'INVALID' ? errors : undefined)
      }
      const network = checks.networkHash(ip)
      const result = await intake.submit({ tokenHash: hash, request: parsed.data, network })
      if ('answer' in result) return { status: 200, headers: acceptedHeaders, body: JSON.stringify(result.answer) }
      if (result.refusal.code === 'TOKEN_INVALID') return refusalAnswer(await tokens.refuseUnknown(hash))
      tokens.noteRefusal(hash)
      return refusalAnswer(result.refusal)
    },
  }
}

const acceptedHeaders = { 'x-ea-code': 'OK', 'cache-control': 'no-store', 'content-type': contentTypes.json } as const

function addRoute(app: FastifyInstance, kernel: Kernel, { tokens, answer }: SyncCall): void {
  const hashes = new WeakMap<FastifyRequest, string>()
  app.register(async (scope) => {
    // Terminals send any content type, or none: the body is JSON or nothing.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: syncBodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      send(reply, refusalAnswer(refusalOf(error, request.log))),
    )
    scope.addHook('onResponse', (_request, reply, done) => {
      const code = reply.getHeader('x-ea-code') as CallAnswer['headers']['x-ea-code'] | undefined
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
        const hash = tokenHashOf(kernel, request.headers)
        if (hash === null) return send(reply, refusalAnswer({ code: 'TOKEN_INVALID' }))
        hashes.set(request, hash)
        const refusal = await tokens.admit(hash, request.ip)
        return refusal === null ? undefined : send(reply, refusalAnswer(refusal))
      },
      async handler(request, reply) {
        const hash = hashes.get(request)
        if (hash === undefined) throw new Error('a sync whose token was not admitted')
        return send(reply, await answer(hash, request.ip, Buffer.isBuffer(request.body) ? request.body : null))
      },
    })
  })
}

function send(reply: FastifyReply, { status, headers, body }: CallAnswer): FastifyReply {
  return reply.code(status).headers(headers).serializer(String).send(body)
}

/** Hexadecimal; null without a token. Blanks around it come from copying. */
function tokenHashOf({ secrets }: Kernel, { authorization = '' }: IncomingHttpHeaders): string | null {
  const token = /^\s*bearer\s+(tt_ea_[\w-]{43})\s*$/i.exec(authorization)?.[1]
  return token === undefined ? null : secrets.hashToken(token).toString('hex')
}

/**
 * Undefined where the body is no JSON, or no UTF-8: a truncated name would be stored with replacement characters. MQL's text arrays
 * end in a zero that authors often do not cut off.
 */
function readBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined
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
  hash: string,
  refusal: SyncRefusal,
): Promise<SyncRefusal> {
  if (!(await tokenExists(kernel.sql, Buffer.from(hash, 'hex')))) return tokens.refuseUnknown(hash)
  tokens.noteRefusal(hash)
  const message = refusalMessage(refusal)
  await noteRefusals(kernel.sql, [{ hash, message }], instantText(kernel.clock.now()))
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

function refusalAnswer(refusal: SyncRefusal, errors?: string[]): CallAnswer {
  const { code } = refusal
  const [status, , usualWait] = syncRefusals[code]
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
  return { status, headers: { ...headers, 'content-type': contentTypes.json }, body: JSON.stringify(body) }
}

/** The answer to a sync that comes while more syncs wait than can be stored. */
const overloaded = refusalAnswer({ code: 'UNAVAILABLE' })

function refusalOf(error: unknown, log: Pick<FastifyBaseLogger, 'error'>): SyncRefusal {
  const { code, statusCode = 500 } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: 'BATCH_TOO_LARGE' }
  if (error instanceof Failure && error.code === 'TOO_MANY_REQUESTS') {
    return { code: 'TOO_MANY_REQUESTS', wait: Math.max(30, error.data.retryAfter ?? 0) }
  }
  if (isDatabaseAway(error)) return { code: 'UNAVAILABLE' }
  if (statusCode >= 400 && statusCode < 500) return { code: 'BAD_JSON' }
  log.error({ err: error }, 'sync failed')
  return { code: 'INTERNAL' }
}
