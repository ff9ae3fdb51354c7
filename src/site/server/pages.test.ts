import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

const kernel = await testKernel()
await account(kernel, { username: 'Leader', nets: [10] })
const app = await wholeApp(kernel)

test.each([
  ['/?view=profile&username=Leader', '/trader/Leader'],
  ['/trader/leader', '/trader/Leader'],
  ['/?view=registro&username=Leader', '/registro/Leader'],
  ['/registro/leader', '/registro/Leader'],
])('%s leads to the one address of its page, and is asked again', async (url, address) => {
  const { statusCode, headers } = await app.inject(url)
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, address, 'no-cache'])
})

test.each(['/trader/%E0%A4', '/%', '/vetrine/%ff?ref=x'])(
  '%s, which is cut or made up, is a page that is not found',
  async (url) => {
    const { statusCode, headers, body } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('Pagina non trovata')
    expect(headers['content-security-policy']).toBeDefined()
  },
)

test('a call whose address cannot be read answers in the shape of errors', async () => {
  const { statusCode, json } = await app.inject('/api/trader/%E0%A4')
  expect([statusCode, json<{ error_type: string }>().error_type]).toEqual([400, 'BAD_REQUEST'])
})

test('the page of a ledger is drawn without JavaScript: its proof, and how anybody computes it', async () => {
  const { statusCode, body } = await app.inject('/registro/Leader')
  expect(statusCode).toBe(200)
  expect(body).toContain('Non prova che i dati inviati fossero veri.')
  expect(body).toContain('href="/api/trader/Leader/ledger"')
  expect(body).toContain('<noscript>')
  expect((await app.inject('/registro/nobody')).statusCode).toBe(404)
})

