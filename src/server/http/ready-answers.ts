import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { addressBucket } from '../limits.ts'
import { requestLine, type RequestLines } from '../log/request-lines.ts'
import type { MemoryCounts } from '../memory-counts.ts'
import { finishedHeaders, holdsTag, takesBrotli, type FinishedBytes } from './bytes.ts'
import type { AnsweredRequest, RequestObserver } from './observers.ts'
import { senderOf } from './sender.ts'

/**
 * Answers whose bytes stand in memory, sent before the router sees the request: no hook, no schema, no promise. The router answers an
 * address first, by `sendFinished`, and every request that is not plainly the same. The answers are equal byte for byte
 * (`ready-answers.test.ts`). `docs/decisions/025-answers-before-the-router.md`.
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
  line: (id: string, ip: string) => string
}

/** Addresses are clients' texts: memory is bounded. */
const maximumAddresses = 500
const longestAddress = 300
/** Parameters by which a client makes an address new; what they hold changes no answer of these calls. */
const cacheBusters = /^[tr]=[\w.-]{0,40}$/
const callsWithBusters = '/api/fresh/'

export function createReadyAnswers({
  headers,
  proxies,
  counts,
  lines,
  observers,
  isPaused,
}: {
  /** Those that every answer carries. */
  headers: Record<string, string>
  proxies: Config['TRUST_PROXY']
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
      const ip = senderOf(request, proxies)
      if (ip === null) return false
      const brotli = takesBrotli(given['accept-encoding'])
      const isHeld = holdsTag(given['if-none-match'], found.bytes.tag)
      // Refused by the router, which counts it again to no effect.
      if (counts.use(addressBucket(ip)) > 0) return false

      const kind = (brotli ? 1 : 0) + (isHeld ? 2 : 0)
      const { status, headers: sent, body, outcome, line } = (found.prepared[kind] ??= prepare(found, brotli, isHeld))
      const id = crypto.randomUUID()
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
  const start = url.indexOf('?')
  if (start < 0 || !url.startsWith(callsWithBusters)) return `${method} ${url}`
  const others: string[] = []
  let busters = ''
  for (const parameter of url.slice(start + 1).split('&')) {
    // A repeated parameter is an error, which the router answers.
    if (cacheBusters.test(parameter) && !busters.includes(parameter.charAt(0))) busters += parameter.charAt(0)
    else others.push(parameter)
  }
  return `${method} ${url.slice(0, start)}?${others.join('&')}`
}
