import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { priceRows } from './price-list.ts'
import { offlinePage, staticPages } from './static-pages.ts'
import { erasureRestAddress } from '#features/account/rules.ts'
import { terms } from '#features/auth/terms.ts'

const root = new URL('../../../', import.meta.url)
const publicFile = (path: string) => readFileSync(new URL(`public/${path}`, root), 'utf8')

const site = { year: 2026, demo: false, theme: 'setTheme()' }
const pages = staticPages({}, site)
const pageNamed = (name: string) => pages.find((page) => page.name === name)?.html ?? ''

test('the page of the terms holds every paragraph of the dialog', () => {
  const page = pageNamed('terms')
  const paragraphs = terms.flatMap((section) => [section.title, ...section.paragraphs])
  expect(paragraphs.length).toBeGreaterThan(24)
  for (const text of paragraphs) expect(page).toContain(`>${text}<`)
})

test('discounts follow from the prices', () => {
  expect(priceRows().map((row) => row.discount)).toEqual(['', '31%', '44%', '', '17%'])
  const page = pageNamed('pricing')
  for (const row of priceRows()) expect(page).toContain(row.price)
  expect(page).toContain('11,99\u00a0USDT')
})

test.each(pages)('$name fits the strict policy: nothing inline but the script of the theme', ({ html }) => {
  expect(html.match(/<script[^>]*>[^<]*/g)).toEqual(['<script>setTheme()', '<script src="/session.js" defer>'])
  expect(html.match(/hidden data-theme-button/g)).toHaveLength(1)
  expect(html).not.toMatch(/<style| style=| on[a-z]+=|(?:src|href)="(?:https?:)?\/\//)
  expect(html.match(/<h1/g)).toHaveLength(1)
})

test('the stylesheet carries the tokens of the site, and the rules as they are written', () => {
  const styles = publicFile('static-pages.css')
  const tokens = readFileSync(new URL('src/web/styles/tokens.css', root), 'utf8')
  const declared = [...tokens.split('/* Tailwind')[0]!.matchAll(/--[a-z0-9-]+:\s*[^;]+;/g)].map((match) => match[0])
  expect(declared.length).toBeGreaterThan(100)
  for (const token of declared) expect(styles).toContain(token)
  expect(styles.endsWith(readFileSync(new URL('scripts/static-pages.css', root), 'utf8'))).toBe(true)
})

test.each(['archivo', 'bodoni'])('the face %s is the one of the site', (face) => {
  const own = readFileSync(new URL(`public/fonts/${face}.woff2`, root))
  expect(own.equals(readFileSync(new URL(`src/web/styles/fonts/${face}.woff2`, root)))).toBe(true)
})

/**
 * Version and text of each page. A text changed? Give it the day's version in `pages.ts`, or beside its text in `static-pages.ts`, and write
 * its new fingerprint here.
 */
const fingerprints: Record<string, string> = {
  terms: '2026-11-30 9d4a7daff675',
  risk: '2026-11-30 ed821dd77115',
  privacy: '2026-11-30 3fea9b1af1ad',
  cookies: '2026-11-30 f36716a318b2',
  refund: '2026-11-29 414e759338d7',
  accessibility: '2026-11-30 1640aa781cfb',
  pricing: '2026-11-29 2d2dcc01337d',
  'how-it-works': '2026-11-30 347ba162c137',
}

test.each(pages)('$name has a new version where its text is new', ({ name, version, html }) => {
  const text = html.slice(html.indexOf('<div class="page body">'), html.indexOf('</main>'))
  const fingerprint = `${version} ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  expect(fingerprint).toBe(fingerprints[name])
})

test('the section that an erasure names is there', () => {
  const [address, section] = erasureRestAddress.split('#')
  const page = pages.find(({ name }) => address === `/${name}/index.html`)
  expect(page?.html).toContain(`<section id="${section}"><h2>Che cosa resta dopo l’eliminazione</h2>`)
})

test('the sections beside a long text lead to its sections, each under an id of its own', () => {
  for (const { name, html } of pages) {
    const ids = [...html.matchAll(/<section id="([^"]+)"/g)].map((match) => match[1])
    expect([name, new Set(ids).size]).toEqual([name, ids.length])
    const beside = html.split('<nav class="beside"')[1]?.split('</nav>')[0] ?? ''
    const targets = [...beside.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect([name, targets]).toEqual([name, ids.length < 4 ? [] : ids])
  }
})

test('without scripts every page shows the way in, and nothing for somebody who is signed in', () => {
  for (const { html } of pages) {
    const parts = [...html.matchAll(/<\w+ [^>]*data-for="([\w-]+)"[^>]*>/g)]
    expect(parts.length).toBeGreaterThan(8)
    for (const [tag, who] of parts) expect(tag.includes(' hidden')).toBe(who !== 'visitors')
  }
})

test('every page has the line of a closed site, which only an admin’s script shows', () => {
  for (const { html } of pages)
    expect(html).toMatch(/<aside [^>]*data-closed hidden>.*lo vedono solo gli amministratori\./)
})

test('every page of a demonstration says that it is one, and no other page', () => {
  const lines = (demo: boolean) =>
    [...staticPages({}, { ...site, demo }), offlinePage({}, { ...site, demo })].filter(({ html }) =>
      html.includes('<b>Dimostrazione:</b> trader e conti generati.'),
    )
  expect([lines(false).length, lines(true).length]).toEqual([0, pages.length + 1])
})

test('every page names for admins the settings that its text lacks, and only those', () => {
  const [page] = staticPages({ OPERATOR_NAME: 'Registro S.r.l.', OPERATOR_CONTACT: 'info@registro.example' }, site)
  expect(page?.html).toMatch(
    /data-for="admins" hidden><div [^>]*>[^<]*indica OPERATOR_ADDRESS, OPERATOR_VAT, OPERATOR_DATA_CONTROLLER\.</,
  )
  const whole = {
    OPERATOR_ADDRESS: 'Via Roma 1',
    OPERATOR_VAT: 'IT00000000000',
    OPERATOR_DATA_CONTROLLER: 'Registro S.r.l.',
  }
  const [complete] = staticPages({ OPERATOR_NAME: 'Registro S.r.l.', OPERATOR_CONTACT: 'x@y.example', ...whole }, site)
  expect(complete?.html).not.toContain('OPERATOR_')
})
