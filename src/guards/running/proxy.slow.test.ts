import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '#server/testing/until.ts'
import { startProxy } from '../testing/proxied-instances.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The server behind the proxy: it stores each request, and answers as the test says. */
async function stage(
  answer: (request: IncomingMessage, socket: Socket, response: ServerResponse) => void = () => undefined,
) {
  const reached: IncomingMessage[] = []
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.end('ready')
    reached.push(request)
    answer(request, request.socket, response)
    if (request.url === '/quick') response.end('quick')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const proxy = await startProxy(port, port)

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
  return { reached, send, head }
}

const isItalian = /^<!doctype html><html lang="it">.*<title>(.+)<\/title><h1>\1<\/h1><p>[A-Z].*\.<\/p><\/html>$/m

test('the proxy waits for a slow body: ten seconds, and no request reaches an instance', async () => {
  const { reached, send, head } = await stage()
  const drips = Array.from({ length: 10 }, () => ['{', 2_000]).flat()
  const type = 'content-type: application/json'
  const { status, answered, ms } = await send(head('POST', '/api/auth/login', type, 'content-length: 60'), ...drips)
  expect(status).toBe(408)
  expect(answered).toMatch(isItalian)
  expect(ms).toBeGreaterThan(9_000)
  expect(ms).toBeLessThan(13_000)
  expect(reached).toEqual([])
})

test('the proxy’s own answers are in Italian, and are not cached', async () => {
  const { send, head } = await stage((request, socket) => {
    if (request.url === '/garbage') socket.end('no answer at all\r\n\r\n')
  })
  // Bytes that came with the headers are read with them, in haproxy's own words.
  const broken = await send(head('POST', '/', 'transfer-encoding: chunked'), 500, 'zz\r\n')
  const garbage = await send(head('POST', '/garbage', 'content-length: 0'))
  expect([broken.status, garbage.status]).toEqual([400, 502])
  for (const { answered } of [broken, garbage]) {
    expect(answered).toMatch(isItalian)
    expect(answered).toMatch(/^cache-control: no-store\r$/im)
  }
  expect(garbage.answered).toMatch(/^retry-after: 5\r$/im)
})

/** Answers as the product does, each time with another number. */
function numbered(more: Record<string, string> = {}) {
  let number = 0
  return (request: IncomingMessage, _socket: Socket, response: ServerResponse) => {
    if (request.url === '/quick') return
    number += 1
    const held = request.headers['if-none-match']
    const head = { etag: '"tag"', 'cache-control': 'no-cache', vary: 'accept-encoding', ...more }
    if (held === '"tag"') response.writeHead(304, head).end()
    else response.writeHead(200, head).end(`number ${number} ${request.headers['accept-encoding'] ?? 'identity'}`)
  }
}

// On a busy machine its requests may take longer than a second.
test(
  'public reads of one second with brotli are one request, whole or held; browsers store nothing',
  { retry: 3 },
  async () => {
    const { reached, send, head } = await stage(numbered())
    const plain = (query: string, ...lines: string[]) => send(head('GET', `/api/fresh/leaderboard?${query}`, ...lines))
    const list = (query: string, ...lines: string[]) => plain(query, 'accept-encoding: gzip, br', ...lines)
    const first = await list('limit=5&t=1&r=0.5', 'if-none-match: "tag"')
    expect(first.status).toBe(200)
    expect(first.answered).toContain('number 1 gzip, br')
    expect(first.answered).toMatch(/^cache-control: no-cache\r$/im)
    for (const query of ['limit=5', 'limit=5&r=0.7&t=2', 't=3&limit=5']) {
      const { answered } = await list(query)
      expect(answered).toContain('number 1 gzip, br')
      expect(answered).toMatch(/^cache-control: no-cache\r$/im)
    }
    expect((await list('limit=5', 'if-none-match: "tag"')).status).toBe(304)
    expect((await plain('limit=5')).answered).toContain('number 2 identity')
    expect((await plain('limit=5', 'accept-encoding: br;q=0')).answered).toContain('number 3')
    expect((await list('limit=6')).answered).toContain('number 4')
    expect(reached).toHaveLength(4)
    await sleep(2_000)
    expect((await list('limit=5')).answered).toContain('number 5')
  },
)

test('who says who they are gets an answer of their own, and so does every other address', async () => {
  const { reached, send, head } = await stage(numbered())
  const brotli = 'accept-encoding: br'
  const requests = [
    head('GET', '/', brotli, 'authorization: Bearer x'),
    head('GET', '/', brotli, 'cookie: a=b'),
    head('GET', '/api/dashboard', brotli),
    head('GET', '/api/fresh/other', brotli),
    head('GET', '/trader/somebody', brotli),
    head('POST', '/api/fresh/leaderboard', brotli, 'content-length: 0'),
  ]
  await send(head('GET', '/', brotli))
  for (const request of [...requests, ...requests]) await send(request)
  expect(reached).toHaveLength(1 + 2 * requests.length)
})

test.each([{ 'set-cookie': 'a=b' }, { 'cache-control': 'no-store' }, { 'cache-control': 'private, max-age=60' }])(
  'an answer with %o is shared with nobody, and keeps its headers',
  async (more) => {
    const { reached, send, head } = await stage(numbered(more))
    for (let sent = 0; sent < 2; sent += 1) {
      const { answered } = await send(head('GET', '/', 'accept-encoding: br'))
      for (const [name, value] of Object.entries(more)) expect(answered).toContain(`${name}: ${value}`)
    }
    expect(reached).toHaveLength(2)
  },
)
