import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createIntake } from '#features/ea/server/sync/intake.ts'
import { endpoint } from '#shared/endpoint.ts'
import { handle } from '../http/http.ts'
import { jobMeter } from '../metrics/job-metrics.ts'
import { startJobs } from '../jobs.ts'
import { createLog } from './log.ts'
import { during } from './log-context.ts'
import { metersOf } from '../metrics/meters.ts'
import { testApp } from '../testing/app.ts'
import { testKernel } from '../testing/kernel.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { lines, log, sql } = kernel
const work = endpoint({
  method: 'POST',
  path: '/api/work',
  access: 'public',
  summary: 'Goes on after its answer',
  body: z.object({ name: z.string() }),
  response: z.object({}),
  errors: [],
})
const look = endpoint({
  method: 'GET',
  path: '/api/look',
  access: 'public',
  summary: 'Looks',
  response: z.object({}),
  errors: [],
})
const app = await testApp(kernel, (server) => {
  handle(server, kernel, work, async ({ body }) => {
    await sql`select 1`
    log.info({ name: body.name }, 'within')
    setTimeout(() => void sql`select 1`.then(() => log.info({ name: body.name }, 'afterwards')), 20)
    return {}
  })
  handle(server, kernel, look, async () => {
    await sql`select 1`
    log.info('looked')
    return {}
  })
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Sends a body in two pieces, so that it has to be waited for. @returns the request's id */
async function send(name: string): Promise<string> {
  const body = JSON.stringify({ name })
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  const head = 'Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n'
  socket.write(`POST /api/work HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 3)}`)
  await sleep(30)
  socket.write(body.slice(3))
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 200/)
  return /x-request-id: (\S+)/i.exec(answer)?.[1] ?? ''
}

test('lines of a request carry its id, also after its answer, and no other one', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
  const ids = await Promise.all(names.map((name) => send(name)))
  await expect
    .poll(() => lines.filter(({ msg }) => msg === 'afterwards').length, { timeout: 10_000 })
    .toBe(names.length)
  for (const [index, name] of names.entries()) {
    for (const said of ['within', 'afterwards']) {
      const line = lines.find(({ msg, name: of }) => msg === said && of === name)
      expect(line).toMatchObject({ request_id: ids[index] })
    }
  }
  const { headers } = await app.inject('/api/look')
  expect(lines.find(({ msg }) => msg === 'looked')).toMatchObject({ request_id: headers['x-request-id'] })
})

test('a line names its context once, and none where there is none', () => {
  const written: string[] = []
  const real = createLog('info', { write: (line) => void written.push(line) })
  real.info('outside')
  during({ request_id: 'r1' }, () => {
    real.info({ first: 1 }, 'inside')
    real.child({ request_id: 'r1' }).info('by its own')
    real.info('again')
  })
  expect(written.map((line) => line.match(/request_id/g)?.length ?? 0)).toEqual([0, 1, 1, 1])
  expect(JSON.parse(written[3] ?? '')).not.toHaveProperty('first')
})

test('lines of a job carry the job and the id of its row; runs are counted', async () => {
  const jobs = await startJobs(kernel.address, log, jobMeter(kernel), 0.5)
  await jobs.every('tells', '0 0 1 1 *', async () => {
    await sql`select 1`
    log.info('from within')
  })
  await jobs.every('breaks', '0 0 1 1 *', () => Promise.reject(new Error('no')))
  const rows = await sql<{ id: string; name: string }[]>`
    insert into boss.job (name, policy, retry_limit)
    values ('tells', 'exclusive', 0), ('breaks', 'exclusive', 0) returning id, name`
  const idOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.id
  const done = () => lines.filter(({ msg }) => msg === 'job done' || msg === 'job failed').length
  await expect.poll(done, { timeout: 10_000 }).toBe(2)
  await jobs.close()
  for (const msg of ['from within', 'job done']) {
    expect(lines.find((line) => line['msg'] === msg)).toMatchObject({ job: 'tells', run_id: idOf('tells') })
  }
  expect(lines.find(({ msg }) => msg === 'job failed')).toMatchObject({ job: 'breaks', run_id: idOf('breaks') })
  const text = await metersOf(kernel).metrics()
  expect(text).toContain('job_runs_total{task="tells",result="done"} 1')
  expect(text).toContain('job_runs_total{task="tells",result="failed"} 0')
  expect(text).toContain('job_runs_total{task="breaks",result="failed"} 1')
  expect(text).toContain('job_duration_seconds_count{task="tells"} 1')
})

test('a transaction of several syncs has the context of none of their requests', async () => {
  const intake = createIntake({
    flush: async (sent) => {
      log.info('flushed')
      return sent.map(() => ({ refusal: { code: 'INTERNAL' as const } }))
    },
    onError: () => undefined,
  })
  await during({ request_id: 'one' }, () => intake.submit({ tokenHash: 'a', request: {} as never }))
  expect(lines.find(({ msg }) => msg === 'flushed')).not.toHaveProperty('request_id')
})
