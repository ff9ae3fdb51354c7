import { afterEach, describe, expect, test } from 'vitest'
import { offlinePage, staticPages } from '#features/legal/static-pages.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

const kernel = await testKernel({ env: { SUPPORT_EMAIL: 'aiuto@toptrader.example' } })
await account(kernel, { username: 'Leader', nets: [10] })
const app = await wholeApp(kernel)
const admin = await person(kernel, 'carla', { is_admin: true })
const toggle = (query: string) =>
  app.inject({ method: 'POST', url: `/api/admin/maintenance/toggle?${query}`, headers: admin.headers })

afterEach(async () => {
  await toggle('enabled=false')
})

describe('documents of a closed site', () => {
  const closed = () => toggle(`enabled=true&message=${encodeURIComponent('Torniamo <presto> & "bene"')}`)

  test.each([
    '/',
    '/trader/leader',
    '/?view=vetrine',
    '/?view=dashboard',
    '/vetrine/no',
    '/nowhere',
    '/?view=profile&username=Leader',
  ])('%s is the page that says so', async (url) => {
    await closed()
    const { statusCode, headers, body } = await app.inject(url)
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({
      'retry-after': '30',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(headers).not.toHaveProperty('etag')
    expect(body).toMatch(/<h1[^>]*>Torniamo &lt;presto&gt; &amp; &quot;bene&quot;<\/h1>/)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).toContain('Accesso amministratori')
    expect(body).toContain(`href="/?view=auth&amp;return=${encodeURIComponent(url).replaceAll('&', '&amp;')}"`)
    expect(body).toContain('href="mailto:aiuto@toptrader.example"')
    expect(body).not.toMatch(/ style=|<style/)
    expect(body).toContain('"seeds":[]')
    // The app does not run for visitors without access.
    const [page = '', inert = ''] = body.split('<template id="app"')
    expect(page).not.toContain('id="root"')
    expect(inert).toContain('id="root"')
    expect(page.match(/<script type="module"/g)).toHaveLength(1)
  })

  test('the sign-in is there, and is not cached', async () => {
    await closed()
    const { statusCode, headers, body } = await app.inject('/?view=auth&return=%2F')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers).not.toHaveProperty('etag')
    expect(body).toContain('Accedi')
  })

  // Their requests are refused.
  test.each(['register', 'forgot', 'reset', 'no'])('the form %s of the sign-in’s page is closed', async (form) => {
    await closed()
    const { statusCode, body } = await app.inject(`/?view=auth&form=${form}`)
    expect(statusCode).toBe(503)
    expect(body).toContain('Accesso amministratori')
    expect((await app.inject('/?view=auth&form=login')).statusCode).toBe(200)
  })

  test('the cover over an open page knows the support address', async () => {
    await closed()
    expect((await app.inject('/api/admin/maintenance/status')).json()).toEqual({
      enabled: true,
      message: 'Torniamo <presto> & "bene"',
      support_email: 'aiuto@toptrader.example',
    })
  })

  test('documents cached before are served again afterwards', async () => {
    const before = await app.inject('/')
    const held = { 'if-none-match': String(before.headers.etag) }
    expect((await app.inject({ url: '/', headers: held })).statusCode).toBe(304)
    await closed()
    expect((await app.inject({ url: '/', headers: held })).statusCode).toBe(503)
    const list = { url: '/api/fresh/leaderboard', headers: { 'if-none-match': '*' } }
    expect((await app.inject(list)).statusCode).toBe(503)
    await toggle('enabled=false')
    expect((await app.inject({ url: '/', headers: held })).statusCode).toBe(304)
    expect((await app.inject(list)).statusCode).toBe(304)
  })

  test('another message is another page', async () => {
    await closed()
    await app.inject('/')
    await toggle('enabled=true&message=Ancora')
    expect((await app.inject('/')).body).toMatch(/<h1[^>]*>Ancora<\/h1>/)
  })
})

/** Every route that answers GET, but for the calls: `maintenance.test.ts` has those. */
function otherRoutes(): string[] {
  const above: string[] = []
  const found: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    above.length = Math.max(0, indent.length / 4 - 1)
    const path = above.join('') + part
    above.push(part)
    if (methods?.includes('GET') && !path.startsWith('/api/')) found.push(path)
  }
  return found.toSorted()
}

test('every route that is no call is closed, but for those of machines and files that pages are made of', async () => {
  await toggle('enabled=true')
  const states: Record<string, string> = {}
  for (const route of otherRoutes()) {
    const url =
      route === '/*' ? '/session.js' : route.replace(':file', `${admin.trader_id}.png`).replaceAll(/:\w+/g, 'x')
    const { statusCode, headers } = await app.inject(url)
    states[route] = statusCode === 503 ? `closed, ${headers['cache-control']}, ${headers['retry-after']}` : 'open'
  }
  const closed = 'closed, no-store, 30'
  const site = { year: 2026, demo: false, theme: '' }
  const names = [...staticPages({}, site), offlinePage({}, site)]
  const texts = names.flatMap(({ name }) => [`/${name}/`, `/${name}/index.html`])
  expect(states).toEqual({
    ...Object.fromEntries(texts.map((address) => [address, 'open'])),
    '/': closed,
    '/*': 'open',
    '/confronta': closed,
    '/livez': 'open',
    '/metrics': 'open',
    '/og/vetrine/:file': closed,
    '/og/trader/:file': closed,
    '/og/classifica.png': closed,
    '/readyz': 'open',
    '/registro/:username': closed,
    '/esci/:username/:link': closed,
    '/robots.txt': 'open',
    // A stand-in for the provider's own pages, which stay open.
    '/sandbox/pay/:invoice_id': 'open',
    '/sandbox/style.css': 'open',
    '/service-worker.js': 'open',
    '/sitemap.xml': 'open',
    '/sitemap/:kind-:number.xml': 'open',
    '/startupz': 'open',
    '/trader/:username': closed,
    // Admins look at them in their pages, where a picture carries no token.
    '/uploads/documents/:file': 'open',
    '/uploads/showcases/:file': 'open',
    '/vetrine': closed,
    '/vetrine/': closed,
    '/vetrine/:showcase_id': closed,
    '/vetrine/:showcase_id/': closed,
    '/vetrine/:showcase_id/esci/:position': closed,
  })
})
