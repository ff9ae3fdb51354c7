import { request as httpRequest } from 'node:http'
import { HostError, bytesOf } from './program.ts'
import type { Platform } from './translate.ts'

/** One WebRequest as the advisor made it. */
export interface WebCall {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer
  /** Milliseconds. */
  timeout: number
}

export interface WebAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/** No connection, no answer in time, or a connection that broke off: 5201, 5202, 5203. */
export type NoAnswer = 'unreachable' | 'timeout' | 'failed'

/** The network between terminal and site: returns an answer, or none. */
export type Network = (
  call: WebCall,
  forward: () => Promise<WebAnswer | NoAnswer>,
) => Promise<WebAnswer | NoAnswer> | WebAnswer | NoAnswer

export interface WebTerms {
  platform: Platform
  tester: boolean
  /** The list of the terminal's options: scheme and host, with an unusual port. */
  allowed: readonly string[]
  /** The site's addresses on this machine. */
  sites: Readonly<Record<string, string>>
  network: Network | null
  /** Recent terminals answer 1001 and 1003 in place of -1. */
  modern: boolean
  emptyErrorBodies: boolean
  /** Milliseconds of simulated time that an answer takes. */
  latency: number
  /** Real milliseconds after which a silent site counts as timed out; the advisor's own time-out where null. */
  patience: number | null
  /** Counts the terminal's requests: odd ones get header names in small letters, as HTTP/2 sends them. */
  count: number
}

export interface WebResult {
  status: number
  error: number
  /** Milliseconds of simulated time. */
  elapsed: number
  headers: string
  body: Buffer
}

const bodyLimit = 256 * 1024
const notAllowed = { MT4: 4060, MT5: 4014 }

/**
 * A WebRequest by the terminal's rules (`docs/ea-protocol.md`, part 2).
 * @throws HostError for a call that no advisor may make: outside OnTimer, another method, a time-out below a second, a body over 256 KB
 */
export async function webRequest(handler: string, call: WebCall, terms: WebTerms): Promise<WebResult> {
  if (handler !== 'OnTimer') throw new HostError(`WebRequest in ${handler}`)
  if (!/^(GET|POST|HEAD)$/.test(call.method)) throw new HostError(`WebRequest cannot ${call.method}`)
  if (call.timeout < 1000) throw new HostError(`a time-out of ${call.timeout} ms is too short`)
  if (call.body.length > bodyLimit) throw new HostError(`a body of ${call.body.length} bytes`)
  if (terms.tester) return withoutAnswer(terms.platform === 'MT4' ? 4059 : 4014, 0)
  const origin = originOf(call.url)
  if (origin === null || call.url.length > 1024) return withoutAnswer(5200, 0)
  if (!terms.allowed.includes(origin)) return withoutAnswer(notAllowed[terms.platform], 0)

  const forward = () => send(call, terms)
  const answer = await (terms.network === null ? forward() : terms.network(call, forward))
  if (answer === 'unreachable') return { ...withoutAnswer(5201, 1000), ...(terms.modern && { status: 1001 }) }
  if (answer === 'timeout')
    return { ...withoutAnswer(5202, Math.max(call.timeout, terms.latency)), ...(terms.modern && { status: 1003 }) }
  if (answer === 'failed') return withoutAnswer(5203, terms.latency)
  const small = terms.count % 2 === 1
  const headers = answer.headers
    .map(([name, value]) => `${small ? name.toLowerCase() : spelled(name)}: ${value}\r\n`)
    .join('')
  const empty = terms.emptyErrorBodies && answer.status >= 400
  return {
    status: answer.status,
    error: 0,
    elapsed: terms.latency,
    headers,
    body: empty ? Buffer.alloc(0) : answer.body,
  }
}

/** `x-ea-code` as `X-Ea-Code`: the form of HTTP/1 sites. */
function spelled(name: string): string {
  return name.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

export function fieldsOf(result: WebResult): string[] {
  const { status, error, elapsed, headers, body } = result
  return [String(status), String(error), String(elapsed), bytesOf(headers), body.toString('latin1')]
}

function withoutAnswer(error: number, elapsed: number): WebResult {
  return { status: -1, error, elapsed, headers: '', body: Buffer.alloc(0) }
}

/** Scheme, host and unusual port, in the form of the options' list; null where the terminal would call the address invalid. */
function originOf(url: string): string | null {
  if (!/^https?:\/\/[\w.-]+(:\d+)?(\/[\x21-\x7e]*)?$/.test(url)) return null
  return URL.canParse(url) ? new URL(url).origin : null
}

/** Follows redirects silently, like the terminal; a redirected POST goes on as a GET without its body. */
async function send(call: WebCall, terms: WebTerms): Promise<WebAnswer | NoAnswer> {
  let { url, method, body } = call
  for (let turn = 0; turn < 5; turn += 1) {
    const { origin, pathname, search } = new URL(url)
    const site = terms.sites[origin] ?? (origin.startsWith('http://127.0.0.1:') ? origin : undefined)
    if (site === undefined) return 'unreachable'
    const answer = await exchange(site + pathname + search, { ...call, method, body }, terms.patience ?? call.timeout)
    if (typeof answer === 'string') return answer
    const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
    if (answer.status < 301 || answer.status > 308 || location === undefined) return answer
    url = new URL(location, url).href
    if (answer.status < 307) {
      method = 'GET'
      body = Buffer.alloc(0)
    }
  }
  return 'failed'
}

function exchange(url: string, call: WebCall, patience: number): Promise<WebAnswer | NoAnswer> {
  return new Promise((resolve) => {
    let connected = false
    const outgoing = httpRequest(url, {
      method: call.method,
      headers: { 'user-agent': 'MetaTrader 5 Terminal/5.4885', ...call.headers, 'content-length': call.body.length },
      agent: false,
    })
    const timer = setTimeout(() => {
      resolve('timeout')
      outgoing.destroy()
    }, patience)
    outgoing.on('socket', (socket) => void socket.once('connect', () => (connected = true)))
    outgoing.on('error', () => {
      clearTimeout(timer)
      resolve(connected ? 'failed' : 'unreachable')
    })
    outgoing.on('response', (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('error', () => resolve('failed'))
      incoming.on('end', () => {
        clearTimeout(timer)
        const headers: [string, string][] = []
        for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
          headers.push([incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? ''])
        }
        resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(parts) })
      })
    })
    outgoing.end(call.body)
  })
}
