import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { errors, type ErrorBody, type ErrorCode } from '#shared/errors.ts'
import { answerError } from './answers.ts'
import { contentTypes } from './content.ts'

/** A request that node:http cannot read reaches no route, no hook and no log line of a request; it gets the same answer as every error. */

const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** Answers bytes that are no HTTP request, and closes the connection. */
export function answerUnreadable(
  headers: Record<string, string>,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) {
      const code = parserErrors[error.code ?? ''] ?? 'BAD_REQUEST'
      const [status, detail] = errors[code]
      const body = JSON.stringify({ detail, message: detail, error_type: code } satisfies ErrorBody)
      const all = {
        ...headers,
        'x-request-id': crypto.randomUUID(),
        'cache-control': 'no-store',
        'content-type': contentTypes.json,
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    }
    socket.destroy(error)
  }
}

/** Reads a page's address that no router could read, such as a cut `%E0%A4`, as that of an unknown page, which is shown with its frame. */
export function readableAddress({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  if (!url.includes('%') || method !== 'GET' || url.startsWith('/api/')) return url
  const [path = ''] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return unknownPage
  }
}

const unknownPage = '/404'

/** Answers an address that the router cannot read: no hook runs for it. */
export function answerUnroutable(
  headers: Record<string, string>,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    answerError(error, request, reply)
    request.log.info({ method: request.method, route: 'unknown', status: reply.statusCode, ip: request.ip }, 'request')
  }
}
