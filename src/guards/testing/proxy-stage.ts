import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { onTestFinished } from 'vitest'
import { until } from '#server/testing/until.ts'
import { startProxy } from './proxied-instances.ts'

/** The two servers behind the proxy: they store each request, and answer as the test says. */
export async function stage(
  answer: (request: IncomingMessage, socket: Socket, response: ServerResponse) => void = () => undefined,
) {
  const reached: IncomingMessage[] = []
  const serve = async (at = 0) => {
    const server = createServer((request, response) => {
      if (request.url === '/readyz') return void response.end('ready')
      reached.push(request)
      answer(request, request.socket, response)
      if (request.url === '/quick') response.end('quick')
    })
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    const stop = () => {
      server.close().closeAllConnections()
    }
    onTestFinished(stop)
    return { port: (server.address() as AddressInfo).port, stop }
  }
  const instances = [await serve(), await serve()] as const
  const proxy = await startProxy(instances[0].port, instances[1].port)

  /** Sends pieces on a connection of its own; resolves to what came back, once it is closed, with the milliseconds that took. */
  async function send(...pieces: (string | number)[]) {
    const from = performance.now()
    const socket = connectSecurely({ host: 'localhost', port: proxy.port, ca: proxy.certificate })
    onTestFinished(() => void socket.destroy())
    let answered = ''
    socket.on('data', (bytes: Buffer) => (answered += bytes.toString()))
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    void (async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        if (typeof piece === 'number') await sleep(piece)
        else socket.write(piece)
      }
    })()
    await closed
    return { status: Number(answered.split(' ')[1]), answered, ms: performance.now() - from }
  }
  const head = (method: string, path: string, ...lines: string[]) =>
    [`${method} ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...lines, '', ''].join('\r\n')
  await until(async () => (await send(head('GET', '/quick'))).status === 200)
  reached.length = 0
  return { reached, send, head, proxy, instances, serve }
}
