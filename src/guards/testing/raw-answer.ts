import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

export interface Sent {
  method?: string
  headers?: Record<string, string>
}

let sent = 0
/** Hundreds of requests from one sender would reach its limit. */
export const someone = () => `203.0.113.${Math.floor(sent++ / 500)}`

/** The whole answer as it travels. Without `ready` a length of no bytes leads the request to the router. */
export function rawAnswer(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: Sent,
  ready: boolean,
): Promise<string> {
  const own = { host: 'x', connection: 'close', 'x-forwarded-for': someone() }
  const all = { ...own, ...headers, ...(!ready && { 'content-length': '0' }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

/** An answer without its id and date. */
export const sameBut = (answer: string) =>
  answer.replace(/^x-request-id: [\da-f-]{36}\r$/m, 'x-request-id: *\r').replace(/^Date: .*\r$/m, 'Date: *\r')

export const statusOf = (answer: string) => Number(answer.slice(9, 12))

/**
 * Sends twice, once to each way. Fails where the second one was not answered before the router, or where they differ.
 * A change of an earlier test may arrive between the two and end what is ready: another try finds it ready again.
 */
export async function answeredBothWays(app: FastifyInstance, path: string, sent: Sent = {}): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  for (let tries = 1; ; tries += 1) {
    const routed = await rawAnswer(port, path, sent, false)
    const before = app.readyAnswers.count()
    const ready = await rawAnswer(port, path, sent, true)
    const isReady = app.readyAnswers.count() === before + 1
    if (!isReady && tries < 3) continue
    expect(isReady, `${sent.method ?? 'GET'} ${path} is ready`).toBe(true)
    expect(sameBut(ready)).toBe(sameBut(routed))
    return ready
  }
}
