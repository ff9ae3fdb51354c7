import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { makeTrader, newLogin, syncRequestOf, type TestTrader } from '#features/ea/server/testing/world.ts'
import { migrationsFolder } from '#server/database/migrate.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { listens } from '#server/testing/haproxy.ts'
import { freePort, openGate } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'
import {
  isReady,
  readiness,
  startInstance,
  startProxy,
  testFolder,
  type Instance,
  type Proxy,
} from '../testing/proxied-instances.ts'

const kernel = await testKernel({ now: Date.now() })

vi.setConfig({ testTimeout: 240_000 })

/** `inter` of deploy/haproxy.cfg. */
const probeMs = 1_000
/** More than its `downinter`: after it a ready instance is given requests. */
const noticedMs = 1_200

/** Two instances over one database, behind the proxy. */
async function stage() {
  const { url: database } = await openGate(kernel.ownerAddress)
  const env = {
    DATABASE_URL: database,
    DATA_DIR: testFolder(),
    SECRET_KEY: kernel.config.SECRET_KEY ?? '',
    RATE_LIMITS: 'off',
    TRUST_PROXY: '1',
    SUPERVISED: 'on',
    // That of production.
    DRAIN_NOTICE_MS: '2000',
  }
  const start = (port: number) => startInstance(port, env)
  const instances = [start(await freePort()), start(await freePort())] as [Instance, Instance]
  await Promise.all(instances.map(isReady))
  const proxy = await startProxy(instances[0].port, instances[1].port)
  const visitor = visitorOf(proxy)
  await until(async () => (await visitor.send('GET', '/livez')).status === 200)
  return { instances, proxy, visitor, start }
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Clients outside: all requests go through the proxy, on connections that stay open. */
function visitorOf({ port, certificate }: Proxy) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ca: certificate })
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const type = text === undefined ? {} : { 'content-type': 'application/json' }
      const options = { host: 'localhost', port, path, method, agent, headers: { ...type, ...headers } }
      const sent = request(options, (answer) => {
        let read = ''
        answer.on('data', (part: Buffer) => (read += part.toString()))
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }))
      })
      sent.on('error', reject)
      sent.end(text)
    })
  return { send, agent }
}

/** Reads, signed-in writes and syncs, one after the other on each track until stopped; stores the answers other than 200. */
function load(send: ReturnType<typeof visitorOf>['send'], traders: TestTrader[]) {
  const failed: string[] = []
  const done = { reads: 0, writes: 0, syncs: 0 }
  let isOver = false
  const track = async (kind: keyof typeof done, next: (turn: number) => Promise<Answer>) => {
    for (let turn = 1; !isOver; turn++) {
      const problem = await next(turn).then(
        ({ status, body }) => (status === 200 ? null : `${kind}: ${status} ${body.slice(0, 200)}`),
        (error: unknown) => `${kind}: ${String(error)}`,
      )
      if (problem === null) done[kind] += 1
      else failed.push(problem)
      await sleep(10)
    }
  }
  const pages = ['/api/fresh/leaderboard', '/', '/api/ea/download/mt5']
  const tracks = [
    ...pages.map((page) => track('reads', () => send('GET', page))),
    ...traders.map(({ headers }) =>
      track('writes', (turn) => send('PUT', '/api/account/profile', headers, { bio: `Turno ${turn}` })),
    ),
    ...traders.map(({ token }) => {
      const login = newLogin()
      return track('syncs', (seq) =>
        send(
          'POST',
          '/api/ea/sync',
          { authorization: `Bearer ${token}` },
          syncRequestOf({ login, seq, now: Date.now() }),
        ),
      )
    }),
  ]
  const stop = async () => {
    isOver = true
    await Promise.all(tracks)
    return { failed, done }
  }
  return { stop }
}

