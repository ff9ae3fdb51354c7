import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { AnsweredRequest } from './observers.ts'
import { createOverload } from './overload.ts'

/** An instance with a clock of the test's own, and the requests that it refuses. */
function stage() {
  const state = { now: 0, waiting: 0 }
  const observed: AnsweredRequest[] = []
  const lines: unknown[] = []
  const overload = createOverload({
    headers: { 'x-frame-options': 'DENY' },
    waiting: () => state.waiting,
    observers: [(request) => observed.push(request)],
    log: { warn: (line: unknown) => void lines.push(line) } as never,
    now: () => state.now,
  })
  const routes: ((route: object) => void)[] = []
  overload.watch({ addHook: (_name: string, hook: never) => routes.push(hook) } as unknown as FastifyInstance)
  const add = (method: string, url: string, config: object) => {
    for (const hook of routes) hook({ method, url, config })
  }
  add('GET', '/livez', { unlimited: true })
  const refusal = { headers: { 'x-ea-code': 'UNAVAILABLE', 'retry-after': '30' }, body: '{"ok":false}' }
  add('POST', '/api/ea/sync', { endpoint: { priority: 'first' }, refusal })
  const ask = (method: string, url: string, headers: object = {}) => {
    const sent: { status?: number; headers?: Record<string, string>; body?: string } = {}
    const response = {
      writeHead: (status: number, given: Record<string, string>) => Object.assign(sent, { status, headers: given }),
      end: (body: string | undefined) => Object.assign(sent, { body }),
    }
    const isRefused = overload.refuse(
      { method, url, headers } as unknown as IncomingMessage,
      response as unknown as ServerResponse,
    )
    return isRefused ? sent : null
  }
  /** A turn of the event loop that takes this long. */
  const turn = async (ms: number) => {
    expect(ask('GET', '/trader/anna')).toBeNull()
    state.now += ms
    await nextTurn()
  }
  return { state, observed, lines, overload, ask, turn }
}

type Request = readonly [method: string, url: string, headers?: object]
const view: Request = ['GET', '/trader/anna?tab=1']
const person: Request = ['GET', '/api/account', { authorization: 'Bearer x' }]
const save: Request = ['PUT', '/api/account/profile']
const sync: Request = ['POST', '/api/ea/sync']
const probe: Request = ['GET', '/livez']

test('after turns that were all long, a turn admits page views for the shortest time, advisors for the longest, probes always', async () => {
  const { state, ask, turn } = stage()
  for (let each = 0; each < 5; each++) await turn(160)
  const refused = () => [view, person, save, sync, probe].map((each) => ask(...each) !== null)
  expect(refused()).toEqual([false, false, false, false, false])
  state.now += 101
  expect(refused()).toEqual([true, false, false, false, false])
  state.now += 50
  expect(refused()).toEqual([true, true, true, false, false])
  state.now += 600
  expect(refused()).toEqual([true, true, true, false, false])
  state.now += 50
  expect(refused()).toEqual([true, true, true, true, false])
  // The next turn begins anew.
  await nextTurn()
  expect(refused()).toEqual([false, false, false, false, false])
})

test('pauses are no overload, and overload ends a second after the last refusal', async () => {
  const { state, ask, turn } = stage()
  for (const ms of [5_000, 160, 160]) await turn(ms)
  state.now += 500
  for (const ms of [400, 300, 5, 5]) await turn(ms)
  state.now += 500
  const late = async () => {
    expect(ask(...view)).toBeNull()
    state.now += 101
    const isRefused = ask(...view) !== null
    await nextTurn()
    return isRefused
  }
  expect(await late()).toBe(false)
  for (let each = 0; each < 5; each++) await turn(160)
  expect(await late()).toBe(true)
  state.now += 800
  expect(await late()).toBe(true)
  state.now += 1_001
  expect(await late()).toBe(false)
})

test('a short turn among long ones hides no overload', async () => {
  const { state, ask, turn } = stage()
  for (const ms of [160, 160, 5, 160, 2, 160]) await turn(ms)
  const isRefused = async () => {
    expect(ask(...view)).toBeNull()
    state.now += 101
    const refused = ask(...view) !== null
    await nextTurn()
    return refused
  }
  expect(await isRefused()).toBe(false)
  for (const ms of [160, 160]) await turn(ms)
  expect(await isRefused()).toBe(true)
})

test('a queue before the database refuses page views, then people, and no advisor', () => {
  const { state, ask } = stage()
  state.waiting = 201
  expect([view, person, sync].map((each) => ask(...each) !== null)).toEqual([true, false, false])
  state.waiting = 401
  expect([view, person, sync].map((each) => ask(...each) !== null)).toEqual([true, true, false])
})

test('a refusal is a page, an error or the advisor’s own, names the time to wait, and is counted', async () => {
  const { state, observed, lines, overload, ask, turn } = stage()
  for (let each = 0; each < 5; each++) await turn(160)
  expect(ask(...view)).toBeNull()
  state.now += 801
  const page = ask(...view)
  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'x-frame-options': 'DENY' } })
  expect(page?.headers?.['content-type']).toContain('text/html')
  expect(page?.body).toContain('Riprova tra qualche secondo.')
  const call = ask('GET', '/api/trader/anna')
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    detail: 'Servizio momentaneamente non disponibile. Riprova tra poco.',
    error_type: 'UNAVAILABLE',
    request_id: call?.headers?.['x-request-id'],
  })
  expect(Number(call?.headers?.['content-length'])).toBe(Buffer.byteLength(call?.body ?? ''))
  expect(ask(...sync)).toMatchObject({
    headers: { 'x-ea-code': 'UNAVAILABLE', 'retry-after': '30' },
    body: '{"ok":false}',
  })
  expect(ask('HEAD', '/trader/anna')?.body).toBeUndefined()
  expect(overload.count()).toBe(4)
  expect(observed.map(({ status, url }) => [status, url])).toEqual(Array.from({ length: 4 }, () => [503, undefined]))
  expect(lines).toEqual([{ refused: 1 }])
})
