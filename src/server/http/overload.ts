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
 * Controlled delay before the router: while more comes than the instance can do, requests wait in a queue of their priority, and those that
 * wait too long are refused. Advisors and payments go first, then what people do, then page views. Probes and answers that stand in memory
 * never wait. `docs/decisions/032-overload.md`.
 */
export interface Overload {
  /** Has the request handled, now or in a later turn of the event loop, or refuses it. */
  admit: (request: IncomingMessage, response: ServerResponse) => void
  /** How many requests were refused. */
  count(): number
}

/** In the order in which they are admitted. */
const priorities = ['first', 'person', 'view'] as const
type Priority = (typeof priorities)[number]

/** A turn of the event loop admits requests for this long; the others wait for a later one. Milliseconds. */
const turnMs = 15
/**
 * So long a request waits in a queue, and so long in one that refused a request within `calmMs`: a queue at full load is no overload, but one
 * that grows is. Milliseconds.
 */
const patienceMs: Record<Priority, { usual: number; overloaded: number }> = {
  first: { usual: 5_000, overloaded: 5_000 },
  person: { usual: 500, overloaded: 150 },
  view: { usual: 500, overloaded: 20 },
}
const calmMs = 1_000
/** Requests that wait in a queue at most: as many as the proxy keeps connections, since a full queue refuses at once, whatever that costs. One connection can send many. */
const longestQueue = 20_000
/**
 * Page views in progress, until their answers begin: additive increase, multiplicative decrease. Their work stands between the steps of a sync,
 * so a turn that takes longer than `turnMs` halves the number. While others wait it grows by one in each `growthMs`: views that wait for a
 * database that hangs do no work, and must not hold up those whom memory answers.
 */
const viewsInProgress = { least: 8, most: 200, growthMs: 10 }
/** So many requests may wait for a connection of the database before others have to wait here. Advisors wait in a queue of their own. */
const waitingAtMost: Record<Priority, number> = { view: 200, person: 400, first: Number.POSITIVE_INFINITY }
/** Refusals take this share of the time at most: they would leave none for answers otherwise. Also the most of them in one turn, in milliseconds. */
const refusalShare = 0.05
const refusalMs = 10
/** Least time between two lines of the log. Milliseconds. */
const reportEveryMs = 1_000

interface Waiting {
  request: IncomingMessage
  response: ServerResponse
  /** When it came. */
  at: number
  own: Refusal | null | undefined
}

interface Queue {
  waiting: Waiting[]
  refusedAt: number
}

const emptyQueue = (): Queue => ({ waiting: [], refusedAt: Number.NEGATIVE_INFINITY })

export function createOverload({
  handle,
  headers,
  waiting,
  observers,
  log,
  now = () => performance.now(),
}: {
  /** Receives each admitted request. */
  handle: (request: IncomingMessage, response: ServerResponse) => void
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
  const queues: Record<Priority, Queue> = { first: emptyQueue(), person: emptyQueue(), view: emptyQueue() }
  let turnAt: number | null = null
  let views: ServerResponse[] = []
  let viewsAllowed = viewsInProgress.least
  let grownAt = 0
  let isEndDue = false
  let lookedAt = 0
  let refused = 0
  let reported = { at: Number.NEGATIVE_INFINITY, refused: 0 }

  function isFree(priority: Priority, at: number): boolean {
    if (turnAt !== null && at - turnAt > turnMs) return false
    if (waiting() > waitingAtMost[priority]) return false
    if (priority !== 'view' || views.length < viewsAllowed) return true
    // A slow reader of an answer takes no place.
    views = views.filter((response) => !response.headersSent && !response.destroyed)
    return views.length < viewsAllowed
  }

  function adapt(at: number, isLong: boolean): void {
    const { least, most, growthMs } = viewsInProgress
    if (isLong) viewsAllowed = Math.max(least, Math.floor(viewsAllowed / 2))
    else if (queues.view.waiting.length > 0 && at - grownAt >= growthMs) {
      viewsAllowed = Math.min(most, viewsAllowed + 1)
    } else return
    grownAt = at
  }

  /** True where no request waits that goes before a new one of this priority. */
  function isNext(priority: Priority): boolean {
    for (const each of priorities) {
      if (queues[each].waiting.length > 0) return false
      if (each === priority) return true
    }
    return true
  }

  function start(priority: Priority, request: IncomingMessage, response: ServerResponse): void {
    if (priority === 'view') views.push(response)
    handle(request, response)
  }

  function beginTurn(at: number): void {
    turnAt ??= at
    if (isEndDue) return
    isEndDue = true
    setImmediate(endTurn)
  }

  /** All sockets were read: those who wait are admitted by their priority. */
  function endTurn(): void {
    isEndDue = false
    const endedAt = now()
    adapt(endedAt, turnAt !== null && endedAt - turnAt > turnMs)
    turnAt = endedAt
    let admitted = 0
    for (const priority of priorities) {
      const { waiting: queue } = queues[priority]
      while (queue.length > 0 && isFree(priority, now())) {
        const { request, response } = queue.shift() as Waiting
        // Its sender is gone.
        if (response.destroyed) continue
        start(priority, request, response)
        admitted += 1
      }
    }
    refuseLate()
    turnAt = null
    if (isNext('view')) return
    // The next turn counts the work for earlier requests too.
    turnAt = now()
    isEndDue = true
    // If none was admitted, work under way has to end first: a look in each turn would take its time.
    if (admitted > 0) setImmediate(endTurn)
    else setTimeout(endTurn, 1)
  }

  function refuseLate(): void {
    const began = now()
    const until = began + Math.min(refusalMs, refusalShare * (began - lookedAt))
    for (const priority of priorities.toReversed()) {
      const queue = queues[priority]
      const { usual, overloaded } = patienceMs[priority]
      for (let at = now(); at < until; at = now()) {
        const [oldest] = queue.waiting
        const isOverloaded = at - queue.refusedAt < calmMs
        if (oldest === undefined || at - oldest.at <= (isOverloaded ? overloaded : usual)) break
        queue.waiting.shift()
        queue.refusedAt = at
        refuse(oldest)
      }
    }
    lookedAt = now()
  }

  function refuse({ request, response, own }: Waiting): void {
    if (response.destroyed) return
    const { method = '', url = '' } = request
    refused += 1
    const id = crypto.randomUUID()
    const isPage = own === undefined && !url.startsWith('/api/')
    const { headers: more, body } = own ?? (isPage ? pageRefusal : callRefusal(id))
    const length = String(Buffer.byteLength(body))
    response.writeHead(503, { ...headers, 'x-request-id': id, ...more, 'content-length': length })
    response.end(method === 'HEAD' ? undefined : body)
    for (const observe of observers) {
      observe({ method, url: undefined, config: noRoute, status: 503, ms: 0, isTurnedAway: false })
    }
    report(now())
  }

  function report(at: number): void {
    if (at - reported.at < reportEveryMs) return
    log.warn({ refused: refused - reported.refused }, 'overload: requests refused')
    reported = { at, refused }
  }

  return {
    admit(request, response) {
      const { method = '', url = '' } = request
      const end = url.indexOf('?')
      const path = end < 0 ? url : url.slice(0, end)
      if (probes.has(path)) return handle(request, response)
      const own = first.get(`${method} ${path}`)
      const priority = own === undefined ? priorityOf(request, path) : 'first'
      const at = now()
      beginTurn(at)
      if (isNext(priority) && isFree(priority, at)) return start(priority, request, response)
      const queue = queues[priority]
      if (queue.waiting.length < longestQueue) queue.waiting.push({ request, response, at, own })
      else refuse({ request, response, at, own })
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
