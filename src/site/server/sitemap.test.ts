import { expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { DAY_MS } from '#shared/dates.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

const kernel = await testKernel()
await account(kernel, { username: 'Leader', nets: [10] })
await account(kernel, { username: 'scaduto', nets: [10], plan_ms: -DAY_MS })
await account(kernel, { username: 'spento', nets: [10] })
await kernel.sql`update trader set deactivated_at = now() where username = 'spento'`
const app = await wholeApp(kernel)

const addresses = async (url: string): Promise<string[]> => {
  const { body, statusCode, headers } = await app.inject(url)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  return [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address?.replaceAll('&amp;', '&') ?? '')
}

test('robots.txt names the sitemap, and closes addresses that are no use to a search engine', async () => {
  const { body, statusCode } = await app.inject('/robots.txt')
  expect(statusCode).toBe(200)
  expect(body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  expect(body).toContain('Disallow: /api/')
})

test('every address that the sitemap names is a page that search engines may keep, under its canonical address', async () => {
  const files = await addresses('/sitemap.xml')
  expect(files).toEqual(['http://localhost:3000/sitemap/pages-1.xml', 'http://localhost:3000/sitemap/traders-1.xml'])
  const named: string[] = []
  for (const file of files) named.push(...(await addresses(new URL(file).pathname)))
  expect(named).toContain('http://localhost:3000/trader/Leader')
  for (const address of named) {
    const { pathname, search } = new URL(address)
    const { statusCode, body } = await app.inject(pathname + search)
    expect([address, statusCode, /<meta name="robots" content="noindex"/.test(body)]).toEqual([address, 200, false])
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    expect(new URL(canonical ?? '/none', address).href).toBe(address)
  }
})

test('a trader who is deactivated or has no plan is not listed', async () => {
  expect(await addresses('/sitemap/traders-1.xml')).toEqual(['http://localhost:3000/trader/Leader'])
})

test.each(['/sitemap/traders-2.xml', '/sitemap/traders-0.xml', '/sitemap/constructor-1.xml', '/sitemap/x-1.xml'])(
  '%s is nobody’s',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)

test('it is sent as finished bytes: compressed, and 304 to a client that holds it', async () => {
  const first = await app.inject({ url: '/sitemap.xml', headers: { 'accept-encoding': 'br' } })
  expect(first.headers['content-encoding']).toBe('br')
  const again = await app.inject({ url: '/sitemap.xml', headers: { 'if-none-match': String(first.headers.etag) } })
  expect(again.statusCode).toBe(304)
})
