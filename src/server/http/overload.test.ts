import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { AnsweredRequest } from './observers.ts'
import { createOverload } from './overload.ts'

/** An instance with a clock of the test's own, the requests that it admits, and what it refuses. */
function stage() {
  const state = { now: 0, waiting: 0, work: 0 }
  const observed: AnsweredRequest[] = []
  const lines: unknown[] = []
  const admitted: string[] = []
  const refused: { name: string; status: number; headers: Record<string, string>; body: string | undefined }[] = []
  const overload = createOverload({
    handle: ({ headers }) => {
      admitted.push(String(headers['name']))
      state.now += state.work
    },
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
  /** Its sender goes away with `destroyed`. */
  const send = (name: string, [method, url, headers]: Request) => {
    const response = {
      destroyed: false,
      writeHead: (status: number, given: Record<string, string>) =>
        refused.push({ name, status, headers: given, body: undefined }),
      end: (body: string | undefined) => Object.assign(refused.at(-1) ?? {}, { body }),
    }
    const request = { method, url, headers: { ...headers, name } }
    overload.admit(request as unknown as IncomingMessage, response as unknown as ServerResponse)
    return response
  }
  const sendAll = (requests: Record<string, Request>) => {
    for (const name in requests) send(name, requests[name] as Request)
  }
  /** Ends the turn of the event loop after so many milliseconds, and some more turns at once. */
  const turn = async (ms = 0) => {
    state.now += ms
    // Those who could not be admitted are looked at again by a timer.
    await sleep(2)
    for (let each = 0; each < 4; each++) await nextTurn()
  }
  return { state, observed, lines, admitted, refused, overload, send, sendAll, turn }
}

type Request = readonly [method: string, url: string, headers?: object]
const view: Request = ['GET', '/trader/anna?tab=1']
const person: Request = ['GET', '/api/account', { authorization: 'Bearer x' }]
const save: Request = ['PUT', '/api/account/profile']
const file: Request = ['GET', '/assets/index.js']
const sync: Request = ['POST', '/api/ea/sync']
const probe: Request = ['GET', '/livez']

test('a turn admits what comes within 15 ms at once, and probes always; the others wait for the next, advisors first, page views last', async () => {
  const { state, admitted, sendAll, turn, refused } = stage()
  sendAll({ view })
  state.now += 15
  sendAll({ 'second view': view })
  expect(admitted).toEqual(['view', 'second view'])
  state.now += 1
  sendAll({ 'third view': view, person, probe, save, file, 'fourth view': view, sync })
  expect(admitted).toEqual(['view', 'second view', 'probe'])
  await turn()
  expect(admitted.slice(3)).toEqual(['sync', 'person', 'save', 'file', 'third view', 'fourth view'])
  expect(refused).toEqual([])
})

test('a request never overtakes one of the same or a higher priority that waits', async () => {
  const { state, admitted, sendAll, turn } = stage()
  state.waiting = 401
  sendAll({ person })
  await turn()
  state.waiting = 0
  sendAll({ view, 'second person': person, sync })
  expect(admitted).toEqual(['sync'])
  await turn()
  expect(admitted.slice(1)).toEqual(['person', 'second person', 'view'])
})

test('a burst waits for half a second at most', async () => {
  const { state, admitted, refused, sendAll, turn } = stage()
  state.waiting = 500
  sendAll({ view, person })
  await turn(500)
  expect(refused).toEqual([])
  await turn(1)
  expect(refused.map(({ name }) => name)).toEqual(['view', 'person'])
  expect(admitted).toEqual([])
})

test('a queue that refused a request refuses earlier, each priority after a time of its own, until a second is calm', async () => {
  const { state, refused, send, turn } = stage()
  state.waiting = 500
  const names = () => refused.splice(0).map(({ name }) => name)
  for (let at = 0; at <= 500; at += 10) {
    state.now = at
    send(`view ${at}`, view)
    send(`person ${at}`, person)
  }
  await turn()
  expect(names()).toEqual([])
  await turn(1)
  expect(names()).toEqual([
    ...Array.from({ length: 49 }, (_, index) => `view ${index * 10}`),
    ...Array.from({ length: 36 }, (_, index) => `person ${index * 10}`),
  ])
  await turn(10)
  expect(names()).toEqual(['view 490', 'person 360'])
  // Refusals may empty the queue.
  state.waiting = 0
  await turn()
  state.waiting = 500
  send('soon', view)
  await turn(21)
  expect(names()).toEqual(['soon'])
  state.now += 1_000
  send('later', view)
  await turn(500)
  expect(names()).toEqual([])
})

test('an advisor waits for 5 s', async () => {
  const { state, admitted, refused, send, turn } = stage()
  // Each takes a second of work, so that a turn admits one.
  state.work = 1_000
  for (let each = 0; each < 8; each++) send(String(each), sync)
  for (let each = 0; each < 8; each++) await turn()
  expect(admitted).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  expect(refused).toMatchObject([
    { name: '7', status: 503, headers: { 'x-ea-code': 'UNAVAILABLE', 'retry-after': '30' }, body: '{"ok":false}' },
  ])
})

test('eight page views are in progress: the next waits until an answer begins or its sender is gone', async () => {
  const { admitted, send, turn, refused } = stage()
  const responses = Array.from({ length: 8 }, (_, index) => send(String(index), view))
  for (const name of ['a', 'b', 'c', 'd']) send(name, view)
  send('e', view).destroyed = true
  send('f', view)
  send('person', person)
  await turn()
  expect(admitted.slice(8)).toEqual(['person'])
  Object.assign(responses[5] ?? {}, { headersSent: true })
  await turn()
  expect(admitted.slice(9)).toEqual(['a'])
  Object.assign(responses[6] ?? {}, { destroyed: true })
  for (const each of responses.slice(0, 3)) Object.assign(each, { headersSent: true })
  await turn()
  expect(admitted.slice(10)).toEqual(['b', 'c', 'd', 'f'])
  expect(refused).toEqual([])
})

test('while page views wait, one more is in progress every 10 ms, and half as many after a long turn', async () => {
  const { admitted, send, turn } = stage()
  for (let each = 0; each < 3; each++) {
    send('person', person)
    await turn(15)
  }
  admitted.length = 0
  const responses = Array.from({ length: 60 }, (_, index) => send(String(index), view))
  const admittedIn = async (ms: number) => {
    const before = admitted.length
    await turn(ms)
    return admitted.length - before
  }
  const answer = (count: number) => {
    for (const each of responses.slice(0, count)) Object.assign(each, { headersSent: true })
  }
  expect(admitted).toHaveLength(8)
  for (let each = 0; each < 20; each++) expect((await admittedIn(5)) + (await admittedIn(5))).toBe(1)
  await admittedIn(16)
  answer(28)
  expect(await admittedIn(1)).toBe(14)
  await admittedIn(16)
  await admittedIn(16)
  answer(42)
  expect(await admittedIn(1)).toBe(8)
})

test('a queue before the database holds page views back, then people, and no advisor', async () => {
  const { state, admitted, sendAll, turn } = stage()
  state.waiting = 201
  sendAll({ view, person, sync })
  expect(admitted).toEqual(['person', 'sync'])
  state.waiting = 401
  sendAll({ 'second person': person, 'second sync': sync })
  await turn()
  expect(admitted.slice(2)).toEqual(['second sync'])
  state.waiting = 0
  await turn()
  expect(admitted.slice(3)).toEqual(['second person', 'view'])
})

test('refusals take a twentieth of the time at most', async () => {
  const { state, observed, refused, send, turn } = stage()
  state.waiting = 500
  for (let each = 0; each < 100; each++) send(String(each), view)
  state.now = 10_000
  await turn()
  refused.length = 0
  for (let each = 0; each < 100; each++) send(String(each), view)
  // Each refusal takes a millisecond.
  observed.push = () => (state.now += 1)
  await turn(800)
  expect(refused).toHaveLength(10)
  await turn(40)
  expect(refused).toHaveLength(12)
})

test('a refusal is a page, an error or the advisor’s own, names the time to wait, and is counted', async () => {
  const { state, observed, lines, overload, refused, sendAll, send, turn } = stage()
  state.waiting = 500
  sendAll({ view, call: ['GET', '/api/trader/anna'], head: ['HEAD', '/trader/anna'] })
  send('of a sender that is gone', view).destroyed = true
  await turn(501)
  const [page, call, head] = refused
  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'x-frame-options': 'DENY' } })
  expect(page?.headers['content-type']).toContain('text/html')
  expect(page?.body).toContain('Riprova tra qualche secondo.')
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    detail: 'Servizio momentaneamente non disponibile. Riprova tra poco.',
    error_type: 'UNAVAILABLE',
    request_id: call?.headers['x-request-id'],
  })
  expect(Number(call?.headers['content-length'])).toBe(Buffer.byteLength(call?.body ?? ''))
  expect(head?.body).toBeUndefined()
  expect(overload.count()).toBe(3)
  expect(observed.map(({ status, url }) => [status, url])).toEqual(Array.from({ length: 3 }, () => [503, undefined]))
  expect(lines).toEqual([{ refused: 1 }])
  // One connection can send many: the queue has an end.
  for (let each = 0; each < 20_001; each++) send(`many ${each}`, view)
  expect(refused.slice(3).map(({ name }) => name)).toEqual(['many 20000'])
})

test('each request is admitted or refused exactly once, in whatever order requests come', async () => {
  const kinds = { view, person, save, sync, probe }
  const step = fc.tuple(fc.constantFrom(...Object.keys(kinds)), fc.nat(60), fc.constantFrom(0, 250, 500), fc.boolean())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { state, admitted, refused, send, turn } = stage()
      for (const [index, [kind, ms, waiting, ends]] of steps.entries()) {
        state.waiting = waiting
        send(String(index), kinds[kind as keyof typeof kinds])
        state.now += ms
        if (ends) await nextTurn()
      }
      state.waiting = 0
      for (let each = 0; each < 4; each++) await turn(20)
      const all = [...admitted, ...refused.map(({ name }) => name)]
      expect(all.toSorted((a, b) => Number(a) - Number(b))).toEqual(steps.map((_, index) => String(index)))
    }),
    { numRuns: 40 },
  )
})
