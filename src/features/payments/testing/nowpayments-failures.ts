import type { ServerResponse } from 'node:http'
import type { Answer } from './nowpayments-calls.ts'

export type StandInCall = 'invoice' | 'payment' | 'list' | 'auth' | 'coins'
export type StandInFailure =
  | 'hang'
  | 'reset'
  | 'truncated'
  | 'html'
  | 'html404'
  | 'html403'
  | 'html200'
  | 'wrong_key'
  /** Done, but its answer never arrives. */
  | 'lost'
  | 'huge'
  | 'redirect'
  | number
  | { status: number; body: unknown; headers?: Record<string, string> }

export function callOf(method: string, path: string): StandInCall | null {
  if (method === 'POST') return path === '/auth' ? 'auth' : 'invoice'
  if (path === '/payment/') return 'list'
  return path.startsWith('/payment/') ? 'payment' : 'coins'
}

export function write(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}

/** Answers, or fails as `failure` says. @returns the status that was sent, 0 where none was */
export function answerOrFail(
  response: ServerResponse,
  failure: StandInFailure | undefined,
  answer: () => Answer,
): number {
  if (failure === undefined) {
    const whole = answer()
    write(response, whole)
    return whole.status
  }
  if (typeof failure === 'number') {
    write(response, {
      status: failure,
      body: { status: false, statusCode: failure, code: 'INTERNAL_ERROR', message: 'Internal error' },
    })
    return failure
  }
  if (typeof failure === 'object') {
    write(response, failure)
    return failure.status
  }
  return brokenAnswer(response, failure, answer)
}

function brokenAnswer(
  response: ServerResponse,
  failure: Extract<StandInFailure, string>,
  answer: () => Answer,
): number {
  switch (failure) {
    case 'hang':
      return 0
    case 'reset':
      response.socket?.resetAndDestroy()
      return 0
    case 'lost':
      answer()
      response.socket?.resetAndDestroy()
      return 0
    case 'truncated': {
      const text = JSON.stringify(answer().body)
      response.writeHead(200, { 'content-type': 'application/json' }).end(text.slice(0, Math.floor(text.length / 2)))
      return 200
    }
    case 'html':
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><body><h1>502 Bad Gateway</h1></body></html>')
      return 502
    case 'html200':
    case 'html403':
    case 'html404': {
      const status = Number(failure.slice(4))
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Come back later</body></html>')
      return status
    }
    case 'huge':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: 'x'.repeat(9_000_000) }))
      return 200
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:9/v1/stolen' }).end()
      return 302
    case 'wrong_key':
      write(response, {
        status: 403,
        body: { status: false, statusCode: 403, code: 'INVALID_API_KEY', message: 'Invalid api key' },
      })
      return 403
  }
}
