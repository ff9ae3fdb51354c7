import { expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { themeScript } from '#server/http/theme-script.ts'
import { until } from '#server/testing/until.ts'
import { approve, callsOf, diamondTrader, goodBody } from '#features/showcases/server/testing/scene.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const owner = await diamondTrader(kernel, { username: 'Marta.Ferrero' })
const admin = await person(kernel, 'capo', { is_admin: true })
const leaderboard = createLeaderboard(kernel, quickRefresh)
const app = await wholeApp(kernel, { leaderboard })

const { made, update, call } = callsOf({ app }, kernel)
const { showcase_id: id } = await made(owner)
const page = `/vetrine/${id}`
const grid = '/?view=vetrine'
const bodyOf = async (url: string) => (await app.inject(url)).body

const leaving = (position: string) => `${page}/esci/${position}`

test('an unapproved showcase is in no document: neither pages nor grid', async () => {
  const ahead = await app.inject(leaving('1'))
  expect([ahead.statusCode, ahead.body.includes('broker.it')]).toEqual([404, false])
  const { statusCode, body } = await app.inject(page)
  expect(statusCode).toBe(404)
  expect(body).toContain('Vetrina non trovata')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).not.toContain('Anna Trading')
  expect(await bodyOf(grid)).toContain('Ancora nessuna vetrina')
})

test('approved, it is a document that can be read without JavaScript, at its one address', async () => {
  await approve(kernel, id)
  await until(async () => (await app.inject(page)).statusCode === 200, 5_000)
  const { body, headers } = await app.inject(page)
  expect(body).toMatch(/<title>Anna Trading: Swing trading sul Forex · TopTrader<\/title>/)
  expect(body).toContain(`<link rel="canonical" href="${kernel.config.APP_URL}${page}">`)
  expect(body).toMatch(/<meta name="description" content="[^"]+ROI 90 giorni [^"]+, Drawdown Max [^"]+\.">/)
  expect(body).toContain('<meta property="og:type" content="profile">')
  expect(body).toContain('<meta name="twitter:card" content="summary_large_image">')
  const picture = /<meta property="og:image" content="([^"]+)">/.exec(body)?.[1] ?? ''
  expect(picture.startsWith(`${kernel.config.APP_URL}/og/vetrine/${id}.png?v=`)).toBe(true)
  // Words, figures and links stand in the page itself.
  const [, root = ''] = /<div id="root">([\s\S]*)<\/div>\s*<script type="application\/json"/.exec(body) ?? []
  for (const text of ['Il Tuo Personal Trader', 'Inizia a Copiare', 'Drawdown Max', 'fornita dal trader']) {
    expect(root).toContain(text)
  }
  expect(root).toContain('href="https://t.me/anna_trading" target="_blank" rel="noopener noreferrer nofollow ugc"')
  expect(root).not.toMatch(/ style="/)
  expect(root).not.toContain('Senza indirizzo')
  const types = [...body.matchAll(/ld\+json">(.*?)<\/script>/g)].map(
    ([, data = '']) => (JSON.parse(data) as { '@type': string })['@type'],
  )
  expect(types).toEqual(['ProfilePage', 'BreadcrumbList'])
  expect((await app.inject({ url: page, headers: { 'if-none-match': String(headers.etag) } })).statusCode).toBe(304)
  const image = await app.inject(picture.slice(kernel.config.APP_URL.length))
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
})

test('a button leads over a page that names the host, has its own link and no other, and is not listed', async () => {
  const shown = await bodyOf(page)
  expect(shown).toContain(`href="${leaving('1')}" target="_blank" rel="noopener noreferrer nofollow ugc"`)
  expect(shown).not.toContain('href="https://broker.it')
  const { statusCode, body, headers } = await app.inject(`${leaving('1')}?url=https://evil.example`)
  expect(statusCode).toBe(200)
  expect(body).toContain('>broker.it<')
  expect(body).toMatch(/Anna Trading(?:<!-- -->)? ha scritto questo link/)
  expect(body).toMatch(/<a[^>]* href="https:\/\/broker\.it\/copia"[^>]* rel="noopener noreferrer nofollow ugc"/)
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).not.toContain('evil.example')
  const again = { 'if-none-match': String(headers.etag) }
  expect((await app.inject({ url: leaving('1'), headers: again })).statusCode).toBe(304)
  // A button without an address, places that no button has, and addresses in place of one.
  for (const position of ['2', '3', '0', '01', '1.0', 'x', '__proto__', 'https:%2F%2Fevil.example']) {
    const unknown = await app.inject(leaving(position))
    expect([position, unknown.statusCode]).toEqual([position, 404])
    expect(unknown.body).toContain('Link non più pubblico')
    expect(unknown.body).not.toContain('Continua sul sito')
  }
  const nobodys = await app.inject('/vetrine/00000000-0000-4000-8000-000000000000/esci/1')
  expect([nobodys.statusCode, nobodys.body.includes('Link non più pubblico')]).toEqual([404, true])
})

