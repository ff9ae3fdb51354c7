import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { addressBucket } from '../limits.ts'
import { requestLine, type RequestLines } from '../log/request-lines.ts'
import type { MemoryCounts } from '../memory-counts.ts'
import { finishedHeaders, holdsTag, isSentInBrotli, type FinishedBytes } from './bytes.ts'
import type { AnsweredRequest, RequestObserver } from './observers.ts'
import { senderOf, type IsProxy } from './sender.ts'

/**
 * Answers whose bytes stand in memory, sent before the router sees the request: no hook, no schema, no promise. The router answers an
 * address first, by `sendFinished`, and every request that is not plainly the same. The answers are equal byte for byte
 * (`ready-matrix.test.ts`). `docs/decisions/026-answers-before-the-router.md`.
 */
export interface ReadyAnswers {
  /** False where the router must answer; nothing has happened then. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Stores the bytes with which the router answers this request, if they say until when they are current. */
  store(request: FastifyRequest, bytes: FinishedBytes): void
  /** How many requests were answered. */
  count(): number
}

interface Ready {
  bytes: FinishedBytes
  isCurrent: () => boolean
  route: Pick<AnsweredRequest, 'method' | 'url' | 'config'>
  /** Sent since it was last looked at for removal. */
  isUsed: boolean
  /** One for each encoding and outcome, made when first needed. */
  prepared: (Prepared | null | undefined)[]
}

interface Prepared {
  status: number
  /** Names and values in turn, with a place for the request's id. */
  headers: string[]
  body: Buffer | undefined
  outcome: AnsweredRequest
  line: string
}

/** Addresses are clients' texts: memory is bounded. */
const maximumAddresses = 500
/** Bytes of them without compression; a picture has some 200 KB. */
const maximumBytes = 40_000_000
const looksForEach = 4
const longestAddress = 300
/** Parameters by which a client makes an address new, and the calls whose answer does not depend on them. */
const cacheBusters = ['t=', 'r=']
const callsWithBusters = '/api/fresh/'

/** The parts of the frame that answers before the router use. */
export interface FrameParts {
  /** Those that every answer carries. */
  headers: Record<string, string>
  isProxy: IsProxy
  counts: MemoryCounts
  lines: RequestLines
  observers: readonly RequestObserver[]
  /** True while the router must answer: the site is closed, or this instance stops. */
  isPaused: () => boolean
}

export function createReadyAnswers({ headers, isProxy, counts, lines, observers, isPaused }: FrameParts): ReadyAnswers {
  const ready = new Map<string, Ready>()
  const fixed = Object.entries(headers).flat()
  const idPlace = fixed.length + 1
  let answered = 0
  let heldBytes = 0

  function remove(key: string): void {
    const found = ready.get(key)
    if (found === undefined) return
    heldBytes -= found.bytes.identity.length
    ready.delete(key)
  }

  const hasRoom = () => ready.size < maximumAddresses && heldBytes < maximumBytes

  /**
   * Looks at the oldest ones: removes those of an earlier state, and where there are too many those that nobody asked for again. A few for each new
   * one, since a thousand profiles a second may be new.
   */
  function makeRoom(): void {
    let looks = looksForEach
    for (const [key, each] of ready) {
      if (looks === 0 && hasRoom()) return
      looks = Math.max(0, looks - 1)
      if (each.isCurrent() && (each.isUsed || hasRoom())) {
        // A Map keeps the order of insertion: it is looked at again after all others.
        each.isUsed = false
        ready.delete(key)
        ready.set(key, each)
      } else remove(key)
    }
  }

  /** Null where nobody has asked for these bytes in brotli yet: the router compresses them. */
  function prepare({ bytes, route }: Ready, brotli: boolean, isHeld: boolean): Prepared | null {
    const body = brotli && !isHeld ? bytes.brotli : bytes.identity
    if (body === null) return null
    const isBodiless = isHeld || route.method === 'HEAD'
    const status = isHeld ? 304 : 200
    const own = Object.entries(finishedHeaders(bytes, { brotli, isHeld })).flat()
    // The router's own HEAD names the length of every answer.
    const length = isHeld && route.method !== 'HEAD' ? [] : ['content-length', String(isHeld ? 0 : body.length)]
    return {
      status,
      headers: [...fixed, 'x-request-id', '', ...own, ...length],
      body: isBodiless ? undefined : body,
      outcome: { ...route, status, ms: 0, isTurnedAway: false },
      line: requestLine({ method: route.method, route: route.url ?? '', status, ms: 0 }),
    }
  }

  return {
    answer(request, response) {
      const { method = '', url = '', headers: given } = request
      const key = keyOf(method, url)
      const found = ready.get(key)
      if (found === undefined) return false
      if (!found.isCurrent()) {
        remove(key)
        return false
      }
      // The router refuses bodies and forms.
      if (given['content-type'] !== undefined || given['transfer-encoding'] !== undefined) return false
      if (given['content-length'] !== undefined || given.expect !== undefined || isPaused()) return false
      const ip = senderOf(request, isProxy)
      if (ip === null) return false
      const brotli = isSentInBrotli(found.bytes, given['accept-encoding'])
      const isHeld = holdsTag(given['if-none-match'], found.bytes.tag)
      const kind = (brotli ? 1 : 0) + (isHeld ? 2 : 0)
      const prepared = (found.prepared[kind] ??= prepare(found, brotli, isHeld))
      if (prepared === null) return false
      // Refused by the router, which counts it again to no effect.
      if (counts.use(addressBucket(ip)) > 0) return false

      const { status, headers: sent, body, outcome, line } = prepared
      const id = randomUUID()
      sent[idPlace] = id
      response.writeHead(status, sent)
      response.end(body)

      found.isUsed = true
      answered += 1
      for (const observe of observers) observe(outcome)
      lines.add(line, id, found.route.config.keepsNoAddress === true ? null : ip)
      return true
    },
    store({ raw, method, routeOptions: { url, config } }, bytes) {
      const { isCurrent } = bytes
      const isPublic = config.endpoint === undefined || config.endpoint.access === 'public'
      if (isCurrent === undefined || bytes.status !== 200 || !isPublic) return
      if ((method !== 'GET' && method !== 'HEAD') || (raw.url ?? '').length > longestAddress) return
      makeRoom()
      const key = keyOf(method, raw.url ?? '')
      remove(key)
      heldBytes += bytes.identity.length
      ready.set(key, { bytes, isCurrent, route: { method, url, config }, isUsed: false, prepared: [] })
    },
    count: () => answered,
  }
}

function keyOf(method: string, url: string): string {
  const hasBusters = url.startsWith(callsWithBusters) && url.includes('?')
  return `${method} ${hasBusters ? cacheBusters.reduce(without, url) : url}`
}

/** The address without the first parameter of this name. A value that a client might mean otherwise stays, and makes another address. */
function without(url: string, parameter: string): string {
  let start = url.indexOf(parameter)
  while (start > 0 && url[start - 1] !== '?' && url[start - 1] !== '&') start = url.indexOf(parameter, start + 1)
  if (start < 0) return url
  let end = start + parameter.length
  while (isPlain(url.charCodeAt(end))) end += 1
  if (end < url.length && url[end] !== '&') return url
  return url.slice(0, start) + url.slice(end + 1)
}

/** Digits, letters and what stands in numbers. */
const isPlain = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 46 || code === 45
