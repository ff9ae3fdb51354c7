import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { buildFrame } from '#server/http/frame.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { syncBodyLimit } from '../../sync-contract.ts'
import { dealOf, makeTrader, newLogin, syncRequestOf, type TestTrader } from '../testing/world.ts'

/** Syncs that are answered before the router are answered as by the router. `docs/decisions/052-syncs-before-the-router.md`. */

const kernel = await testKernel({
  env: { TRUST_PROXY: '1', APP_URL: 'https://toptrader.example', EA_MIN_INTERVAL_S: '0' },
})
const { sql, clock } = kernel
let closed: string | null = null
let isDraining = false
const app = await buildFrame(kernel, { development: false, closed: () => closed, draining: () => isDraining })
registerCheckedEa(app, kernel)
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

type Way = 'direct' | 'router'
type Sent = { headers?: Record<string, string>; way: Way }

/** The whole answer as it travels. A parameter that the call does not have leads the request to the router. */
async function raw(token: string, body: string | Buffer, { headers = {}, way }: Sent): Promise<string> {
  const all = {
    host: 'x',
    connection: 'close',
    'x-forwarded-for': '203.0.113.1',
    authorization: `Bearer ${token}`,
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const path = way === 'direct' ? '/api/ea/sync' : '/api/ea/sync?routed'
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // In parts, as a slow line brings it.
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await new Promise((resolve) => setImmediate(resolve))
  socket.write(body.slice(0, 10))
  await new Promise((resolve) => setImmediate(resolve))
  socket.write(body.slice(10))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('utf8')
}

const sameBut = (answer: string) =>
  answer.replace(/^x-request-id: [\da-f-]{36}\r$/m, 'x-request-id: *\r').replace(/^Date: .*\r$/m, 'Date: *\r')

/** Sends twice, once to each way. Fails where the second one was not answered before the router, or where they differ. */
async function bothWays(token: string, body: string | Buffer): Promise<string> {
  const routed = await raw(token, body, { way: 'router' })
  const before = app.directCalls.count()
  const direct = await raw(token, body, { way: 'direct' })
  expect(app.directCalls.count()).toBe(before + 1)
  expect(sameBut(direct)).toBe(sameBut(routed))
  return direct
}

const codeOf = (answer: string) => /^x-ea-code: (.*)\r$/m.exec(answer)?.[1]

/** A trader whose first sync the router has answered. */
async function synced(): Promise<{ trader: TestTrader; request: (seq: number) => string }> {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  const request = (seq: number) => JSON.stringify(syncRequestOf({ now: clock.now(), login, seq }))
  const before = app.directCalls.count()
  expect(codeOf(await raw(trader.token, request(1), { way: 'direct' }))).toBe('OK')
  expect(app.directCalls.count(), 'the first request of a token is the router’s').toBe(before)
  return { trader, request }
}

const syncsOf = async ({ trader_id }: TestTrader) =>
  (await sql<{ sync_count: number }[]>`select sync_count from trading_account where trader_id = ${trader_id}`)[0]
    ?.sync_count

test('accepted, repeated, unreadable and wrong ones are answered the same', async () => {
  const { trader, request } = await synced()
  for (let seq = 2; seq < 5; seq += 1) {
    clock.advance(60_000)
    expect(codeOf(await bothWays(trader.token, request(seq)))).toBe('OK')
  }
  expect(await syncsOf(trader), 'each number counts once').toBe(4)
  expect(codeOf(await raw(trader.token, request(5), { way: 'direct' }))).toBe('OK')
  expect(await syncsOf(trader)).toBe(5)
  for (const body of ['{', '<html>', Buffer.from([0x7b, 0xff, 0x7d])])
    expect(codeOf(await bothWays(trader.token, body))).toBe('BAD_JSON')
  expect(codeOf(await bothWays(trader.token, '{"v":1}'))).toBe('INVALID')
  expect(await syncsOf(trader)).toBe(5)
})

test('a sync with a record, and one of another account, are answered the same', async () => {
  const { trader } = await synced()
  const other = JSON.stringify(syncRequestOf({ now: clock.now(), login: newLogin(), seq: 2 }))
  expect(codeOf(await bothWays(trader.token, other))).toBe('ACCOUNT_MISMATCH')
  const deal = dealOf({ ticket: '1', time: 1, profit: 1 })
  const login = newLogin()
  const one = await makeTrader(kernel)
  const request = (seq: number) => JSON.stringify(syncRequestOf({ now: clock.now(), login, seq, items: [deal] }))
  await raw(one.token, request(1), { way: 'router' })
  expect(codeOf(await bothWays(one.token, request(2)))).toBe('OK')
})

test('a token that is no longer valid, an ended plan and too many refusals are answered the same', async () => {
  const { trader, request } = await synced()
  await sql`update subscription set until = ${new Date(clock.now() - 1).toISOString()} where trader_id = ${trader.trader_id}`
  expect(codeOf(await bothWays(trader.token, request(2)))).toBe('SUBSCRIPTION_REQUIRED')
  for (let sent = 0; sent < 8; sent += 1) await raw(trader.token, request(2), { way: 'direct' })
  const before = app.directCalls.count()
  const [direct, routed] = [
    await raw(trader.token, request(2), { way: 'direct' }),
    await raw(trader.token, request(2), { way: 'router' }),
  ]
  expect(codeOf(direct)).toBe('TOO_MANY_REQUESTS')
  expect(sameBut(direct)).toBe(sameBut(routed))
  expect(app.directCalls.count(), 'the router answers a sender that must wait').toBe(before)
  const other = await synced()
  await sql`delete from ea_token where trader_id = ${other.trader.trader_id}`
  expect(codeOf(await raw(other.trader.token, other.request(2), { way: 'direct' }))).toBe('TOKEN_INVALID')
})

test('requests that are not plainly usual are the router’s', async () => {
  const { trader, request } = await synced()
  const before = app.directCalls.count()
  const chunked = `${Buffer.byteLength(request(2)).toString(16)}\r\n${request(2)}\r\n0\r\n\r\n`
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(
    `POST /api/ea/sync HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${trader.token}\r\n` +
      `transfer-encoding: chunked\r\n\r\n${chunked}`,
  )
  await once(socket, 'close')
  expect(codeOf(answer)).toBe('OK')
  const tooLong = await raw(trader.token, ' '.repeat(syncBodyLimit + 1), { way: 'direct' })
  expect(codeOf(tooLong)).toBe('BATCH_TOO_LARGE')
  expect(codeOf(await raw('tt_ea_short', request(2), { way: 'direct' }))).toBe('TOKEN_INVALID')
  expect(codeOf(await raw(trader.token, '', { way: 'direct' }))).toBe('BAD_JSON')
  closed = 'Chiuso.'
  expect(codeOf(await raw(trader.token, request(3), { way: 'direct' }))).toBe('OK')
  closed = null
  isDraining = true
  expect(codeOf(await raw(trader.token, request(4), { way: 'direct' }))).toBe('OK')
  isDraining = false
  expect(app.directCalls.count()).toBe(before)
  expect(codeOf(await raw(trader.token, request(5), { way: 'direct' }))).toBe('OK')
  expect(app.directCalls.count()).toBe(before + 1)
})

test('a client that goes away within its body leaves nothing, and others go on', async () => {
  const { trader, request } = await synced()
  const socket = connect(port, '127.0.0.1')
  const body = request(2)
  socket.write(
    `POST /api/ea/sync HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${trader.token}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 50)}`,
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  socket.destroy()
  await once(socket, 'close')
  expect(codeOf(await bothWays(trader.token, request(3)))).toBe('OK')
  expect(await syncsOf(trader)).toBe(2)
})

test('each has a line of the log with the sender, and counts against the limit of the address', async () => {
  const { trader, request } = await synced()
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  const answer = await raw(trader.token, request(2), { way: 'direct', headers })
  const id = /^x-request-id: (.*)\r$/m.exec(answer)?.[1]
  await expect
    .poll(() => kernel.lines.find(({ request_id }) => request_id === id))
    .toMatchObject({
      method: 'POST',
      route: '/api/ea/sync',
      status: 200,
      ms: expect.any(Number),
      ip: '203.0.113.77',
      msg: 'request',
    })
  const before = app.directCalls.count()
  const flood = { 'x-forwarded-for': '203.0.113.78' }
  for (let sent = 0; sent < 1_200; sent += 1)
    await app.inject({ url: '/api/ea/sync', headers: { ...flood }, method: 'POST', payload: '' })
  expect(codeOf(await raw(trader.token, request(3), { way: 'direct', headers: flood }))).toBe('TOO_MANY_REQUESTS')
  expect(app.directCalls.count()).toBe(before)
})
