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

/** The files that a page links to, and its pictures. Other sites are left out. */
const targetsOf = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)|\s(?:src|srcset)="(?!https?:)([^"\s]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? '',
  )

test('every link and picture of a document is a file, and has the heading that the link names', () => {
  const broken: string[] = []
  let links = 0
  for (const page of documents) {
    for (const target of targetsOf(readFileSync(page, 'utf8'))) {
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

test('links and pictures are found, in the two ways of a document', () => {
  const text = `[a page](pages/a.md#part), [a site](https://example.org)
<source media="(prefers-color-scheme: dark)" srcset="docs/dark.webp">
<img src="docs/light.webp" alt="A name">`
  expect(targetsOf(text)).toEqual(['pages/a.md#part', 'docs/dark.webp', 'docs/light.webp'])
})

test('every control that the tour of the demonstration quotes bears these words', () => {
  const screens = globSync('src/{features,web,site}/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
  const tour = readFileSync('README.md', 'utf8').replaceAll(/<[^>]+>/g, '')
  const quoted = [...tour.matchAll(/"([^"\n]+)"/g)].map(([, label = '']) => label)
  // A sign alone is no label, and stands in every source.
  const isLabel = (label: string) => /\p{L}{3}/u.test(label) && screens.some((source) => source.includes(label))
  expect(quoted.filter((label) => !isLabel(label))).toEqual([])
  expect(quoted.length).toBeGreaterThan(4)
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

/** The pages on how a feature is laid out: a name there may be that of a file which several features have. */
const layouts = ['CONTRIBUTING.md', 'docs/architecture.md']

/** Each name of a file in backticks, with the folder that the page names before it: `FOLDER/`: `NAME`, or `FOLDER/` (`NAME`). */
function namedFiles(page: string): { folder: string | undefined; name: string }[] {
  const file = /(?<![\w./*-])(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|yaml|yml|cfg|conf|ini|mqh)(?![\w/])/g
  return [...readFileSync(page, 'utf8').matchAll(/(?:`([\w./-]+\/)`(?:: | \())?((?:`[^`\n]+`[,;]? ?)+)/g)].flatMap(
    ([, folder, list = '']) =>
      [...list.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
        [...code.matchAll(file)].map(([name]) => ({ folder, name })),
      ),
  )
}

/** Whether a page's name of a file means one file. A document with a feature's name may speak from the feature's folder. */
function isExact(
  page: string,
  { folder, name }: { folder: string | undefined; name: string },
  sources: readonly string[],
) {
  const home = page.replace(/^docs\/(.+)\.md$/, 'src/features/$1')
  if (existsSync(name) || existsSync(join(home, name))) return true
  if (folder !== undefined) return existsSync(join(folder, name)) || existsSync(join(home, folder, name))
  const found = sources.filter((source) => source.endsWith(`/${name}`))
  if (found.length === 1) return true
  return layouts.includes(page) && found.filter((source) => /^src\/features\/[\w-]+\//.test(source)).length > 1
}

test('every file that a document names without its whole path is one file, in the folder that the document gives', () => {
  const sources = globSync('{.,src,scripts,deploy,bench,e2e,db,ea,forge,public}/**/*', {
    exclude: ['node_modules/**', 'dist/**', 'data/**', 'test-results/**'],
  })
  const named = documents
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) => namedFiles(page).map((file) => ({ page, ...file })))
  const wrong = named.filter((file) => !made.test(`/${file.name}`) && !isExact(file.page, file, sources))
  expect(wrong).toEqual([])
  expect(named.length).toBeGreaterThan(300)
})

test.each([
  ['a name that several files have', undefined, 'provider.ts', false],
  ['a name that one file has', undefined, 'list-file.ts', true],
  ['a file of the folder before it', 'src/server/files/', 'folder.ts', true],
  ['a file of another folder', 'src/server/files/', 'limits.ts', false],
  ['a file below a part of its path', undefined, 'server/limits.ts', true],
  ['a file in a folder that it is not in', undefined, 'shared/limits.ts', false],
])('%s: %s %s', (_case, folder, name, exact) => {
  const sources = globSync('src/**/*.ts')
  expect(isExact('README.md', { folder, name }, sources)).toBe(exact)
})

test('every document that a source, a setting or another document names is there', () => {
  const missing = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?<![\w./-])docs\/[\w./-]+\.md/g)]
      .filter(([named]) => !existsSync(named))
      .map(([named]) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})
