import { beforeAll, describe, expect, test } from 'vitest'
import { leaderboardQueryOf, statsInput } from '#features/leaderboard/page.ts'
import { aList, anEntry, someStats } from '#features/leaderboard/web/testing/answers.ts'
import type { PageRequest, RenderPage } from '#shared/page.ts'

let render: RenderPage

beforeAll(async () => {
  // The address keeps the renderer's JSX out of the server's type world.
  const renderer = './document.tsx'
  ;({ render } = (await import(renderer)) as { render: RenderPage })
})

const list = { ...aList(50, 120), leaderboard: [...aList(49).leaderboard, anEntry(null)] }

async function page(url: string, answers: unknown[] = [list, someStats], changes: Partial<PageRequest> = {}) {
  const { search } = new URL(url, 'https://toptrader.example')
  const [listed, stats] = answers
  const seeds = [
    {
      key: 'GET /api/fresh/leaderboard',
      input: { query: leaderboardQueryOf(new URLSearchParams(search)) },
      data: listed,
    },
    { key: 'GET /api/fresh/stats', input: statsInput, data: stats },
  ]
  return render({
    url,
    origin: 'https://toptrader.example',
    seeds: answers.length === 0 ? [] : seeds,
    demo: false,
    assets: {
      theme: 'setTheme()',
      scripts: ['/assets/web.js'],
      styles: ['/assets/web.css'],
      preloads: [{ href: '/a.woff2', as: 'font' }],
      icon: '/favicon.svg',
      closed: ['/assets/closed.js'],
      firstUse: '/assets/first-use.js',
      lazy: {
        'src/features/contacts/web/ContactsView.tsx': ['/assets/contacts.js'],
        'src/site/web/view-sources.ts': ['/assets/view-sources.js'],
        'src/features/auth/web/AuthView.tsx': ['/assets/auth.js'],
      },
    },
    ...changes,
  })
}

