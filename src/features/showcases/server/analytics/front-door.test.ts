import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { wholeApp } from '../../../../guards/testing/whole-app.ts'
import { unknownSource } from '../../rules/visit-sources.ts'
import type { ShowcaseReport } from '../../analytics-contract.ts'
import { chrome, publishedShowcase } from './testing/published.ts'

/** The whole server: its own page, its own timer. */
const kernel = await testKernel()
const { sql } = kernel
const app = await wholeApp(kernel)
const [ines, anna] = [await person(kernel, 'ines'), await person(kernel, 'anna')]
const admin = await person(kernel, 'capo', { is_admin: true })
const showcase = await publishedShowcase(kernel, ines.trader_id)

const look = (ip: string, headers: Record<string, string> = {}, source = '?source=t.me') =>
  app.inject({
    url: `/api/showcases/${showcase}${source}`,
    remoteAddress: ip,
    headers: { 'user-agent': chrome, ...headers },
  })

async function report(): Promise<ShowcaseReport> {
  return (await app.inject({ url: '/api/my-showcase/analytics', headers: ines.headers })).json<ShowcaseReport>()
}

test('a public view counts within a moment; owner, admins, robots and documents do not', async () => {
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
    ['altri', 1],
  ])
  const { body } = await app.inject('/metrics')
  expect(body).toContain('showcase_visits_total{outcome="counted"} 2')
})

test('the report of our own page counts with any source, and is answered without content', async () => {
  const written = await publishedShowcase(kernel, (await person(kernel, 'nora')).trader_id)
  const viewsOf = async () =>
    (await sql`select views_count::int as views from showcase where showcase_id = ${written}`)[0]
  const report = (ip: string, headers: Record<string, string> = {}) =>
    app.inject({
      url: `/api/showcases/${written}?source=${unknownSource}`,
      remoteAddress: ip,
      headers: { 'user-agent': chrome, 'sec-fetch-site': 'same-origin', 'if-none-match': '*', ...headers },
    })
  for (const answer of [await report('203.0.113.20'), await report('203.0.113.21', anna.headers)]) {
    expect([answer.statusCode, answer.body]).toEqual([304, ''])
  }
  await expect.poll(viewsOf, { timeout: 5_000 }).toEqual({ views: 2 })
  expect(await sql`select source, views from showcase_source_day where showcase_id = ${written}`).toEqual([
    { source: '', views: 2 },
  ])
})

test('a click implies a view: without a view of the day it counts one, and a later report of that view counts none', async () => {
  const written = await publishedShowcase(kernel, (await person(kernel, 'olga')).trader_id)
  const visitor = { remoteAddress: '203.0.113.30', headers: { 'user-agent': chrome } }
  const click = (type: string) =>
    app.inject({
      method: 'POST',
      url: '/api/showcases/track-click',
      ...visitor,
      payload: { showcase_id: written, type, source: 't.me' },
    })
  const days = () => sql`
    select day::text, views, visitors, clicks from showcase_day where showcase_id = ${written} order by day`
  const first = { day: '2026-11-20', views: 1, visitors: 1, clicks: 1 }
  kernel.clock.set('2026-11-20T20:00:00.000Z')
  await click('pdf')
  await expect.poll(days, { timeout: 5_000 }).toEqual([first])
  await app.inject({ url: `/api/showcases/${written}?source=t.me`, ...visitor })
  kernel.clock.advance(40 * MINUTE_MS)
  await click('share')
  await expect.poll(days, { timeout: 5_000 }).toEqual([{ ...first, clicks: 2 }])
  kernel.clock.set('2026-11-21T00:01:00.000Z')
  await click('pdf')
  await expect.poll(days, { timeout: 5_000 }).toEqual([
    { ...first, clicks: 2 },
    { ...first, day: '2026-11-21' },
  ])
})

test('a request that another site’s page causes does not count, with any source', async () => {
  const written = await publishedShowcase(kernel, (await person(kernel, 'vera')).trader_id)
  const request = (ip: string, site: string, source: string) =>
    app.inject({
      url: `/api/showcases/${written}${source}`,
      remoteAddress: ip,
      headers: { 'user-agent': chrome, 'sec-fetch-site': site },
    })
  for (const site of ['cross-site', 'same-site', 'none']) {
    for (const source of ['', '?source=t.me', `?source=${unknownSource}`]) {
      expect((await request('203.0.113.40', site, source)).statusCode).toBe(200)
    }
  }
  await request('203.0.113.41', 'same-origin', '')
  await request('203.0.113.42', 'same-origin', '?source=profilo')
  const visits = () => sql`select source, views from showcase_source_day where showcase_id = ${written}`
  await expect.poll(visits, { timeout: 5_000 }).toEqual([{ source: 'profilo', views: 1 }])
})

test('lines of the log hold no address of visitors', async () => {
  const visitor = { remoteAddress: '203.0.113.50', headers: { 'user-agent': chrome } }
  await app.inject({ url: `/api/showcases/${showcase}?source=t.me`, ...visitor })
  await app.inject({ url: `/vetrine/${showcase}`, ...visitor })
  await app.inject({
    method: 'POST',
    url: '/api/showcases/track-click',
    ...visitor,
    payload: { showcase_id: showcase, type: 'share' },
  })
  await app.inject({ url: '/api/showcases', ...visitor })
  const lines = kernel.lines.filter(({ msg }) => msg === 'request').slice(-4)
  expect(lines.map(({ route, ip }) => [route, ip])).toEqual([
    ['/api/showcases/:showcase_id', undefined],
    ['/vetrine/:showcase_id', undefined],
    ['/api/showcases/track-click', undefined],
    ['/api/showcases', visitor.remoteAddress],
  ])
})
