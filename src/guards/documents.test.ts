import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const files = globSync('**/*.{ts,tsx,mjs,md,yml,yaml,conf,sql,service,example}', {
  exclude: ['node_modules/**', 'dist/**', 'data/**', 'test-results/**'],
})
const documents = files.filter((path) => path.endsWith('.md'))

/** The address of each heading within its page, as GitHub makes it. */
const headingsOf = (page: string) =>
  new Set(
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  )

test('every link between documents leads to a file, and to a heading that it has', () => {
  const broken: string[] = []
  let links = 0
  for (const page of documents) {
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
      links += 1
      const [path = '', heading] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      const isThere = existsSync(file) && (heading === undefined || headingsOf(file).has(heading))
      if (!isThere) broken.push(`${page}: ${target}`)
    }
  }
  expect(broken).toEqual([])
  expect(links).toBeGreaterThan(20)
})

/** Files that the operator or the reader makes. */
const made = /^\/?(?:deploy\/secrets\b|src\/features\/syncs-per-day\/|postgresql\.conf)|\/(?:[A-Z]{4,}|NameView\.tsx)/

test('every source that a document names is there', () => {
  const named = documents
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/(?<![\w./-])(?:src|scripts|deploy|bench|e2e|db)\/[\w./@*-]*\w/g)].map(
        ([path]) => ({ page, path }),
      ),
    )
  const missing = named.filter(({ path }) => !made.test(path) && globSync(`${path}*`).length === 0)
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

test('every file that a document names without its folder is there', () => {
  const sources = globSync('{.,src,scripts,deploy,bench,e2e,db,ea,forge,public}/**/*', {
    exclude: ['node_modules/**', 'dist/**', 'data/**', 'test-results/**'],
  }).map((path) => `/${path}`)
  const named = documents
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`[^`\n]+`/g)].flatMap(([code]) =>
        [
          ...code.matchAll(/(?<![\w./*-])(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|yaml|yml|cfg|conf|ini|mqh)(?![\w/])/g),
        ].map(([path]) => ({ page, path })),
      ),
    )
  const missing = named.filter(
    ({ path }) => !made.test(`/${path}`) && !sources.some((source) => source.endsWith(`/${path}`)),
  )
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(200)
})

test('every document that a source, a setting or another document names is there', () => {
  const missing = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?<![\w./-])docs\/[\w./-]+\.md/g)]
      .filter(([named]) => !existsSync(named))
      .map(([named]) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})
