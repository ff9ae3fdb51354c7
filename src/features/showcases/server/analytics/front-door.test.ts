import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayments } from '#features/payments/server/service.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { buildApp } from '../../../../app.ts'
import type { ShowcaseReport } from '../../analytics-contract.ts'
import { chrome, publishedShowcase } from './testing/published.ts'

/** The whole server: its own page, its own timer. */
const kernel = await testKernel()
const payments = createPayments(kernel)
const app = await buildApp(kernel, payments, { demo: false, dev: false, draining: () => false })
const [ines, anna] = [await person(kernel, 'ines'), await person(kernel, 'anna')]
const admin = await person(kernel, 'capo', { is_admin: true })
const showcase = await publishedShowcase(kernel, ines.trader_id)
beforeAll(() => app.ready())
afterAll(async () => {
  await app.close()
  await payments.close()
})

const look = (ip: string, headers: Record<string, string> = {}, source = '?source=t.me') =>
  app.inject({
    url: `/api/showcases/${showcase}${source}`,
    remoteAddress: ip,
    headers: { 'user-agent': chrome, ...headers },
  })

async function report(): Promise<ShowcaseReport> {
  return (await app.inject({ url: '/api/my-showcase/analytics', headers: ines.headers })).json<ShowcaseReport>()
}

test('a public look counts within a moment; owner, admins, robots and documents do not', async () => {
  expect((await look('203.0.113.1', ines.headers)).statusCode).toBe(200)
  expect((await look('203.0.113.2', admin.headers)).statusCode).toBe(200)
  expect((await look('203.0.113.3', { 'user-agent': 'curl/8' })).statusCode).toBe(200)
  expect((await look('203.0.113.4', { 'sec-fetch-site': 'same-origin' }, '')).statusCode).toBe(200)
  await app.inject({ url: `/vetrine/${showcase}`, remoteAddress: '203.0.113.5', headers: { 'user-agent': chrome } })
  expect((await look('203.0.113.6', anna.headers)).statusCode).toBe(200)
  expect((await look('203.0.113.7', {}, '')).statusCode).toBe(200)
  await expect.poll(async () => (await report()).totals, { timeout: 5_000 }).toMatchObject({ views: 2, visitors: 2 })
  expect((await report()).by_source.map(({ source, views }) => [source, views])).toEqual([
    ['', 1],
    ['t.me', 1],
  ])
  const { body } = await app.inject('/metrics')
  expect(body).toContain('showcase_visits_total{outcome="counted"} 2')
})
