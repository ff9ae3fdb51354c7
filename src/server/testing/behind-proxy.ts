import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { connect, isIPv6, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { inject, type DispatchFunc } from 'light-my-request'
import { atEnd } from './at-end.ts'
import { encryption, startHaproxy } from './haproxy.ts'

/**
 * Three things differ from the shipped proxy: a connection says from whom it comes, so that a test names any address; all requests alternate,
 * syncs too; an open port counts as ready, since the instance of a few features has no `/readyz`. It listens on a socket without an address, so
 * that its limits for the connections of a source refuse nothing: tests send thousands.
 */
const changes = [
  [encryption, ' accept-proxy'],
  [/^ {4}balance .*$/gm, '    balance roundrobin'],
  [/^ {4}(?:option httpchk|http-check|hash-type) .*$\n/gm, ''],
] as const

/** The first of two instances. Its `inject` sends requests to haproxy, which gives them to both in turn. */
export async function behindProxy(first: FastifyInstance, second: FastifyInstance): Promise<FastifyInstance> {
  const proxy = await startHaproxy({ instances: [await portOf(first), await portOf(second)], changes })
  atEnd(proxy.stop)
  const send = sendTo(String(proxy.site))
  const dispatch: DispatchFunc = (request, response) => {
    // Metrics are read from an instance: the proxy refuses them.
    if (request.url === '/metrics') first.server.emit('request', request, response)
    else send(request, response)
  }
  return Object.assign(first, {
    inject: (...given: Parameters<FastifyInstance['inject']>) => inject(dispatch, ...given),
  })
}

/** A port of its own: a test may let the instance itself listen. */
async function portOf(app: FastifyInstance): Promise<number> {
  const server = createServer((request, response) => app.server.emit('request', request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => {
    server.close().closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** Sends an injected request over a connection of its own, and gives back what comes. */
function sendTo(socketPath: string): DispatchFunc {
  return (request, response) => {
    const from = request.socket.remoteAddress ?? ''
    const createConnection = () => {
      const socket = connect(socketPath)
      const [family, to] = isIPv6(from) ? ['TCP6', '::1'] : ['TCP4', '127.0.0.1']
      socket.write(`PROXY ${family} ${from} ${to} 50000 443\r\n`)
      return socket
    }
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([, value]) => value !== undefined))
    const sent = httpRequest({ method: request.method, path: request.url, headers, createConnection })
    sent.once('response', (answer) => {
      response.statusCode = answer.statusCode ?? 0
      for (const [name, value] of Object.entries(answer.headers)) {
        // Fastify keeps a single cookie as a text.
        response.setHeader(name, Array.isArray(value) && value.length === 1 ? String(value[0]) : (value ?? ''))
      }
      answer.pipe(response)
      answer.once('error', (error) => response.destroy(error))
    })
    sent.once('error', (error) => response.destroy(error))
    request.pipe(sent)
  }
}
