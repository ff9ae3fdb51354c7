import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { ShowcaseReport } from '../../analytics-contract.ts'
import { registerAnalyticsRoutes } from './routes.ts'
import { pruneVisits } from './retention.ts'
import { createAnalytics, type Analytics } from './service.ts'
import { countedShowcase } from './testing/counted.ts'
import { chrome, publishedShowcase } from './testing/published.ts'

/** Attempts from few addresses to be counted often, or to stop the counting of others. */
const kernel = await testKernel()
const { sql, clock } = kernel
const { analytics, owner: ines, showcase } = await countedShowcase(kernel)
const app = await testApp(kernel, (server, of) => registerAnalyticsRoutes(server, of, analytics))
const other = await publishedShowcase(kernel, (await person(kernel, 'anna')).trader_id)

const start = Date.parse('2026-11-20T10:00:00.000Z')

beforeEach(() => clock.set(start))

interface From {
  ip?: string
  name?: number | string
  source?: string
  id?: string
  by?: Analytics
}

function look({ ip = '203.0.113.7', name = 0, source = '', id = showcase, by = analytics }: From = {}) {
  by.countView({
    request: { ip, headers: { 'user-agent': `${chrome} Name/${name}` } },
    session: null,
    showcaseId: id,
    source,
  })
}

async function click({ ip = '203.0.113.7', name = 0, headers = {} }: From & { headers?: Record<string, string> } = {}) {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/showcases/track-click',
    remoteAddress: ip,
    headers: { 'user-agent': `${chrome} Name/${name}`, ...headers },
    payload: { showcase_id: showcase, type: 'share' },
  })
  expect(statusCode).toBe(202)
}

async function report(): Promise<ShowcaseReport> {
  await analytics.flush()
  return (await app.inject({ url: '/api/my-showcase/analytics', headers: ines.headers })).json<ShowcaseReport>()
}
const sourcesOf = async () => (await report()).by_source.map(({ source, views }) => [source, views])

test('an address that changes its browser’s name is twelve visitors a day at most; the others count', async () => {
  for (let name = 0; name < 50; name++) {
    look({ name })
    await click({ name })
  }
  expect((await report()).totals).toMatchObject({ views: 12, visitors: 12, clicks: 12 })
  clock.advance(HOUR_MS)
  for (let name = 50; name < 60; name++) {
    look({ name })
    await click({ name })
  }
  look({ ip: '203.0.113.8' })
  look({ name: 1, id: other })
  expect((await report()).totals).toMatchObject({ views: 13, visitors: 13, clicks: 12 })
  expect(await sql`select visitors from showcase_day where showcase_id = ${other}`).toEqual([{ visitors: 1 }])
  clock.set('2026-11-21T00:00:00.000Z')
  look({ name: 70 })
  expect((await report()).totals).toMatchObject({ visitors: 14 })
})

test('an address is 24 views and 24 clicks a day at most', async () => {
  for (let round = 0; round < 6; round++) {
    for (let name = 0; name < 6; name++) {
      look({ name })
      await click({ name })
    }
    await analytics.flush()
    clock.advance(30 * MINUTE_MS)
  }
  expect((await report()).totals).toMatchObject({ views: 24, visitors: 6, clicks: 24 })
})

test('an address has no more at several instances', async () => {
  const instances = [createAnalytics(kernel), createAnalytics(kernel), createAnalytics(kernel)]
  for (let name = 0; name < 30; name++) {
    for (const by of instances) look({ name, by })
    await Promise.all(instances.map((each) => each.flush()))
  }
  expect((await report()).totals).toMatchObject({ views: 12, visitors: 12 })
})

test('one household of IPv6 is one visitor, a neighbour another one', async () => {
  look({ ip: '2001:db8:1:2::1' })
  look({ ip: '2001:db8:1:2:ffff::9' })
  look({ ip: '2001:db8:1:3::1' })
  expect((await report()).totals).toMatchObject({ views: 2, visitors: 2 })
})

test('the /48 of an IPv6 subscriber has ten times of what one household has', async () => {
  for (let net = 0; net < 150; net++) {
    if (net % 50 === 0) clock.advance(MINUTE_MS)
    look({ ip: `2001:db8:1:${net.toString(16)}::1` })
  }
  look({ ip: '2001:db8:2::1' })
  expect((await report()).totals).toMatchObject({ visitors: 121 })
})

