import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { levels } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../database/database.ts'
import { registerHealth, type Health } from './health.ts'
import { testApp } from '../testing/app.ts'
import { testKernel, type TestKernel } from '../testing/kernel.ts'
import { openGate } from '../testing/tcp.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'on' } })

async function served(its: Pick<TestKernel, 'sql' | 'config'> = kernel) {
  const is = { draining: false, usable: true, showcases: 'up' as ReturnType<Health['showcases']> }
  const app = await testApp({ ...kernel, ...its }, (server, with_) =>
    registerHealth(server, with_, {
      draining: () => is.draining,
      usable: () => is.usable,
      showcases: () => is.showcases,
    }),
  )
  const probe = async (url: string) => {
    const startedAt = performance.now()
    const { statusCode: status, body, headers } = await app.inject(url)
    return { status, body: JSON.parse(body) as object, headers, ms: performance.now() - startedAt }
  }
  return { is, probe, app }
}

/** A pool whose database is at this address. */
function pool(url: string) {
  const database = connectDatabase({ url }, { max: 2 })
  onTestFinished(() => database.close())
  return { ...kernel, sql: database.sql }
}

/** Takes connections and never answers. */
async function silentServer(): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://reader@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`
}

test('every dependency is named, and is ready where it answers', async () => {
  const { probe } = await served()
  expect(await probe('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', database: 'up', ranking: 'up', showcases: 'up', storage: 'up' },
  })
})

test('without a database a usable ranking is ready, and the process lives and has started', async () => {
  const gate = await openGate(kernel.address)
  gate.cut()
  const { is, probe } = await served(pool(gate.url))
  expect(await probe('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', database: 'away' } })
  expect((await probe('/livez')).status).toBe(200)
  expect((await probe('/startupz')).status).toBe(200)
  is.usable = false
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready', ranking: 'not loaded' } })
  expect((await probe('/livez')).status).toBe(200)
})

test('a database without an answer delays no probe', async () => {
  const { is, probe } = await served(pool(await silentServer()))
  const answer = await probe('/readyz')
  expect(answer).toMatchObject({ status: 200, body: { database: 'away' } })
  expect(answer.ms).toBeLessThan(1_900)
  for (const url of ['/livez', '/startupz']) expect((await probe(url)).ms).toBeLessThan(300)
  is.draining = true
  const draining = await probe('/readyz')
  expect(draining).toMatchObject({ status: 503, body: { status: 'draining' } })
  expect(draining.ms).toBeLessThan(300)
})

test('a store of files that is away is named, and the instance stays ready', async () => {
  const { config } = await testKernel({
    env: { S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
  })
  const { probe } = await served({ ...kernel, config })
  expect(await probe('/readyz')).toMatchObject({ status: 200, body: { database: 'up', storage: 'away' } })
})

test('an instance is ready once the first load of the showcases has ended, though it failed', async () => {
  const { is, probe } = await served()
  is.showcases = 'loading'
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready', showcases: 'loading' } })
  is.showcases = 'not loaded'
  expect(await probe('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', showcases: 'not loaded' } })
})

test('the start is over once there was a ranking, and stays over', async () => {
  const { is, probe } = await served()
  is.usable = false
  expect(await probe('/startupz')).toMatchObject({ status: 503, body: { status: 'starting' } })
  is.usable = true
  expect((await probe('/startupz')).status).toBe(200)
  is.usable = false
  is.draining = true
  expect((await probe('/startupz')).status).toBe(200)
  expect((await probe('/livez')).status).toBe(200)
})

test('probes have no limit, many share one query, and no answer reveals the software', async () => {
  let queries = 0
  const sql = Object.assign((...parts: Parameters<typeof kernel.sql>) => {
    queries += 1
    return kernel.sql(...parts)
  }, kernel.sql) as unknown as typeof kernel.sql
  const { app } = await served({ ...kernel, sql })
  const answers = await Promise.all(
    Array.from({ length: 1_500 }, (_, index) => app.inject(['/livez', '/readyz', '/startupz'][index % 3] ?? '')),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(queries).toBeLessThan(20)
  for (const { headers, body } of answers.slice(0, 3)) {
    expect(`${JSON.stringify(headers)}${body}`).not.toMatch(/fastify|node|postgres|toptrader|\d+\.\d+\.\d+/i)
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('a good probe is not logged, a failed one is', async () => {
  const { is, probe } = await served()
  const probes = ['/livez', '/readyz', '/startupz']
  const noted = async () => {
    const before = kernel.lines.length
    for (const url of probes) await probe(url)
    const lines = kernel.lines.slice(before).filter(({ msg }) => msg === 'request')
    return lines.map(({ route, status, level }) => `${String(route)} ${String(status)} ${levels.labels[Number(level)]}`)
  }
  expect(await noted()).toEqual(probes.map((url) => `${url} 200 debug`))
  is.draining = true
  expect(await noted()).toEqual(['/livez 200 debug', '/readyz 503 info', '/startupz 200 debug'])
})
