import { expect, test } from 'vitest'
import type { getApiMonitor } from '#features/system/monitor-contract.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { appWithoutDatabase, wholeApp } from '../../../guards/testing/whole-app.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await wholeApp(kernel)
const { headers } = await person(kernel, 'chiude', { is_admin: true })

const closing = '/api/admin/maintenance/toggle?enabled=true'

test('the monitor counts answers of a closed site as refused, not as errors', async () => {
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
  const cutOff = await appWithoutDatabase(kernel)
  expect((await cutOff.inject('/api/plans')).json()).toMatchObject({ error_type: 'MAINTENANCE' })
  // The server cannot find out whether the caller is an admin.
  expect((await cutOff.inject({ url: '/api/plans', headers })).json()).toMatchObject({ error_type: 'UNAVAILABLE' })
  const { body } = await cutOff.inject('/metrics')
  const counted = [...body.matchAll(/^http_requests_total\{.*route="\/api\/plans".*status="(\w+)"\} (\d+)$/gm)]
  const happened = counted.filter(([, , value]) => value !== '0').map(([, status, value]) => [status, value])
  expect(Object.fromEntries(happened)).toEqual({ '5xx': '1', maintenance: '1' })
})
