import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { addressBucket } from '../limits.ts'
import { requestLine, type RequestLines } from '../log/request-lines.ts'
import type { MemoryCounts } from '../memory-counts.ts'
import { finishedHeaders, holdsTag, takesBrotli, type FinishedBytes } from './bytes.ts'
import type { AnsweredRequest, RequestObserver } from './observers.ts'
import { senderOf, type IsProxy } from './sender.ts'

/**
 * Answers whose bytes stand in memory, sent before the router sees the request: no hook, no schema, no promise. The router answers an
 * address first, by `sendFinished`, and every request that is not plainly the same. The answers are equal byte for byte
 * (`ready-answers.test.ts`). `docs/decisions/026-answers-before-the-router.md`.
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
  /** One for each encoding and outcome, made when first needed. */
  prepared: (Prepared | undefined)[]
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
const longestAddress = 300
/** Parameters by which a client makes an address new, and the calls whose answer does not depend on them. */
const cacheBusters = ['t=', 'r=']
const callsWithBusters = '/api/fresh/'

export function createReadyAnswers({
  headers,
  isProxy,
  counts,
  lines,
  observers,
  isPaused,
}: {
  /** Those that every answer carries. */
  headers: Record<string, string>
  isProxy: IsProxy
  counts: MemoryCounts
  lines: RequestLines
  observers: readonly RequestObserver[]
  /** True while answers need more than their bytes: the site is closed, or this instance stops. */
  isPaused: () => boolean
}): ReadyAnswers {
  const ready = new Map<string, Ready>()
  const fixed = Object.entries(headers).flat()
  const idPlace = fixed.length + 1
  let answered = 0

  function prepare({ bytes, route }: Ready, brotli: boolean, isHeld: boolean): Prepared {
    const body = brotli ? bytes.brotli : bytes.identity
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
        ready.delete(key)
        return false
      }
      // The router refuses bodies and forms.
      if (given['content-type'] !== undefined || given['transfer-encoding'] !== undefined) return false
      if (given['content-length'] !== undefined || given.expect !== undefined || isPaused()) return false
      const ip = senderOf(request, isProxy)
      if (ip === null) return false
      const brotli = takesBrotli(given['accept-encoding'])
      const isHeld = holdsTag(given['if-none-match'], found.bytes.tag)
      // Refused by the router, which counts it again to no effect.
      if (counts.use(addressBucket(ip)) > 0) return false

      const kind = (brotli ? 1 : 0) + (isHeld ? 2 : 0)
      const { status, headers: sent, body, outcome, line } = (found.prepared[kind] ??= prepare(found, brotli, isHeld))
      const id = randomUUID()
      sent[idPlace] = id
      response.writeHead(status, sent)
      response.end(body)

      answered += 1
      for (const observe of observers) observe(outcome)
      lines.add(line, id, ip)
      return true
    },
    store({ raw, method, routeOptions: { url, config } }, bytes) {
      const { isCurrent } = bytes
      const isPublic = config.endpoint === undefined || config.endpoint.access === 'public'
      if (isCurrent === undefined || bytes.status !== 200 || !isPublic || config.keepsNoAddress === true) return
      if ((method !== 'GET' && method !== 'HEAD') || (raw.url ?? '').length > longestAddress) return
      // Bytes of an earlier state hold memory: the first answer of a new state removes them.
      for (const [key, each] of ready) if (!each.isCurrent()) ready.delete(key)
      const [oldest] = ready.keys()
      if (ready.size >= maximumAddresses && oldest !== undefined) ready.delete(oldest)
      ready.set(keyOf(method, raw.url ?? ''), { bytes, isCurrent, route: { method, url, config }, prepared: [] })
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