describe('the page before a trader’s link', () => {
  const target = 'https://copia.example.org/leader?c=1&d=2'
  /** A trader with both links and a proven account, in the ranking below others. */
  async function world(rank: number) {
    const own = await testKernel()
    const { trader_id, account_id } = await account(own, { username: 'Marta', nets: [30, -5, 20] })
    for (let place = 1; place < rank; place++) await account(own, { username: `prima_${place}`, nets: [300, -5, 200] })
    const links = {
      copy_trading: target,
      telegram: 'https://t.me/marta',
      website: 'https://marta.example.org/chi-sono',
    }
    await own.sql`update trader set links = ${own.sql.json(links)} where trader_id = ${trader_id}`
    await own.sql`
      insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
      values (${account_id}, 'AAAA-AAAA', now(), now(), now(), now())`
    return wholeApp(own)
  }

  test('names the host, has the trader’s own link and no other, and is not listed by search engines', async () => {
    const site = await world(1)
    const { statusCode, body } = await site.inject('/esci/Marta/copy-trading?url=https://evil.example')
    expect(statusCode).toBe(200)
    expect(body).toContain('>copia.example.org<')
    expect(body).toMatch(
      /<a[^>]* href="https:\/\/copia\.example\.org\/leader\?c=1&amp;d=2"[^>]* rel="noopener noreferrer nofollow ugc"/,
    )
    expect(body).toMatch(/<meta name="robots" content="noindex">/)
    expect(body).not.toContain('evil.example')
    expect((await site.inject('/esci/Marta/telegram')).body).toContain('>t.me<')
    expect((await site.inject('/esci/Marta/website')).body).toContain('>marta.example.org<')
    const profile = await site.inject('/trader/Marta')
    expect(profile.body).toContain('href="/esci/Marta/copy-trading"')
    expect(profile.body).toContain('href="/esci/Marta/website"')
    expect(profile.body).not.toMatch(/href="https:\/\/(?:copia|marta)\.example\.org/)
    expect((await site.inject('/esci/marta/telegram')).headers.location).toBe('/esci/Marta/telegram')
    for (const link of ['broker', 'myfxbook', '__proto__', 'https:%2F%2Fevil.example']) {
      const unknown = await site.inject(`/esci/Marta/${link}`)
      expect([link, unknown.statusCode]).toEqual([link, 404])
      // The browser draws this at that address, too: it hydrates the document.
      expect(unknown.body).toContain('Link non più pubblico')
    }
    expect((await site.inject('/esci/nessuno/telegram')).statusCode).toBe(404)
  })

  test('leads nowhere where the profile shows no links: below the third place', async () => {
    const { statusCode, body } = await (await world(4)).inject('/esci/Marta/copy-trading')
    expect(statusCode).toBe(404)
    expect(body).not.toContain('copia.example.org')
  })
})

test('foreign parameters of an address make no other document; unknown addresses share one', async () => {
  const tag = async (url: string) => (await app.inject(url)).headers.etag
  expect(await tag('/?utm_source=x')).toBe(await tag('/'))
  expect(await tag('/nowhere')).toBe(await tag('/nothing/at?all'))
  expect((await app.inject('/nowhere')).statusCode).toBe(404)
  for (const view of ['nothing', 'profile', 'showcase-storefront'])
    expect(await tag(`/?view=${view}&x=${view}`)).toBe(await tag('/nowhere'))
  expect((await app.inject('/?view=nothing')).statusCode).toBe(404)
  for (const view of ['dashboard', 'auth', 'admin&page=audit', 'my-showcase'])
    expect(await tag(`/?view=${view}&x=1`)).toBe(await tag(`/?view=${view}`))
  expect(await tag('/?view=auth&form=register')).not.toBe(await tag('/?view=auth'))
  expect(await tag('/?view=auth&form=invented')).toBe(await tag('/?view=auth'))
  expect(await tag('/?view=auth&return=%2Fa')).not.toBe(await tag('/?view=auth&return=%2Fb'))
})

test('the document of the plans holds their prices, and the plan that the address chooses', async () => {
  const { body, statusCode } = await app.inject('/?view=basic-subscribe')
  expect(statusCode).toBe(200)
  expect(body).toContain('79,90')
  const tag = async (url: string) => (await app.inject(url)).headers.etag
  expect(await tag('/?view=basic-subscribe&utm_source=x&plan=nessuno')).toBe(await tag('/?view=basic-subscribe'))
  expect(await tag('/?view=basic-subscribe&plan=basic_annual')).not.toBe(await tag('/?view=basic-subscribe'))
  expect(await tag('/?view=diamond-info&utm_source=x')).toBe(await tag('/?view=diamond-info'))
})

test('every lazy screen has the build’s name, and exists', async () => {
  const views = ['auth', 'dashboard', 'diamond-info', 'basic-subscribe', 'payment', 'receipt', 'admin']
  const first = (await app.inject('/')).body
  for (const view of views) {
    const { body } = await app.inject(`/?view=${view}`)
    // The sign-in's script fetches them.
    const named = body.matchAll(/(?:modulepreload" href|data-app)="([^"]+)"/g)
    const scripts = [...named].flatMap(([, hrefs]) => hrefs?.split(' ') ?? [])
    const own = scripts.filter((href) => !first.includes(href))
    // The screen, and what it shares with others.
    expect(own.length).toBeGreaterThanOrEqual(1)
    for (const script of own) expect([script, (await app.inject(script)).statusCode]).toEqual([script, 200])
  }
})

/** The files that a document names: scripts, style sheets, fonts. Pictures, the icon and data come when it is drawn. */
function filesOf(body: string): string[] {
  const files = body.matchAll(
    /(?:<script [^>]*?src|data-app|<link rel="(?:stylesheet|preload|modulepreload)" href)="([^"]+)"/g,
  )
  return [...new Set([...files].flatMap(([, file]) => file?.split(' ') ?? []))]
}

const pathOf: Record<string, string> = {
  compare: '/confronta',
  esci: '/esci/Leader/telegram',
  'esci-vetrina': '/vetrine/a0000000-0000-4000-8000-000000000001/esci/1',
  profile: '/trader/Leader',
  registro: '/registro/Leader',
  showcase: '/vetrine/a0000000-0000-4000-8000-000000000001',
}
const sources = readFileSync(new URL('../web/view-sources.ts', import.meta.url), 'utf8')
const lazyViews = [...sources.matchAll(/^ {2}'?([\w-]+)'?: source\(/gm)].flatMap(([, name]) => name ?? [])

test('a document names the chunk and the sheet of its own screen, both among its files', async () => {
  const screenOf = async (url: string) => {
    const { body } = await app.inject(url)
    const written = /id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    return { files: filesOf(body), ...(JSON.parse(written) as { screen?: { path: string; style: string } }) }
  }
  const { files, screen } = await screenOf('/trader/Leader')
  expect(screen?.path).toMatch(/^\/assets\/ProfileView-/)
  expect(screen?.style).toMatch(/\.css$/)
  expect(files).toEqual(expect.arrayContaining([screen?.path, screen?.style]))
  expect((await screenOf('/')).screen).toBeUndefined()
  // A group of the build holds the view of admins.
  const admins = await screenOf('/?view=admin')
  expect(admins.screen?.path).toMatch(/^\/assets\/admin-/)
  expect(admins.files).toContain(admins.screen?.path)
})

test('each view that is opened directly is drawn after eleven requests at most', async () => {
  expect(lazyViews.length).toBeGreaterThan(19)
  const tooMany: string[] = []
  for (const name of ['leaderboard', ...lazyViews]) {
    const { body } = await app.inject(pathOf[name] ?? `/?view=${name}`)
    const files = filesOf(body)
    if (files.length < 4 || 1 + files.length > 11) tooMany.push(`${name}: ${files.join(' ')}`)
  }
  expect(tooMany).toEqual([])
})

test('an admin’s page is kept out of search engines; the cases’ former address leads to theirs', async () => {
  const { body, statusCode } = await app.inject('/?view=admin&page=showcases')
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>Vetrine: amministrazione · TopTrader</title>')
  expect(body).toMatch(/<meta name="robots" content="noindex"/)
  const former = await app.inject('/?view=admin-integrity&status=upheld&code=martingale&case=a1&page=3')
  expect(former.statusCode).toBe(301)
  expect(former.headers.location).toBe('/?view=admin&page=integrity&status=upheld&code=martingale&case=a1')
})

test('without JavaScript a hand-made address says that a part of it is ignored, and shows the rest', async () => {
  const said = /<noscript>.*Una parte dell’indirizzo non vale\./
  const { statusCode, body } = await app.inject('/?page=-1&months_min=abc&sort_by=days')
  expect(statusCode).toBe(200)
  expect(body).toMatch(said)
  expect(body).toContain('href="/trader/Leader"')
  expect(body).toContain('<link rel="canonical" href="http')
  expect(body).not.toContain('ignored=1')
  for (const address of ['/', '/?sort_by=days', '/?utm_source=x', '/?ignored=1'])
    expect([address, said.test((await app.inject(address)).body)]).toEqual([address, false])
})
