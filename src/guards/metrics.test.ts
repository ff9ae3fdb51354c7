import { expect, test } from 'vitest'
import { person } from '#server/testing/people.ts'
import { calls } from './testing/declared-calls.ts'
import { scrapedApp } from './testing/scraped-app.ts'

const { app, kernel, scrape, untouched } = await scrapedApp()

/** For one instance, after every call: Prometheus pays for each series. */
const seriesAtMost = 2_000

test('after every call the series stay within their bound, and a scrape costs a few times what its text costs to read', async () => {
  const { series } = await scrape()
  expect(series.length).toBeGreaterThan(500)
  // Each route may still answer with another class of status or two.
  const routes = series.filter(({ name, labels }) => name === 'http_requests_total' && labels['status'] === '5xx')
  expect(series.length + 2 * routes.length).toBeLessThan(seriesAtMost)
  // Both by their fastest run: other work on the machine only makes a run longer.
  const times: { ms: number; readMs: number }[] = []
  for (let index = 0; index < 15; index += 1) times.push(await scrape())
  expect(Math.min(...times.map(({ ms }) => ms))).toBeLessThan(10 * Math.min(...times.map(({ readMs }) => readMs)))
})

test('names are as Prometheus has them, each with its help and its type', async () => {
  const { text } = await scrape()
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  const helps = new Set([...text.matchAll(/^# HELP (\S+) .{10,}$/gm)].map(([, name]) => name))
  expect(types.size).toBeGreaterThan(50)
  expect([...types.keys()].filter((name) => !helps.has(name))).toEqual([])
  // The library's own have some that are no counters and are called so.
  const wrong = [...types].filter(
    ([name, type]) =>
      !/^[a-z][a-z0-9_]*$/.test(name) ||
      (!name.startsWith('nodejs_active_') && (type === 'counter') !== name.endsWith('_total')),
  )
  expect(wrong).toEqual([])
  const units =
    /_(?:seconds|bytes|total|info|up|size|enabled|usable|configured|refused|jobs|messages|queries|traders|orders\w*|cases_\w+|waiting|failures|faults|connections|reading_up)$/
  const own = [...types.keys()].filter((name) => !/^(?:process|nodejs)_/.test(name))
  expect(own.filter((name) => !units.test(name))).toEqual([])
})

test('labels hold neither ids nor people’s texts', async () => {
  // Node's own series appear with the first collection of garbage of each kind.
  const countOwn = (series: readonly { name: string }[]) =>
    series.filter(({ name }) => !/^(?:process|nodejs)_/.test(name)).length
  const before = countOwn((await scrape()).series)
  const id = '0b8f7f0c-6f0e-4ad5-8a51-3f4a2d1d2c11'
  for (let index = 0; index < 40; index += 1) {
    await app.inject(`/api/trader/sconosciuto${index}`)
    await app.inject(`/nessuna/pagina/${index}?q=cercato${index}`)
    await app.inject({ method: 'PUT', url: `/api/nowhere/${id}${index}` })
    await app.inject({ method: 'OPTIONS', url: `/v${index}` })
    const payload = { username: `chi${index}@esempio.it`, password: 'Sbagliata-2026' }
    await app.inject({ method: 'POST', url: '/api/auth/login', payload })
  }
  const { series } = await scrape()
  expect(countOwn(series) - before).toBeLessThan(12)
  const values = new Set(series.flatMap(({ labels }) => Object.values(labels)))
  const odd = [...values].filter(
    (value) =>
      value.length > 80 || /[0-9a-f]{8}-|esempio|cercato|sconosciuto|nessun|visita|governa|nowhere|@e/.test(value),
  )
  expect(odd).toEqual([])
  // Prometheus' own: it would put ours aside, as exported_job.
  expect(series.filter(({ labels }) => 'job' in labels || 'instance' in labels)).toEqual([])
})

test('spellings of one call count as one route', async () => {
  const alias = calls.find(({ path, endpoint }) => path !== endpoint.path)
  expect(alias).toBeDefined()
  const { series } = await scrape()
  const routes = new Set(
    series.flatMap(({ name, labels }) => (name === 'http_requests_total' ? [labels['route']] : [])),
  )
  expect(routes).toContain(alias?.endpoint.path)
  expect(routes).not.toContain(alias?.path)
})

test('events are counted: a wrong password, an error of ours', async () => {
  const { series } = await scrape()
  const valueOf = (seriesName: string, labels: Record<string, string>) =>
    series.find(
      ({ name, labels: held }) =>
        name === seriesName && Object.entries(labels).every(([key, value]) => held[key] === value),
    )?.value
  expect(valueOf('sign_ins_total', { result: 'wrong' })).toBe(40)
  expect(valueOf('http_requests_total', { route: '/api/showcases/:showcase_id', status: '5xx' })).toBe(1)
  expect(valueOf('sync_answers_total', { code: 'INTERNAL' })).toBe(1)
  expect(valueOf('metrics_reading_up', { reading: 'queue' })).toBe(1)
})

test('errors are counted from 0 before the first request of each route, so that none between two scrapes is lost', () => {
  const failed = untouched.filter(({ name, labels }) => name === 'http_requests_total' && labels['status'] === '5xx')
  const routes = new Set(failed.map(({ labels }) => `${labels['method']} ${labels['route']}`))
  for (const { endpoint } of calls) expect(routes).toContain(`${endpoint.method} ${endpoint.path}`)
  expect(routes).toContain('GET /')
  expect(failed.map(({ value }) => value)).toEqual(failed.map(() => 0))
  expect(
    untouched.find(({ name, labels }) => name.endsWith('_count') && labels['route'] === '/api/ea/sync')?.value,
  ).toBe(0)
})

test('an answer of the closed site is no error', async () => {
  const { headers } = await person(kernel, 'chiude', { is_admin: true })
  const toggle = (enabled: boolean) =>
    app.inject({ method: 'POST', url: `/api/admin/maintenance/toggle?enabled=${enabled}`, headers })
  expect((await toggle(true)).statusCode).toBe(200)
  expect((await app.inject('/api/plans')).statusCode).toBe(503)
  const { series } = await scrape()
  expect(series.find(({ name }) => name === 'maintenance_enabled')?.value).toBe(1)
  const plans = series.filter(({ name, labels }) => name === 'http_requests_total' && labels['route'] === '/api/plans')
  expect(plans.map(({ labels }) => labels['status'])).toContain('maintenance')
  expect(plans.find(({ labels }) => labels['status'] === '5xx')?.value).toBe(0)
  expect((await toggle(false)).statusCode).toBe(200)
})
