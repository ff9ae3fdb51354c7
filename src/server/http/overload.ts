import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { errors, type ErrorBody } from '#shared/errors.ts'
import { contentTypes } from './content.ts'
import { retrySeconds } from './failure.ts'
import type { RequestObserver } from './observers.ts'
import { plainPage } from './plain-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** In place of the usual refusal under overload. Status 503; it names the seconds to wait itself. */
    refusal?: Refusal
  }
}

export interface Refusal {
  headers: Record<string, string>
  body: string
}

/**
 * Refuses requests before the router while more comes than the instance can do, so that the others are answered in time: page views first,
 * then what people do, advisors and payments last. Probes and answers that stand in memory are never refused.
 * `docs/decisions/032-overload.md`.
 */
export interface Overload {
  /** True where the request was refused: the router must not see it. */
  refuse(request: IncomingMessage, response: ServerResponse): boolean
  /** How many requests were refused. */
  count(): number
}

type Priority = 'view' | 'person' | 'first'

/** Under overload a turn of the event loop admits requests for this long, by priority. Milliseconds. */
const admittedMs: Record<Priority, number> = { view: 100, person: 150, first: 800 }
/** So many requests may wait for a connection of the database before others are refused. Advisors wait in a queue of their own. */
const waitingAtMost: Record<Priority, number> = { view: 200, person: 400, first: Number.POSITIVE_INFINITY }
/** A turn of this length makes people wait. One is a pause, many are overload. Milliseconds. */
const longTurnMs = 150
/** The time of long turns, less the time between them, that is overload; and how much of it a turn counts at most. Milliseconds. */
const overloadMs = 750
const mostOfTurnMs = 250
/** Overload ends when nothing was refused for so long. Milliseconds. */
const calmMs = 1_000
/** Least time between two lines of the log. Milliseconds. */
const reportEveryMs = 1_000

export function createOverload({
  headers,
  waiting,
  observers,
  log,
  now = () => performance.now(),
}: {
  /** Those that every answer carries. */
  headers: Record<string, string>
  /** Requests that wait for a connection of the database. */
  waiting: () => number
  observers: readonly RequestObserver[]
  log: Pick<Logger, 'warn'>
  /** Milliseconds of a steady clock. */
  now?: () => number
}): Overload & { watch: (app: FastifyInstance) => void } {
  /** By `method address`, without parameters; null for the usual refusal. */
  const first = new Map<string, Refusal | null>()
  const probes = new Set<string>()
  let turnAt: number | null = null
  let endedAt = 0
  let longMs = 0
  let overloadedUntil = Number.NEGATIVE_INFINITY
  let refused = 0
  let reported = { at: Number.NEGATIVE_INFINITY, refused: 0 }

  function endTurn(): void {
    const at = now()
    const took = turnAt === null ? 0 : at - turnAt
    // A short turn among long ones hides nothing: it counts as the rest that it was.
    const rest = at - endedAt - (took > longTurnMs ? took : 0)
    longMs = Math.max(0, longMs - rest) + (took > longTurnMs ? Math.min(took, mostOfTurnMs) : 0)
    turnAt = null
    endedAt = at
    if (longMs < overloadMs) return
    longMs = overloadMs
    overloadedUntil = at + calmMs
  }

  function isTooMuch(priority: Priority, at: number): boolean {
    if (turnAt === null) {
      turnAt = at
      setImmediate(endTurn)
    }
    return (at < overloadedUntil && at - turnAt > admittedMs[priority]) || waiting() > waitingAtMost[priority]
  }

  function answer(request: IncomingMessage, response: ServerResponse, own: Refusal | null | undefined): void {
    const id = crypto.randomUUID()
    const isPage = own === undefined && !(request.url ?? '').startsWith('/api/')
    const { headers: more, body } = own ?? (isPage ? pageRefusal : callRefusal(id))
    const length = String(Buffer.byteLength(body))
    response.writeHead(503, { ...headers, 'x-request-id': id, ...more, 'content-length': length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function report(at: number): void {
    if (at - reported.at < reportEveryMs) return
    log.warn({ refused: refused - reported.refused }, 'overload: requests refused')
    reported = { at, refused }
  }

  return {
    refuse(request, response) {
      const { method = '', url = '' } = request
      const end = url.indexOf('?')
      const path = end < 0 ? url : url.slice(0, end)
      if (probes.has(path)) return false
      const own = first.get(`${method} ${path}`)
      const at = now()
      if (!isTooMuch(own === undefined ? priorityOf(request, path) : 'first', at)) return false
      overloadedUntil = Math.max(overloadedUntil, at + calmMs)
      refused += 1
      answer(request, response, own)
      for (const observe of observers) {
        observe({ method, url: undefined, config: noRoute, status: 503, ms: 0, isTurnedAway: false })
      }
      report(at)
      return true
    },
    count: () => refused,
    watch(app) {
      app.addHook('onRoute', ({ method, url, config }) => {
        if (config?.unlimited === true) probes.add(url)
        if (config?.endpoint?.priority !== 'first') return
        for (const each of [method].flat()) first.set(`${each} ${url}`, config.refusal ?? null)
      })
    },
  }
}

/** A signed-in person is in the middle of something, and so is a page that loads its parts. */
function priorityOf({ method, headers }: IncomingMessage, path: string): Priority {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && headers.authorization === undefined && !path.startsWith('/assets/') ? 'view' : 'person'
}

const noRoute = {}
const wait = { 'retry-after': String(retrySeconds), 'cache-control': 'no-store' }

function callRefusal(request_id: string): Refusal {
  const [, detail] = errors.UNAVAILABLE
  const body = { detail, message: detail, error_type: 'UNAVAILABLE', request_id } satisfies ErrorBody
  return { headers: { ...wait, 'content-type': contentTypes.json }, body: JSON.stringify(body) }
}

const pageRefusal: Refusal = {
  headers: { ...wait, 'content-type': contentTypes.html },
  body: plainPage('Il sito ora ha più visite di quante ne può servire. Riprova tra qualche secondo.'),
}
