import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** An invented answer of the proxy. */
export interface MadeUp {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** The behaviour of the proxy between terminals and the server for the next requests. */
export interface Hostile {
  url: string
  /** Answers itself in place of the server; null lets requests through. */
  answer: MadeUp | ((request: IncomingMessage) => MadeUp) | null
  /** Alters the answers that it passes on. */
  alter: ((body: string) => string) | null
}

/** A proxy before the real server that may answer anything; closes after the file's last test. */
export async function openHostile(target: () => string): Promise<Hostile> {
  const hostile: Hostile = { url: '', answer: null, alter: null }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const { answer } = hostile
      if (answer !== null) {
        const { status, headers, body } = typeof answer === 'function' ? answer(request) : answer
        response.writeHead(status, headers).end(body)
        return
      }
      const body = Buffer.concat(parts).toString()
      const { authorization = '' } = request.headers
      const passed = await fetch(target() + (request.url ?? ''), {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: hostile.alter?.(body) ?? body,
      })
      response.writeHead(passed.status, Object.fromEntries(passed.headers)).end(await passed.text())
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  hostile.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return hostile
}