describe('a leaderboard document', () => {
  test('holds its rows, figures, edition and links without any script', async () => {
    const { status, html } = await page('/')
    expect(status).toBe(200)
    expect(html).toContain('Edizione di venerdì 20 novembre 2026')
    expect(html).toContain('Aggiornata alle 16:40')
    expect(html).toContain('214.906')
    expect(html).toContain('href="/trader/trader-49"')
    expect(html).toContain('href="/?page=2"')
    expect(html).toContain('Punteggio')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.match(/<tr class="board-row is-/g)).toHaveLength(50)
  })

  test('names no hour of an update while nobody is listed', async () => {
    const { html } = await page('/', [
      { ...list, leaderboard: [], total: 0 },
      { ...someStats, total_traders: 0 },
    ])
    expect(html).toContain('Edizione di venerdì 20 novembre 2026')
    expect(html).not.toContain('Aggiornata alle')
  })

  test('has nothing inline that runs or styles, but the script of the theme', async () => {
    const { html } = await page('/')
    expect(html).not.toMatch(/ style=/)
    expect(html).not.toContain('<style')
    expect(html).not.toMatch(/ on[a-z]+="/)
    const run = [...html.matchAll(/<script[^>]*>[^<]*/g)].map(([text]) => text)
    expect(run.filter((text) => !/^<script [^>]*(?:src="|type="application\/(?:ld\+)?json")/.test(text))).toEqual([
      '<script>setTheme()',
    ])
  })

  test('cannot be escaped by a trader’s name', async () => {
    const name = '</script><img src=x onerror=alert(1)>'
    const { html } = await page('/', [{ ...list, leaderboard: [anEntry(1, { display_name: name })] }, someStats])
    expect(html).not.toContain('</script><img')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('\\u003c/script>')
  })

  test('names to search engines the plain pages, their order and their address', async () => {
    const { html } = await page('/?page=2&platform=MT5')
    expect(html).toContain('<link rel="canonical" href="https://toptrader.example/?page=2">')
    expect(html).toContain('"position":51')
    expect(html).toContain('"url":"https://toptrader.example/trader/trader-1"')
  })

  test('carries its answers for the browser to go on from', async () => {
    const { html } = await page('/?platform=MT5')
    const written = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    const data = JSON.parse(written) as { seeds: { key: string; input: unknown }[] }
    expect(data.seeds.map(({ key, input }) => [key, input])).toEqual([
      ['GET /api/fresh/leaderboard', { query: { platform: 'MT5', limit: '50' } }],
      ['GET /api/fresh/stats', {}],
    ])
  })

  test('says that it is a demonstration where it is one', async () => {
    expect((await page('/')).html).not.toContain('Dimostrazione')
    expect((await page('/', undefined, { demo: true })).html).toContain('Dimostrazione')
  })

  test('without its answers says that they are loading', async () => {
    expect((await page('/', [])).html).toContain('Caricamento classifica...')
  })
})

describe('other documents', () => {
  test('a view that does not exist is a 404, out of search engines', async () => {
    const { status, html } = await page('/?view=nothing')
    expect(status).toBe(404)
    expect(html).toContain('Pagina non trovata')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('a trader that does not exist is a 404 that says so', async () => {
    const key = 'GET /api/trader/:username'
    const seeds = [{ key, input: { params: { username: 'nobody' } }, data: null }]
    const { status, html } = await page('/trader/nobody', [], { seeds })
    expect(status).toBe(404)
    expect(html).toContain('Trader non trovato')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('a view of its own brings its own sheet', async () => {
    const { status, html } = await page('/?view=auth', [])
    expect(status).toBe(200)
    expect(html).toMatch(/<link rel="stylesheet" href="[^"]*" data-view-style>/)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/ style=/)
  })
})

describe('the page about Diamond', () => {
  test('holds its prices, its comparison and the way on without any script', async () => {
    const { status, html } = await page('/?view=diamond-info', [])
    expect(status).toBe(200)
    expect(html).toContain('249,99')
    expect(html).toContain('Sconto <!-- -->17<!-- -->%')
    expect(html).toContain('href="/?view=diamond-subscribe&amp;plan=annual"')
    expect(html).toContain('Basic e Diamond a confronto')
    expect(html).not.toMatch(/ style=/)
    expect(html).toContain(
      '<meta property="og:title" content="Diamond: la tua vetrina con i numeri del registro · TopTrader">',
    )
  })

  test('names the offers to search engines, at the prices of the catalogue', async () => {
    const { html } = await page('/?view=diamond-info', [])
    const written = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    const { offers } = JSON.parse(written) as { offers: { sku: string; price: string; priceCurrency: string }[] }
    expect(offers.map(({ sku, price, priceCurrency }) => [sku, price, priceCurrency])).toEqual([
      ['monthly', '24.99', 'USD'],
      ['annual', '249.99', 'USD'],
    ])
  })

  test('stands in the navigation of visitors, which holds nothing that needs a session', async () => {
    const { html } = await page('/?view=diamond-info', [])
    const nav = /<nav class="nav"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? ''
    expect([...nav.matchAll(/>([^<]+)<\/a>/g)].map(([, label]) => label)).toEqual([
      'Classifica',
      'Vetrine Trader',
      'Diamond info',
    ])
  })
})

test('a document has its screen’s script fetched at once; the first view fetches none', async () => {
  const early = async (url: string) =>
    [...(await page(url, [])).html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, href]) => href)
  expect(await early('/?view=contacts')).toEqual(['/assets/contacts.js'])
  expect(await early('/')).toEqual([])
})

test('a registration loads one small script, which fetches the others at the first use; a link with a token loads all at once', async () => {
  const scripts = async (url: string) => {
    const { html } = await page(url, [])
    return [...html.matchAll(/<link rel="modulepreload"[^>]*>|<script type="module"[^>]*>/g)].map(([tag]) => tag)
  }
  const waiting =
    '<script type="module" src="/assets/first-use.js" data-app="/assets/web.js /assets/auth.js" data-rest='
  expect(await scripts('/?view=auth&form=register')).toEqual([`${waiting}"10000">`])
  expect(await scripts('/?view=auth')).toEqual([`${waiting}"0">`])
  expect(await scripts('/?view=auth&form=confirm&token=x')).toEqual([
    '<link rel="modulepreload" href="/assets/auth.js">',
    '<script type="module" src="/assets/web.js">',
  ])
})

test.each(['payment', 'receipt'])('the page of one’s own %s is for no search engine', async (view) => {
  const { html } = await page(`/?view=${view}&order=TT-1`, [])
  expect(html).toContain('<meta name="robots" content="noindex">')
})