test('a flood of addresses stops no other visitor: a subscriber’s block has its own limit, and new visitors find room', async () => {
  const busy = createAnalytics(kernel)
  for (let net = 0; net < 25_000; net++) look({ ip: `2001:db8:9:${net.toString(16)}::1`, by: busy })
  expect(busy.figures()).toMatchObject({ noted: 600, paced: 24_400 })
  for (let index = 0; index < 25_000; index++)
    look({ ip: `10.${index >> 12}.${(index >> 6) & 63}.${index & 63}`, by: busy })
  look({ ip: '198.51.100.1', id: other, by: busy })
  await busy.close()
  expect(busy.figures()).toMatchObject({ paced: 24_400 })
  expect(await sql`select visitors from showcase_day where showcase_id = ${other}`).toEqual([{ visitors: 1 }])
})

test('a site is named to the owner from its third visitor on, each from an address of their own', async () => {
  for (let name = 0; name < 5; name++) look({ name, source: 'spam.example' })
  look({ ip: '203.0.113.8', source: 't.me' })
  look({ ip: '203.0.113.9', source: 't.me' })
  look({ ip: '203.0.113.10', source: 'classifica' })
  look({ ip: '203.0.113.11' })
  expect(await sourcesOf()).toEqual([
    ['altri', 7],
    ['', 1],
    ['classifica', 1],
  ])
  clock.advance(DAY_MS)
  look({ ip: '203.0.113.8', source: 't.me' })
  expect(await sourcesOf()).toEqual([
    ['altri', 5],
    ['t.me', 3],
    ['', 1],
    ['classifica', 1],
  ])
  const { body } = await app.inject({ url: '/api/my-showcase/analytics?format=csv', headers: ines.headers })
  expect(body).toContain('"Provenienza";;"Altri siti";;5')
  expect(body).not.toContain('spam.example')
})

test('invented sites take no place from real ones', async () => {
  for (let index = 0; index < 600; index++) {
    if (index % 50 === 0) clock.advance(MINUTE_MS)
    look({ ip: `10.1.${index >> 8}.${index & 255}`, source: `spam-${index}.example` })
    if (index % 100 === 50) await analytics.flush()
  }
  for (let index = 0; index < 3; index++) look({ ip: `203.0.113.${index}`, source: 't.me' })
  expect(await sourcesOf()).toEqual([
    ['altri', 600],
    ['t.me', 3],
  ])
  const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from showcase_source_day`
  expect(row?.rows).toBeLessThanOrEqual(201)
})

test('the report names fifty sites, the rest together', async () => {
  for (let index = 0; index < 60; index++) {
    for (let ip = 0; ip < 3; ip++) look({ ip: `10.2.${index}.${ip}`, source: `site-${index}.example` })
    await analytics.flush()
    clock.advance(1_000)
  }
  const { by_source } = await report()
  expect(by_source).toHaveLength(51)
  expect(by_source[0]).toMatchObject({ source: 'altri', views: 30 })
})

test('a click that another site’s page sends does not count', async () => {
  await click({ headers: { 'sec-fetch-site': 'cross-site' } })
  expect((await report()).totals).toMatchObject({ clicks: 0 })
  await click({ headers: { 'sec-fetch-site': 'same-origin' } })
  expect((await report()).totals).toMatchObject({ clicks: 1 })
})

test('stored visits hold their half hour and nothing of the address', async () => {
  clock.set('2026-11-20T10:17:23.456Z')
  look()
  await analytics.flush()
  const [visit] = await sql<{ counted_at: string }[]>`select counted_at from showcase_visit`
  expect(new Date(visit?.counted_at ?? '').toISOString()).toBe('2026-11-20T10:00:00.000Z')
  const origins = await sql<{ text: string }[]>`select encode(origin, 'escape') as text from showcase_origin`
  expect(origins).toHaveLength(1)
  expect(JSON.stringify(origins)).not.toContain('203.0.113')
  clock.set('2026-11-21T00:12:00.000Z')
  await pruneVisits(kernel)
  expect(await sql`select 1 from showcase_origin`).toEqual([])
})
