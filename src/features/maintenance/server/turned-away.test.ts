import { afterAll, expect, test } from 'vitest'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import { createPayments } from '#features/payments/server/service.ts'
import type { getApiMonitor } from '#features/system/monitor-contract.ts'
import { connectDatabase } from '#server/database/database.ts'
import { testKernel, type TestKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { openGate } from '#server/testing/tcp.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { buildApp } from '../../../app.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const payments = createPayments(kernel, createSandbox(kernel))
afterAll(payments.close)
const { headers } = await person(kernel, 'chiude', { is_admin: true })

async function instance(on: TestKernel) {
  const app = await buildApp(on, payments, { demo: false, dev: false, draining: () => false })
  await app.ready()
  return app
}

const closing = '/api/admin/maintenance/toggle?enabled=true'

test('the monitor counts answers of a closed site as refused, not as errors', async () => {
  const app = await instance(kernel)
  afterAll(() => app.close())
  await app.inject({ method: 'POST', url: closing, headers })
  for (const url of ['/api/plans', '/api/plans', '/vetrine', '/api/no/such']) {
    expect((await app.inject(url)).statusCode).toBe(503)
  }
  const answer = await app.inject({ url: '/api/admin/system/api-monitor', headers })
  const { totals, routes } = answer.json<ResponseOf<typeof getApiMonitor>>()
  expect(totals).toMatchObject({ requests: 5, refused: 4, errors: 0 })
  expect(routes.find(({ route }) => route === '/api/plans')).toMatchObject({ refused: 2, errors: 0 })
})

test('an internal error stays one while the site is closed', async () => {
  const gate = await openGate(kernel.address)
  const { sql, close } = connectDatabase({ url: gate.url })
  const app = await instance({ ...kernel, sql })
  gate.cut()
  expect((await app.inject('/api/plans')).json()).toMatchObject({ error_type: 'MAINTENANCE' })
  // The server cannot find out whether the caller is an admin.
  expect((await app.inject({ url: '/api/plans', headers })).json()).toMatchObject({ error_type: 'UNAVAILABLE' })
  const { body } = await app.inject('/metrics')
  const counted = [...body.matchAll(/^http_requests_total\{.*route="\/api\/plans".*status="(\w+)"\} (\d+)$/gm)]
  const happened = counted.filter(([, , value]) => value !== '0').map(([, status, value]) => [status, value])
  expect(Object.fromEntries(happened)).toEqual({ '5xx': '1', maintenance: '1' })
  await app.close().catch(() => undefined)
  await close().catch(() => undefined)
})
