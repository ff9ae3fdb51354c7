import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { enter, person } from './buyers.ts'
import { expect, expectEveryLook, test as base } from './fixtures.ts'
import { registered } from './traders.ts'

/** The way to the server, which can be cut, and which can bring another release's offline page. */
interface Line {
  url: string
  cut: () => Promise<void>
  mend: () => Promise<void>
  release: (name: string) => void
}

const released = /\/(?:offline\/index\.html|service-worker\.js)$/

async function startLine(target: string): Promise<Line> {
  let release = ''
  const server = createServer((incoming, answer) => {
    // The browser knows the former release's bytes, which are no answer for the next one.
    const { 'if-none-match': known, ...rest } = incoming.headers
    const headers = {
      ...rest,
      'accept-encoding': 'identity',
      ...(release === '' && known !== undefined && { 'if-none-match': known }),
    }
    const sent = forward(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers },
      (got: IncomingMessage) => {
        const { statusCode = 502 } = got
        if (release === '' || !released.test(incoming.url ?? '')) {
          answer.writeHead(statusCode, got.headers)
          got.pipe(answer)
          return
        }
        // As another release would: the page differs, and so does the version in the worker.
        void text(got).then((body) => {
          const { 'content-length': _length, etag: _etag, ...others } = got.headers
          answer.writeHead(statusCode, others)
          answer.end(body.replace(/(?<=<h1>|VERSION = ')/, release))
        })
      },
    )
    sent.on('error', () => answer.destroy())
    incoming.pipe(sent)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    mend: () => listen(port),
    release: (name) => (release = name),
  }
}

const test = base.extend<object, { line: Line }>({
  line: [
    async ({ server }, use) => {
      const line = await startLine(server.url)
      await use(line)
      await line.cut().catch(() => undefined)
    },
    { scope: 'worker' },
  ],
  baseURL: ({ line }, use) => use(line.url),
})

// The browser itself logs each request that the cut line fails.
test.use({ serviceWorkers: 'allow', refusals: /^Failed to load resource: |net::ERR_/ })

/** The paths of the browser's caches, and all of their text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map(async (name) => window.caches.open(name)))
    const answers = (await Promise.all(caches.map(async (cache) => cache.matchAll()))).flat()
    const paths = (await Promise.all(caches.map(async (cache) => cache.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname)
    return { count: caches.length, paths, text: (await Promise.all(answers.map((answer) => answer.text()))).join('\n') }
  })

/** The active worker has a cache, and no other one waits. */
const isInstalled = (page: Page) =>
  page.evaluate(async () => {
    const { active, waiting, installing } = await navigator.serviceWorker.ready
    return active?.state === 'activated' && waiting === null && installing === null
  })

const title = (page: Page, name = 'Senza connessione') => page.getByRole('heading', { level: 1, name, exact: true })
const files = [
  '/favicon.svg',
  '/fonts/archivo.woff2',
  '/fonts/bodoni.woff2',
  '/offline/index.html',
  '/session.js',
  '/static-pages.css',
]

test('a page that cannot be loaded says so as the site does, and nothing of anybody is stored', async ({
  page,
  request,
  line,
}) => {
  const who = person('remo.lontano', 'Remo Lontano', '61250001')
  await registered(request, who)
  await page.goto('/')
  await expect.poll(() => isInstalled(page)).toBe(true)
  await enter(page, request, who)
  await page.goto('/?view=account')
  await expect(page.getByLabel(/^Bio/)).toBeVisible()
  await page.goto('/?view=auth&form=confirm&token=segreto')

  const { count, paths, text: all } = await stored(page)
  expect([count, paths.toSorted()]).toEqual([1, files])
  const token = await page.evaluate(() => localStorage.getItem('trader_token'))
  const own = [who.username, who.display_name, who.email, 'segreto', token ?? '']
  expect(own.filter((part) => all.includes(part))).toEqual([])

  await line.cut()
  try {
    await page.goto('/?view=account')
    await expect(title(page)).toBeVisible()
    await expect(page).toHaveTitle('Senza connessione · TopTrader')
    // Its sheet and faces are those of the site, and the page knows that somebody is signed in.
    const faces = page.evaluate(async () => [...(await document.fonts.ready)].map(({ status }) => status))
    expect(await faces).toEqual(['loaded', 'loaded'])
    await expect(page.getByRole('link', { name: 'Il tuo account' }).first()).toBeVisible()
    await expectEveryLook(page, [1440, 360])
    await page.getByRole('link', { name: 'Riprova' }).click()
    await expect(title(page)).toBeVisible()
    await expect(page).toHaveURL(/view=account$/)
    // A call or a file gets no page in its place.
    await expect(page.goto('/uploads/showcases/nessuno.webp')).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
    await page.waitForURL(/^chrome-error:/)
    await page.goto('/?view=account')
    expect(
      await page.evaluate(() =>
        fetch('/api/dashboard').then(
          () => 'answer',
          () => 'none',
        ),
      ),
    ).toBe('none')
  } finally {
    await line.mend()
  }
  await page.getByRole('link', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Il tuo account' })).toBeVisible()
})

test('a new release takes the place of the former one with the next page', async ({ page, line }) => {
  await page.goto('/')
  await expect.poll(() => isInstalled(page)).toBe(true)
  const before = await page.evaluate(() => caches.keys())
  line.release('Nuova: ')
  await page.goto('/?view=legal')
  // The browser compares the worker after a page, at a moment of its own: the test does not wait for it.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toEqual(before)
  await expect.poll(() => isInstalled(page)).toBe(true)
  expect((await stored(page)).count).toBe(1)
  await line.cut()
  await page.goto('/?view=legal')
  await expect(title(page, 'Nuova: Senza connessione')).toBeVisible()
  await line.mend()
  // Online the server's page comes, whatever is stored.
  await page.goto('/?view=legal')
  await expect(page.getByRole('heading', { level: 1, name: 'Testi legali' })).toBeVisible()
})
