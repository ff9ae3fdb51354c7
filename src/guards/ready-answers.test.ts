import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { account, grant } from '#features/leaderboard/server/testing/accounts.ts'
import { approve, goodBody } from '#features/showcases/server/testing/scene.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import { answeredBothWays, rawAnswer, sameBut, someone, statusOf, type Sent } from './testing/raw-answer.ts'
import { wholeApp } from './testing/whole-app.ts'

const kernel = await testKernel({ env: { TRUST_PROXY: '1', APP_URL: 'https://toptrader.example' } })
for (const [index, country] of ['IT', 'FR', 'IT'].entries())
  await account(kernel, { username: `ready_${index}`, country, nets: [10, -4, 7 + index] })
const admin = await person(kernel, 'admin_one', { is_admin: true })
const leaderboard = createLeaderboard(kernel)
let isDraining = false
const app = await wholeApp(kernel, { leaderboard, draining: () => isDraining })
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const raw = (path: string, given: Sent, ready: boolean) => rawAnswer(port, path, given, ready)

const bothWays = (path: string, sent?: Sent) => answeredBothWays(app, path, sent)

test('each answer has an id of its own, and the headers of a site with https', async () => {
  const ids = new Set<string | undefined>()
  for (let sent = 0; sent < 3; sent += 1) {
    const answer = await bothWays('/api/fresh/stats')
    expect(answer).toMatch(/^strict-transport-security: max-age=31536000; includeSubDomains\r$/m)
    ids.add(/^x-request-id: (.*)\r$/m.exec(answer)?.[1])
  }
  expect(ids.size).toBe(3)
})