/** Stops an instance and watches it from outside: the end of its "not ready", and the end of its listening. */
async function watchStop({ port, ended }: Instance, begin: () => Promise<unknown> | boolean) {
  const startedAt = performance.now()
  let unreadyAt: number | null = null
  let closedAt: number | null = null
  const watch = async () => {
    while (closedAt === null) {
      if (unreadyAt === null && (await readiness(port)) === 503) unreadyAt = performance.now()
      if (!(await listens(port))) closedAt = performance.now()
      await sleep(20)
    }
  }
  await begin()
  const [code] = await Promise.all([ended, watch()])
  return {
    code,
    ms: performance.now() - startedAt,
    noticeMs: (closedAt ?? 0) - (unreadyAt ?? Number.POSITIVE_INFINITY),
  }
}

test('two instances are restarted in turn, by a signal and from the panel, and no request fails', async () => {
  const { instances, visitor, start } = await stage()
  const traders = [await makeTrader(kernel), await makeTrader(kernel)]
  const admin = await makeTrader(kernel, { is_admin: true })
  const { stop } = load(visitor.send, traders)
  const stops: Awaited<ReturnType<typeof watchStop>>[] = []
  const roll = async (which: 0 | 1, begin: (instance: Instance) => Promise<unknown> | boolean) => {
    const before = instances[which]
    stops.push(await watchStop(before, () => begin(before)))
    instances[which] = start(before.port)
    await isReady(instances[which])
    await sleep(noticedMs)
  }
  for (const which of [0, 1] as const) await roll(which, ({ child }) => child.kill('SIGTERM'))
  // Through the proxy either may answer; here both must.
  for (const which of [0, 1] as const) {
    await roll(which, async ({ port }) => {
      const address = `http://127.0.0.1:${port}/api/admin/system/restart`
      expect((await fetch(address, { method: 'POST', headers: admin.headers })).status).toBe(202)
    })
  }
  const { failed, done } = await stop()
  expect(failed).toEqual([])
  expect(stops.map(({ code }) => code)).toEqual([0, 0, 75, 75])
  for (const { ms, noticeMs } of stops) {
    expect(ms).toBeLessThan(10_000)
    expect(noticeMs).toBeGreaterThan(probeMs)
  }
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(50)
  // Every sync that was answered 200 is stored, once.
  const stored = await kernel.sql<{ sync_count: number }[]>`select sync_count from trading_account`
  expect(stored.reduce((sum, { sync_count: count }) => sum + count, 0)).toBe(done.syncs)
  visitor.agent.destroy()
})

