import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { usualBodyLimit, type Endpoint } from '#shared/endpoint.ts'
import { addressBucket } from '../limits.ts'
import { during } from '../log/log-context.ts'
import { requestLine } from '../log/request-lines.ts'
import type { FrameParts } from './ready-answers.ts'
import { senderOf } from './sender.ts'

/**
 * Calls whose usual requests are answered before the router sees them: no hook, no schema, one promise. Each has a route too, which
 * answers every request that is not plainly usual. The answers are equal byte for byte. `docs/decisions/052-syncs-before-the-router.md`.
 */
export interface DirectCalls {
  add<Admitted>(call: DirectCall<Admitted>): void
  /** False where the router must answer; nothing has happened then. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** How many requests were answered. */
  count(): number
}

export interface DirectCall<Admitted> {
  endpoint: Endpoint
  /** Looks at the headers alone; null where the router must answer. */
  admit(request: IncomingMessage, ip: string): Admitted | null
  /** Answers a whole body. Never fails. */
  answer(admitted: Admitted, body: Buffer): Promise<DirectAnswer>
}

export interface DirectAnswer {
  status: number
  /** Besides those of every answer and the length. */
  headers: Readonly<Record<string, string>>
  body: string
}

export function createDirectCalls({ headers, isProxy, counts, lines, observers, isPaused }: FrameParts): DirectCalls {
  const calls = new Map<string, DirectCall<unknown>>()
  const fixed = Object.entries(headers).flat()
  let answered = 0

  function receive(
    call: DirectCall<unknown>,
    admitted: unknown,
    ip: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const began = performance.now()
    const id = randomUUID()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A client that went away has sent no whole body, and gets no answer.
    request.on('error', () => undefined)
    request.on('end', () => {
      const [first, ...more] = chunks
      const body = first !== undefined && more.length === 0 ? first : Buffer.concat(chunks)
      void during({ request_id: id }, () => call.answer(admitted, body)).then((answer) => send(answer))
    })

    function send({ status, headers: own, body }: DirectAnswer): void {
      const sent = [...fixed, 'x-request-id', id]
      for (const name in own) sent.push(name, own[name] as string)
      sent.push('content-length', String(Buffer.byteLength(body)))
      response.writeHead(status, sent)
      response.end(body)

      answered += 1
      const { endpoint } = call
      const { method, path } = endpoint
      const ms = performance.now() - began
      for (const observe of observers) observe({ method, url: path, config: call, status, ms, isTurnedAway: false })
      lines.add(requestLine({ method, route: path, status, ms: Math.round(ms) }), id, ip)
    }
  }

  return {
    add(call) {
      calls.set(`${call.endpoint.method} ${call.endpoint.path}`, call as unknown as DirectCall<unknown>)
    },
    answer(request, response) {
      const { method = '', url = '', headers: given } = request
      const call = method === 'GET' ? undefined : calls.get(`${method} ${url}`)
      if (call === undefined) return false
      // The router refuses a body that is too large, and one of unknown length.
      const length = Number(given['content-length'] ?? 0)
      if (
        !(length > 0 && length <= (call.endpoint.bodyLimit ?? usualBodyLimit)) ||
        given.expect !== undefined ||
        isPaused()
      )
        return false
      const ip = senderOf(request, isProxy)
      if (ip === null) return false
      const admitted = call.admit(request, ip)
      if (admitted === null) return false
      // Refused by the router, which counts it again to no effect.
      if (counts.use(addressBucket(ip)) > 0) return false
      receive(call, admitted, ip, request, response)
      return true
    },
    count: () => answered,
  }
}
