import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { ShowcaseReport } from '../../analytics-contract.ts'
import { registerAnalyticsRoutes } from './routes.ts'
import { pruneVisits } from './retention.ts'
import { countedShowcase } from './testing/counted.ts'
import { chrome, publishedShowcase } from './testing/published.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const { analytics, counts, owner: ines, showcase } = await countedShowcase(kernel)
const app = await testApp(kernel, (server, of) => registerAnalyticsRoutes(server, of, analytics))
const anna = await person(kernel, 'anna')
const admin = await person(kernel, 'capo', { is_admin: true })

const start = Date.parse('2026-11-20T10:00:00.000Z')

beforeEach(() => clock.set(start))

interface Visitor {
  ip?: string
  agent?: string
  session?: Session | null
  source?: string | undefined
  headers?: Record<string, string>
}

function look(
  { ip = '203.0.113.7', agent = chrome, session = null, source = '', headers = {} }: Visitor = {},
  id = showcase,
) {
  analytics.countView({
    request: { ip, headers: { 'user-agent': agent, ...headers } },
    session,
    showcaseId: id,
    source,
  })
}

async function click(
  body: Record<string, unknown> = {},
  { ip = '203.0.113.7', agent = chrome, headers = {} }: Visitor = {},
): Promise<number> {
  const payload = { showcase_id: showcase, type: 'link', target: 'telegram_url', ...body }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/showcases/track-click',
    remoteAddress: ip,
    headers: { 'user-agent': agent, ...headers },
    payload,
  })
  return statusCode
}