test.each([
  ['/api/fresh/leaderboard?limit=50&limit=2', {}],
  ['/api/fresh/leaderboard?t=1&t=2', {}],
  ['/api/fresh/leaderboard?limit=0', {}],
  ['/api/fresh/leaderboard', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['/api/fresh/stats', { expect: 'x' }],
  ['/api/fresh/stats', { 'x-forwarded-for': 'unknown' }],
  ['//api/fresh/stats', {}],
  ['/trader/READY_0', {}],
  ['/trader/nobody', {}],
  ['/no/such', {}],
])('%s %o is the router’s', async (path, headers) => {
  await raw('/api/fresh/leaderboard', {}, false)
  await raw('/api/fresh/stats', {}, false)
  await raw('/api/fresh/leaderboard?t=1', {}, false)
  const routed = await raw(path, { headers }, false)
  const before = app.readyAnswers.count()
  for (let sent = 0; sent < 2; sent += 1) expect(sameBut(await raw(path, { headers }, true))).toBe(sameBut(routed))
  expect(app.readyAnswers.count()).toBe(before)
})

test('one answer is ready for all values of t and r, and for no other parameter', async () => {
  const limited = (rest: string) => `/api/fresh/leaderboard?limit=1&${rest}`
  await raw(limited('t=1&r=0.5'), {}, false)
  const before = app.readyAnswers.count()
  for (const rest of ['t=2&r=0.75', 't=&r=', 't=1763632800000&r=-4e5']) {
    expect(sameBut(await raw(limited(rest), {}, true))).toBe(sameBut(await raw(limited('t=1&r=0.5'), {}, false)))
  }
  expect(app.readyAnswers.count()).toBe(before + 3)
  for (const rest of ['q=t=1&r=0.5', 't=1&q=5', 'sort=1&r=5', 't=%31&r=5', 't=a b']) await raw(limited(rest), {}, true)
  expect(app.readyAnswers.count()).toBe(before + 3)
})

test('an answer that is asked for again stays ready, however many others come', async () => {
  await bothWays('/api/fresh/stats')
  for (let other = 0; other < 600; other += 1) {
    const headers = { 'x-forwarded-for': someone() }
    await app.inject({ url: `/api/fresh/leaderboard?limit=1&q=other${other}`, headers })
    if (other % 100 > 0) continue
    const before = app.readyAnswers.count()
    await raw('/api/fresh/stats', {}, true)
    expect(app.readyAnswers.count()).toBe(before + 1)
  }
})

test('the methods that the router refuses stay refused', async () => {
  await bothWays('/api/fresh/stats')
  expect(statusOf(await raw('/api/fresh/stats', { method: 'DELETE' }, true))).toBe(405)
})

test('a new snapshot is served at once', async () => {
  const path = '/api/fresh/leaderboard?limit=100'
  expect(await bothWays(path)).not.toContain('late_comer')
  await account(kernel, { username: 'late_comer', nets: [50] })
  await expect.poll(() => leaderboard.snapshot().size, { timeout: 10_000 }).toBe(4)
  expect(await raw(path, {}, true)).toContain('late_comer')
  expect(await bothWays(path)).toContain('late_comer')
})

test('a profile is ready for a second, and never after a change', async () => {
  const [path, page] = ['/api/trader/ready_2', '/trader/ready_2']
  await bothWays(path)
  await bothWays(page)
  const { sql, clock, changes } = kernel
  await sql`update trader set display_name = 'Nome nuovo' where username = 'ready_2'`
  expect(await raw(path, {}, true)).not.toContain('Nome nuovo')
  clock.advance(1_000)
  expect(await raw(page, {}, true)).toContain('Nome nuovo')
  expect(await bothWays(path)).toContain('Nome nuovo')
  const [trader] = await sql<{ trader_id: string }[]>`
    update trader set display_name = 'Nome ultimo' where username = 'ready_2' returning trader_id`
  changes.announce(trader?.trader_id ?? '')
  expect(await raw(path, {}, true)).toContain('Nome ultimo')
  expect(await raw(page, {}, true)).toContain('Nome ultimo')
})

test('the page of a showcase is ready, and no line says who reads it', async () => {
  const { sql, clock } = kernel
  const [owner] = await sql<{ trader_id: string }[]>`select trader_id from trader where username = 'ready_1'`
  const traderId = owner?.trader_id ?? ''
  await grant(kernel, traderId, 'diamond', clock.now() + DAY_MS)
  const headers = await signedIn(kernel, traderId)
  const created = await app.inject({ method: 'POST', url: '/api/showcases/create', headers, payload: goodBody() })
  const { showcase_id } = created.json<{ showcase_id: string }>()
  await approve(kernel, showcase_id)
  const path = `/vetrine/${showcase_id}`
  // The approval's own notification arrives a moment later, and ends what is ready.
  const isReady = async () => {
    await raw(path, {}, false)
    const before = app.readyAnswers.count()
    await raw(path, {}, true)
    return app.readyAnswers.count() > before
  }
  await expect.poll(isReady, { timeout: 10_000 }).toBe(true)
  const ip = '198.51.100.78'
  const page = await bothWays(path, { headers: { 'x-forwarded-for': ip } })
  expect(statusOf(page)).toBe(200)
  const id = /^x-request-id: (.*)\r$/m.exec(page)?.[1]
  const line = () => kernel.lines.find(({ request_id }) => request_id === id)
  await expect.poll(line, { timeout: 5_000 }).toMatchObject({ route: '/vetrine/:showcase_id', status: 200 })
  expect(kernel.lines.filter((each) => each['ip'] === ip)).toEqual([])
  await sql`update showcase set published_version = null, status = 'draft' where showcase_id = ${showcase_id}`
  kernel.changes.announce(traderId)
  expect(statusOf(await raw(path, {}, true))).toBe(404)
})

test('nothing is ready while the site is closed, and all is again afterwards', async () => {
  await bothWays('/')
  const toggle = (enabled: boolean) =>
    app.inject({ method: 'POST', url: `/api/admin/maintenance/toggle?enabled=${enabled}`, headers: admin.headers })
  await toggle(true)
  const before = app.readyAnswers.count()
  for (const path of ['/', '/api/fresh/stats', '/api/fresh/leaderboard'])
    expect(statusOf(await raw(path, {}, true))).toBe(503)
  expect(app.readyAnswers.count()).toBe(before)
  await toggle(false)
  expect(statusOf(await bothWays('/'))).toBe(200)
})

test('nothing is ready while the instance stops', async () => {
  await bothWays('/api/fresh/stats')
  isDraining = true
  const before = app.readyAnswers.count()
  expect(await raw('/api/fresh/stats', {}, true)).toMatch(/^connection: close\r$/m)
  expect(app.readyAnswers.count()).toBe(before)
  isDraining = false
})

test('metrics, the monitor and the log count both ways alike', async () => {
  const series = async () => {
    const { body } = await app.inject('/metrics')
    const of = (status: string) =>
      Number(
        new RegExp(
          `^http_requests_total\\{method="GET",route="/api/fresh/stats",access="public",status="${status}"\\} (\\d+)$`,
          'm',
        ).exec(body)?.[1] ?? 0,
      )
    return { ok: of('2xx'), held: of('3xx'), ready: Number(/^http_ready_answers_total (\d+)$/m.exec(body)?.[1]) }
  }
  const monitored = async () => {
    const answer = await app.inject({ url: '/api/admin/system/api-monitor', headers: admin.headers })
    const { routes } = answer.json<{ routes: { method: string; route: string; requests: number }[] }>()
    return routes.find(({ method, route }) => method === 'GET' && route === '/api/fresh/stats')?.requests ?? 0
  }
  const [before, watched] = [await series(), await monitored()]
  const ip = '198.51.100.77'
  const headers = { 'x-forwarded-for': `192.0.2.1, ${ip}` }
  const answer = await bothWays('/api/fresh/stats', { headers })
  await bothWays('/api/fresh/stats', { headers: { ...headers, 'if-none-match': '*' } })
  expect(await series()).toEqual({ ok: before.ok + 2, held: before.held + 2, ready: before.ready + 2 })
  expect(await monitored()).toBe(watched + 4)
  const written = () => kernel.lines.filter((line) => line['ip'] === ip)
  await expect.poll(() => written().length, { timeout: 5_000 }).toBe(4)
  const id = /^x-request-id: (.*)\r$/m.exec(answer)?.[1]
  for (const line of written())
    expect(line).toMatchObject({
      msg: 'request',
      method: 'GET',
      route: '/api/fresh/stats',
      status: expect.toBeOneOf([200, 304]),
    })
  expect(written().filter(({ request_id }) => request_id === id)).toHaveLength(1)
})

test('both ways count against one limit of their sender', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.9' }
  for (let sent = 0; sent < 1_200; sent += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => raw('/api/fresh/stats', { headers }, index % 2 === 0)),
    )
    expect(new Set(answers.map(statusOf))).toEqual(new Set([200]))
  }
  expect(statusOf(await raw('/api/fresh/stats', { headers }, true))).toBe(429)
  expect(statusOf(await raw('/api/fresh/stats', { headers }, false))).toBe(429)
  expect(statusOf(await raw('/api/fresh/stats', { headers: { 'x-forwarded-for': '198.51.100.10' } }, true))).toBe(200)
})