test('with the longest notice and a request that never ends an instance still ends within ten seconds, with 0', async () => {
  const { url: database } = await openGate(kernel.ownerAddress)
  const env = { DATABASE_URL: database, DATA_DIR: testFolder(), DRAIN_NOTICE_MS: '4000' }
  const instance = startInstance(await freePort(), env)
  await isReady(instance)
  const socket = connect(instance.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [
    'POST /api/auth/login HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'content-length: 60',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await sleep(100)
  const { code, ms, noticeMs } = await watchStop(instance, () => instance.child.kill('SIGTERM'))
  expect(code).toBe(0)
  expect(noticeMs).toBeGreaterThan(3_500)
  expect(ms).toBeGreaterThan(7_500)
  expect(ms).toBeLessThan(10_000)
  expect(instance.output()).toContain('requests cut off')
})

test('four instances start at once on an empty database: one migrates, all serve, everything is there once', async () => {
  const { sql, address } = await testDatabase({ empty: true })
  const { url: database } = await openGate(address)
  const account = { ADMIN_EMAIL: 'capo@esempio.it', ADMIN_PASSWORD: 'Vento-Lento-42-Porto' }
  const env = { ...account, DATABASE_URL: database, DATA_DIR: testFolder(), SECRET_KEY: kernel.config.SECRET_KEY ?? '' }
  const ports = await Promise.all(Array.from({ length: 4 }, freePort))
  const instances = ports.map((port) => startInstance(port, env))
  await Promise.all(instances.map(isReady))
  const applied = instances.map(({ output }) => output().match(/"msg":"migration applied"/g)?.length ?? 0)
  const files = readdirSync(migrationsFolder).length
  expect(applied.toSorted((a, b) => b - a)).toEqual([files, 0, 0, 0])
  expect(await sql`select count(*)::int as n from schema_migration`).toEqual([{ n: files }])
  expect(await sql`select email from trader`).toEqual([{ email: account.ADMIN_EMAIL }])
  const schedules = await sql<{ name: string }[]>`select name from boss.schedule order by name`
  expect(new Set(schedules.map(({ name }) => name)).size).toBe(schedules.length)
  expect(schedules.length).toBeGreaterThan(5)
  for (const { output } of instances) expect(output()).not.toMatch(/"level":(?:50|60)/)
  for (const { child } of instances) child.kill('SIGTERM')
  expect(await Promise.all(instances.map(({ ended }) => ended))).toEqual([0, 0, 0, 0])
})

test('one instance ends without a notice: reads are repeated at the other one', async () => {
  const { instances, visitor } = await stage()
  const answers: Promise<Answer>[] = []
  for (let turn = 0; turn < 60; turn++) {
    answers.push(visitor.send('GET', '/api/fresh/leaderboard'))
    if (turn === 20) instances[0].child.kill('SIGKILL')
    await sleep(20)
  }
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
  visitor.agent.destroy()
})

test('the proxy: https only, the sync never redirected, metrics closed, and no client’s header for its address is believed', async () => {
  const { instances, proxy, visitor } = await stage()
  const plain = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${proxy.plainPort}${path}`, { method, redirect: 'manual' })
  const page = await plain('/trader/marta?tab=1')
  expect(page.status).toBe(301)
  expect(page.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1.*\/trader\/marta\?tab=1$/)
  for (const path of ['/api/ea/sync', '/api/ea/sync?x=1', '/api/ea/%73ync', '/API/ea/sync']) {
    const sync = await plain(path, 'POST')
    expect(sync.status).toBe(403)
    expect(sync.headers.get('x-ea-code')).toBe('FORBIDDEN')
    expect(await sync.json()).toMatchObject({
      ok: false,
      code: 'FORBIDDEN',
      message: expect.stringContaining('https://'),
    })
  }
  for (const path of ['/metrics', '/metrics?x', '//metrics', '/%6detrics', '/METRICS', '/metrics/']) {
    const answer = await visitor.send('GET', path)
    expect([path, answer.status, answer.body]).toEqual([path, 404, expect.stringContaining('Pagina non trovata')])
  }
  const claimed = { 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6', 'x-real-ip': '6.6.6.6' }
  expect((await visitor.send('GET', '/api/fresh/leaderboard', claimed)).status).toBe(200)
  await until(() => instances.some(({ output }) => output().includes('"route":"/api/fresh/leaderboard"')))
  for (const { output } of instances) expect(output()).not.toContain('6.6.6.6')

  // Its log: no visitor's address of a showcase, no token of a link.
  for (const path of ['/vetrine/1?ref=x', '/api/showcases/1', '/%76etrine/1', '/reset-password?token=segreto']) {
    await visitor.send('GET', path)
  }
  await until(() => proxy.output().includes('GET /reset-password\n'))
  expect(proxy.output()).not.toMatch(/segreto|showcases|etrine/)

  for (const { child } of instances) child.kill('SIGKILL')
  // On a connection that the instance left open the proxy can only disconnect.
  const status = () =>
    visitor.send('GET', '/').then(
      (answer) => answer.status,
      () => null,
    )
  await until(async () => (await status()) === 503)
  const away = await visitor.send('GET', '/')
  expect(away.headers['retry-after']).toBe('5')
  expect(away.body).toContain('TopTrader torna tra poco')
  visitor.agent.destroy()
})
