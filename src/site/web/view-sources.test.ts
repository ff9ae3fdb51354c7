import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

test('a view without a style sheet of its own has its folder in small-views.css', () => {
  const sources = readFileSync('src/site/web/view-sources.ts', 'utf8')
  const sheet = readFileSync('src/site/web/small-views.css', 'utf8')
  const small = [...sources.matchAll(/: source\('([^']+)'\),/g)].map(([, path = '']) => dirname(path))
  expect(small).toContain('traders/web/ledger')
  expect(small.filter((folder) => !sheet.includes(`@source '../../features/${folder}';`))).toEqual([])
})
