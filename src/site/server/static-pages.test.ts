import { expect, test } from 'vitest'
import { legalPages } from '#features/legal/pages.ts'
import { missingOperatorText } from '#features/legal/operator.ts'
import { staticPages } from '#features/legal/static-pages.ts'
import { DAY_MS } from '#shared/dates.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

const operator = {
  OPERATOR_NAME: 'Registro & Figli S.r.l.',
  OPERATOR_ADDRESS: 'Via Prova 1, 20100 Milano',
  OPERATOR_VAT: 'IT01234567890',
  OPERATOR_DATA_CONTROLLER: 'Ada Bianchi',
  OPERATOR_CONTACT: 'legale@example.org',
}
const named = await wholeApp(await testKernel({ env: operator, now: '2031-05-05T10:00:00Z' }))
const unnamed = await wholeApp(await testKernel(), { demo: true })
const legalNames = Object.keys(legalPages)
const pages = staticPages({}, { year: 2031, demo: false, theme: '' })

test.each(legalNames)('/%s/index.html names the operator', async (name) => {
  const { body } = await named.inject(`/${name}/index.html`)
  for (const value of Object.values(operator)) expect(body).toContain(value.replace('&', '&amp;'))
})

test.each(pages)('/$name/index.html names its version and every legal page', async ({ name, version }) => {
  const { statusCode, body, headers } = await named.inject(`/${name}/index.html`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const day = version.split('-').toReversed().join('/')
  expect(body).toContain(`<p class="version">Versione del <time datetime="${version}">${day}</time>`)
  expect(body).toContain('© 2024–2031 TopTrader')
  for (const other of legalNames) expect(body).toContain(`href="/${other}/index.html"`)
  const held = await named.inject({ url: `/${name}/index.html`, headers: { 'if-none-match': String(headers.etag) } })
  expect(held.statusCode).toBe(304)
})

test('a browser finds the icons and the manifest that the documents name', async () => {
  const { body } = await unnamed.inject('/?view=legal')
  for (const address of ['/apple-touch-icon.png', '/site.webmanifest']) expect(body).toContain(`href="${address}"`)
  const types = await Promise.all(
    ['/favicon.ico', '/apple-touch-icon.png', '/site.webmanifest'].map(async (url) => {
      const { statusCode, headers } = await unnamed.inject(url)
      return [statusCode, headers['content-type']]
    }),
  )
  expect(types).toEqual([
    [200, expect.stringMatching(/^image\/(?:x-icon|vnd\.microsoft\.icon)/)],
    [200, 'image/png'],
    [200, expect.stringMatching(/^application\/manifest\+json/)],
  ])
})

test('the service worker is fetched anew each time, and has another version with another offline page', async () => {
  const kernel = await testKernel({ env: operator, now: '2026-12-31T10:00:00Z' })
  const app = await wholeApp(kernel)
  const worker = () => app.inject('/service-worker.js')
  const version = (body: string) => /VERSION = '([\w-]{16})'/.exec(body)?.[1]
  const { body, headers } = await worker()
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/worker-src 'self'.*trusted-types service-worker$/),
  })
  expect(headers).not.toHaveProperty('service-worker-allowed')
  const stored = JSON.parse(/FILES = (\{.+\})/.exec(body)?.[1] ?? '{}') as Record<string, string>
  expect(Object.keys(stored)).toHaveLength(6)
  for (const path of Object.values(stored)) expect((await app.inject(path)).statusCode).toBe(200)
  // Each file that the page names is there, but for what no offline page shows.
  const page = (await app.inject('/offline/index.html')).body
  const named = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, path]) => path)
  const unneeded = ['/offline/index.html', '/apple-touch-icon.png', '/site.webmanifest']
  expect(named.filter((path) => !(path! in stored) && !unneeded.includes(path!))).toEqual([])
  expect(version((await worker()).body)).toBe(version(body))
  kernel.clock.advance(DAY_MS)
  expect(version((await worker()).body)).not.toBe(version(body))
})

test('a page of a demonstration says so', async () => {
  const line = '<b>Dimostrazione:</b>'
  expect((await unnamed.inject('/refund/index.html')).body).toContain(line)
  expect((await unnamed.inject('/offline/index.html')).body).toContain(line)
  expect((await named.inject('/refund/index.html')).body).not.toContain(line)
})

test('without a configured operator a page says whom to write to', async () => {
  const { body } = await unnamed.inject('/refund/index.html')
  expect(body).toContain('Il gestore non ha ancora indicato i propri dati.')
  expect(body).not.toContain('Partita IVA')
})

test('without a contact of the operator a page leads to the contact form', async () => {
  const partly = await wholeApp(await testKernel({ env: { OPERATOR_NAME: 'Registro S.r.l.' } }))
  const { body } = await partly.inject('/refund/index.html')
  expect(body).toContain('Contatto: la pagina Contattaci')
  expect(body).toContain('href="/?view=contacts"')
})

test('the overview has a section for every legal page, without scripts', async () => {
  const { statusCode, body } = await unnamed.inject('/?view=legal')
  expect(statusCode).toBe(200)
  for (const { name, title } of Object.values(legalPages)) {
    expect(body).toContain(`<section class="mt-7 max-w-[720px] border-t border-line-2 pt-4" id="${name}"`)
    expect(body).toContain(`>${title}</h2>`)
    expect(body).toContain(`href="/${name}/index.html"`)
  }
})

test('the line of the start names the missing settings, and none where all are given', () => {
  expect(missingOperatorText(operator)).toBeNull()
  expect(missingOperatorText({ ...operator, OPERATOR_VAT: undefined })).toMatch(/: indica OPERATOR_VAT\.$/)
})