async function report(days = 30): Promise<ShowcaseReport> {
  await analytics.flush()
  const answer = await app.inject({ url: `/api/my-showcase/analytics?days=${days}`, headers: ines.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json<ShowcaseReport>()
}

test('a visitor is one view in half an hour, one visitor in a day, and another one on the next day', async () => {
  look()
  look()
  expect((await report()).totals).toEqual({ views: 1, visitors: 1, clicks: 0, ctr: 0 })
  clock.advance(30 * MINUTE_MS - 1)
  look()
  expect((await report()).totals).toMatchObject({ views: 1 })
  clock.advance(1)
  look()
  expect((await report()).totals).toMatchObject({ views: 2, visitors: 1 })
  look({ agent: `${chrome} Edg/141.0.0.0` })
  look({ ip: '203.0.113.8' })
  expect((await report()).totals).toMatchObject({ views: 4, visitors: 3 })
  expect(await counts()).toEqual({ views: 3, clicks: 0 })

  const hashes = await sql`select visitor from showcase_visit`
  clock.set('2026-11-21T00:00:00.000Z')
  look()
  const next = await report()
  expect(next.totals).toMatchObject({ views: 5, visitors: 4 })
  expect(next.daily.slice(-2)).toEqual([
    { date: '2026-11-20', views: 4, visitors: 3, clicks: 0, rank: null },
    { date: '2026-11-21', views: 1, visitors: 1, clicks: 0, rank: null },
  ])
  const [today] = await sql`select visitor from showcase_visit where day = '2026-11-21'`
  expect(hashes.map(({ visitor }) => String(visitor))).not.toContain(String(today?.visitor))
})

test('no address is stored, and hashes and keys of past days are deleted', async () => {
  look({ ip: '198.51.100.77' })
  await analytics.flush()
  const dump = JSON.stringify([
    await sql`select *, encode(visitor, 'escape') as text from showcase_visit`,
    await sql`select * from showcase_source_day`,
  ])
  expect(dump).not.toContain('198.51.100')
  clock.set('2026-11-21T00:12:00.000Z')
  look()
  await analytics.flush()
  await pruneVisits(kernel)
  expect(await sql`select day::text from showcase_visit`).toEqual([{ day: '2026-11-21' }])
  expect(await sql`select day::text from visitor_key`).toEqual([{ day: '2026-11-21' }])
  expect((await report()).totals).toMatchObject({ views: 2, visitors: 2 })
})

test.each([
  ['no name', ''],
  ['a robot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a preview of a messenger', 'TelegramBot (like TwitterBot)'],
  ['a tool', 'curl/8.5.0'],
  ['a library', 'python-requests/2.32'],
  ['a browser without anybody', chrome.replace('Chrome/', 'HeadlessChrome/')],
])('%s never counts', async (_name, agent) => {
  look({ agent })
  expect(await click({}, { agent })).toBe(202)
  expect((await report()).totals).toMatchObject({ views: 0, clicks: 0 })
})

test('a prefetched page is no view, and the page’s own request is no second view', async () => {
  look({ headers: { 'sec-purpose': 'prefetch;prerender' } })
  analytics.countView({
    request: { ip: '203.0.113.7', headers: { 'user-agent': chrome, 'sec-fetch-site': 'same-origin' } },
    session: null,
    showcaseId: showcase,
    source: undefined,
  })
  expect((await report()).totals).toMatchObject({ views: 0 })
  look({ headers: { 'sec-fetch-site': 'same-origin' }, source: 'profilo' })
  expect((await report()).by_source).toEqual([{ source: 'profilo', views: 1, clicks: 0, ctr: 0 }])
})

test('owner and admins never count, other traders do', async () => {
  expect(await click({}, { headers: ines.headers })).toBe(202)
  expect(await click({}, { headers: admin.headers })).toBe(202)
  expect((await report()).totals).toMatchObject({ clicks: 0 })
  expect(await click({}, { headers: anna.headers })).toBe(202)
  expect((await report()).totals).toMatchObject({ clicks: 1 })
})

test('visits to unknown, hidden and missing showcases are accepted and not counted', async () => {
  const hidden = await publishedShowcase(kernel, anna.trader_id, { diamondDays: -1 })
  look({}, hidden)
  look({}, kernel.secrets.newId())
  expect(await click({ showcase_id: hidden })).toBe(202)
  expect(await click({ showcase_id: kernel.secrets.newId() })).toBe(202)
  expect(await click({ target: 'discord_url' })).toBe(202)
  expect(await click({ type: 'cta', target: 'Unisciti alla community' })).toBe(202)
  expect(await click({ type: 'cta', target: 'Scritto da altri' })).toBe(202)
  expect(await click({ type: 'cta', target: 9 })).toBe(202)
  expect(await click({ type: 'video' })).toBe(202)
  expect(await click({ type: 'link', target: '__proto__' })).toBe(202)
  expect(await click({ showcase_id: 'nope', type: 'cta', target: 0 })).toBe(202)
  await analytics.flush()
  expect(await sql`select 1 from showcase_visit`).toEqual([])
  expect(await sql`select 1 from showcase_day`).toEqual([])
})

test.each([
  ['email_proof', 'awaited', 'unasked'],
  ['deactivated_at', '2026-11-20T09:00:00.000Z', null],
  ['erasing_at', '2026-11-20T09:00:00.000Z', null],
])('visits are not counted while the owner is hidden: %s', async (column, hidden, shown) => {
  const set = (value: string | null) =>
    sql`update trader set ${sql(column)} = ${value} where trader_id = ${ines.trader_id}`
  await set(hidden)
  look({ ip: '203.0.113.30' })
  await analytics.flush()
  expect(await counts()).toEqual({ views: 0, clicks: 0 })
  await set(shown)
  look({ ip: '203.0.113.31' })
  await analytics.flush()
  expect(await counts()).toEqual({ views: 1, clicks: 0 })
})

test.each([
  [{ showcase_id: 7 }],
  [{ type: 'other' }],
  [{ target: { a: 1 } }],
  [{ target: 'x'.repeat(501) }],
  [{ target: 'a\u0000b' }],
])('a malformed body is refused: %j', async (body) => {
  expect(await click(body)).toBe(422)
})

test('clicks are reported by button, link, position and source, with share and rate', async () => {
  look({ source: 'https://evil.example/<script>' })
  look({ ip: '203.0.113.8', source: 'www.Google.com' })
  look({ ip: '203.0.113.9', source: 'classifica' })
  await click({ source: 'classifica' })
  await click()
  await click({ target: 'telegram' })
  await click({ type: 'cta', target: 'Copia i miei trade', position: 1, source: 'classifica' }, { ip: '203.0.113.8' })
  await click({ type: 'cta', target: '2' })
  await click({ type: 'pdf' })
  await click({ type: 'myfx_click', target: 0 })
  await click({ type: 'share' })
  const { by_link, by_source, totals } = await report()
  expect(totals).toEqual({ views: 3, visitors: 3, clicks: 6, ctr: 200 })
  const expected = [
    ['cta', 'Copia i miei trade', 'Copia i miei trade', 1],
    ['cta', '=HYPERLINK("x")', '=HYPERLINK("x")', 3],
    ['link', 'telegram_url', 'Telegram', null],
    ['myfx_click', '', 'Apri MyFxBook', null],
    ['pdf', 'Guida Trading', 'Guida Trading', null],
    ['share', '', 'Condividi', null],
  ]
  expect(by_link.map(({ type, target, label, position }) => [type, target, label, position])).toEqual(expected)
  expect(by_link[0]).toMatchObject({ clicks: 1, share: 16.6667, ctr: 33.3333 })
  expect(by_source).toEqual([
    { source: '', views: 1, clicks: 4, ctr: 400 },
    { source: 'classifica', views: 1, clicks: 2, ctr: 200 },
    { source: 'altri', views: 1, clicks: 0, ctr: 0 },
  ])
})

test('a target counts once in half an hour, and a visitor no more than thirty times in an hour', async () => {
  await click()
  await click()
  await analytics.flush()
  clock.advance(30 * MINUTE_MS)
  await click()
  expect(await counts()).toEqual({ views: 1, clicks: 2 })
  clock.advance(29 * MINUTE_MS)

  const many = 12
  const others: string[] = []
  for (let index = 0; index < many; index++) {
    others.push(await publishedShowcase(kernel, (await person(kernel, `trader_${index}`)).trader_id))
  }
  for (const id of others) {
    for (const body of [{}, { type: 'pdf' }, { type: 'share' }]) await click({ ...body, showcase_id: id })
  }
  await analytics.flush()
  const [sum] = await sql`select sum(clicks)::int as clicks from showcase_day where showcase_id = any(${others})`
  // Two clicks on the same target count for the limit of the hour.
  expect(sum).toEqual({ clicks: 28 })
  clock.advance(61 * MINUTE_MS)
  await click()
  expect(await counts()).toEqual({ views: 1, clicks: 3 })
})

test('places of the ranking stand on the same line of days', async () => {
  await sql`
    insert into rank_change (trader_id, day, rank)
    values (${ines.trader_id}, '2026-11-01', 9), (${ines.trader_id}, '2026-11-17', 4), (${ines.trader_id}, '2026-11-19', null)`
  const { daily, from, to, days } = await report(7)
  expect([from, to, days]).toEqual(['2026-11-14', '2026-11-20', 7])
  expect(daily.map(({ rank }) => rank)).toEqual([9, 9, 9, 4, 4, null, null])
  expect((await report(30)).daily[0]).toMatchObject({ date: '2026-10-22', rank: null })
})

test('the days before are summed for comparison', async () => {
  clock.set('2026-11-13T10:00:00.000Z')
  look()
  await click()
  await analytics.flush()
  clock.set(start)
  look()
  const { totals, previous } = await report(7)
  expect(totals).toEqual({ views: 1, visitors: 1, clicks: 0, ctr: 0 })
  expect(previous).toEqual({ views: 1, visitors: 1, clicks: 1, ctr: 100 })
})

test('the file holds no formula and is named after its days', async () => {
  look({ source: 'google.com' })
  look({ source: 'google.com', ip: '203.0.113.8' })
  look({ source: 'google.com', ip: '203.0.113.9' })
  await click({ type: 'cta', target: '=HYPERLINK("x")' })
  await analytics.flush()
  const answer = await app.inject({ url: '/api/my-showcase/analytics?days=7&format=csv', headers: ines.headers })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="toptrader-vetrina-2026-11-14-2026-11-20.csv"',
  )
  const lines = answer.body.split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFF"Tabella";"Giorno (UTC)";"Voce";"Posizione";"Visite";"Visitatori";"Clic";"CTR %";"Posto in classifica"',
  )
  expect(lines).toContain('"Giorni";20/11/2026;;;3;3;1;33,3333;')
  expect(lines).toContain(`"Clic";;"'=HYPERLINK(""x"")";3;;;1;33,3333;`)
  expect(lines).toContain('"Provenienza";;"google.com";;3;;0;0;')
})

test.each(['0', '366', '1.5', 'x', '7&format=xml'])('days=%s is refused', async (days) => {
  const { statusCode } = await app.inject({ url: `/api/my-showcase/analytics?days=${days}`, headers: ines.headers })
  expect(statusCode).toBe(422)
})

test('a trader without a showcase has no report, nor has a visitor', async () => {
  const of = (headers: Record<string, string>) => app.inject({ url: '/api/my-showcase/analytics', headers })
  expect((await of((await person(kernel, 'nuovo')).headers)).json()).toMatchObject({ detail: 'Vetrina non trovata' })
  expect((await of({})).statusCode).toBe(401)
})