test.each([
  [`/?view=showcase&id=${id}`, page],
  [`/?view=esci-vetrina&showcase_id=${id}&position=1`, leaving('1')],
  [`/vetrine/${id.toUpperCase()}/esci/1`, leaving('1')],
  [`/?view=showcase&showcase_id=${id}`, page],
  [`/?view=showcase-storefront&id=${id}`, page],
  [`/vetrine/${id.toUpperCase()}`, page],
  [`/vetrine/${id}/`, page],
  [`/vetrine/${id.toUpperCase()}/`, page],
  ['/?view=showcases&platform=MT5&utm_source=x', '/?view=vetrine&platform=MT5'],
  ['/vetrine', grid],
  ['/vetrine/', grid],
  ['/vetrine?platform=MT5', '/?view=vetrine&platform=MT5'],
])('%s leads to %s', async (url, address) => {
  const { statusCode, headers } = await app.inject(url)
  expect([statusCode, headers.location]).toEqual([301, address])
})

test.each([
  '/vetrine/nessuna',
  '/vetrine/nessuna/',
  '/vetrine/00000000-0000-4000-8000-000000000000',
  '/vetrine/%3Cscript%3E',
])('%s is nobody’s', async (url) => {
  const { statusCode, body } = await app.inject(url)
  expect([statusCode, body.includes('Vetrina non trovata')]).toEqual([404, true])
  expect(body.replace(`<script>${themeScript}</script>`, '')).not.toContain('<script>')
})

test('the grid holds the cards, its structured data, and the same page however its address is written', async () => {
  await until(async () => (await bodyOf(grid)).includes('Visualizza'), 5_000)
  const body = await bodyOf(grid)
  expect(body).toContain('<title>Vetrine Diamond · TopTrader</title>')
  expect(body).toContain(`href="${page}"`)
  expect(body).toContain('+1 altro')
  expect(body).toContain('"@type":"ItemList"')
  // The owner's name on the page.
  const { profile } = goodBody()
  expect(body).toContain(`"name":"${profile.subtitle}, ${profile.display_name}"`)
  expect(body).not.toMatch(/<[^>]+ style="/)
  const tag = async (url: string) => (await app.inject(url)).headers.etag
  expect(await tag(`${grid}&utm_source=x&sort_by=roi_30`)).toBe(await tag(grid))
  expect(await bodyOf(`${grid}&q=zzzz`)).toContain('Nessuna vetrina con questi filtri')
  // Filters, orders and portions are named to search engines as one page.
  expect(await bodyOf(`${grid}&sort_by=views`)).toContain(
    `<link rel="canonical" href="${kernel.config.APP_URL}${grid}">`,
  )
})

test('the page is made once for each content; a draft or a waiting version does not change it, a deletion ends it', async () => {
  const tag = async () => (await app.inject(page)).headers.etag
  const before = await tag()
  expect(await tag()).toBe(before)
  const secret = 'Una versione che nessuno ha ancora approvato, e che nessuno deve leggere.'
  const body = goodBody({ profile: { display_name: 'Anna Segreta', subtitle: 'Titolo segreto', description: secret } })
  expect((await update(owner, id, body)).statusCode).toBe(200)
  await kernel.changes.flush()
  for (const url of [page, grid]) {
    const shown = await bodyOf(url)
    expect(shown).not.toMatch(/segret|nessuno deve leggere/i)
  }
  // No request header changes the document: signed-in visitors get the same one.
  const asAdmin = await app.inject({ url: page, headers: admin.headers })
  expect(asAdmin.body).not.toMatch(/segret/i)
  await approve(kernel, id)
  await until(async () => (await bodyOf(page)).includes('Anna Segreta'), 5_000)
  await expect.poll(tag).not.toBe(before)
})

test('when Diamond ends page and grid follow within a minute, without a change notice', async () => {
  kernel.clock.advance(30 * DAY_MS + MINUTE_MS)
  expect((await app.inject(page)).statusCode).toBe(404)
  expect((await app.inject(leaving('1'))).statusCode).toBe(404)
  expect(await bodyOf(grid)).not.toContain(page)
  const again = { ...owner, headers: await signedIn(kernel, owner.trader_id) }
  const preview = await call('GET', `/api/showcases/${id}`, again)
  expect([preview.statusCode, preview.json<{ owner_preview: boolean }>().owner_preview]).toEqual([200, true])
})
