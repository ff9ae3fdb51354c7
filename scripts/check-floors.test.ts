import { describe, expect, test } from 'vitest'
import { floorViolations, floorsOf, importsOf } from './check-floors.ts'

const floors = [['src', 'site'], ['admin'], ['traders', 'leaderboard'], ['server'], ['shared']]
const violationsOf = (files: Record<string, string>) => floorViolations(new Map(Object.entries(files)), floors)

test('floors are read from the table of the document, the top one first', () => {
  const document =
    '# A\n\n## Floors\n\n| | folders | what |\n|---|---|---|\n| 1 | `src` | x |\n| 2 | `a`, `b` | y |\n\n## Next\n| 3 | `c` | z |\n'
  expect(floorsOf(document)).toEqual([['src'], ['a', 'b']])
})

test('static, dynamic and type imports are all imports', () => {
  const source = `import { a } from './a.ts'
import type { B } from '#features/b/contract.ts'
import './effect.ts'
export { c } from '../c.ts'
const d = () => import('./d.tsx')
import { readFile } from 'node:fs'`
  expect(importsOf('src/features/x/server/routes.ts', source)).toEqual([
    'src/features/x/server/a.ts',
    'src/features/b/contract.ts',
    'src/features/x/server/effect.ts',
    'src/features/x/c.ts',
    'src/features/x/server/d.tsx',
  ])
})

describe('an import', () => {
  test('may lead down', () => {
    expect(violationsOf({ 'src/features/admin/a.ts': `import '#server/b.ts'`, 'src/server/b.ts': '' })).toEqual([])
  })

  test('may not lead up, as a type neither', () => {
    expect(
      violationsOf({
        'src/server/b.ts': `import type { A } from '#features/admin/a.ts'`,
        'src/features/admin/a.ts': '',
      }),
    ).toEqual(['src/server/b.ts imports src/features/admin/a.ts: from floor server up to admin'])
  })

  test.each(['queries', 'ranking/trader-queries', 'routes', 'answers/list-routes'])(
    "may not enter another feature's %s, also downwards",
    (name) => {
      const file = `src/features/traders/server/${name}.ts`
      const violationsFrom = (importer: string) =>
        violationsOf({ [importer]: `import '#features/traders/server/${name}.ts'`, [file]: '' })
      expect(violationsFrom('src/features/admin/server/a.ts')).toEqual([
        `src/features/admin/server/a.ts imports ${file}: only traders itself may`,
      ])
      expect(violationsFrom('src/features/traders/server/a.ts')).toEqual([])
      expect(violationsFrom('src/app.ts')).toEqual([])
      expect(violationsFrom('src/site/a.ts')).toEqual([])
    },
  )

  test('may enter any other module of its server', () => {
    const file = 'src/features/traders/server/trader-queries-cache.ts'
    expect(
      violationsOf({
        'src/features/admin/server/a.ts': `import '#features/traders/server/trader-queries-cache.ts'`,
        [file]: '',
      }),
    ).toEqual([])
  })

  test('closes no circle between features of one floor', () => {
    const violations = violationsOf({
      'src/features/traders/a.ts': `import '#features/leaderboard/b.ts'`,
      'src/features/leaderboard/b.ts': '',
      'src/features/leaderboard/c.ts': `import type { A } from '#features/traders/a.ts'`,
    })
    expect(violations).toEqual(['folders import each other in a circle: traders → leaderboard → traders'])
  })

  test('closes no circle between files of one folder', () => {
    const violations = violationsOf({
      'src/server/a.ts': `import './b.ts'`,
      'src/server/b.ts': `import type { A } from './a.ts'`,
    })
    expect(violations).toEqual([
      'files import each other in a circle: src/server/a.ts → src/server/b.ts → src/server/a.ts',
    ])
  })
})

test('a folder without a floor is named, and so are too many floors', () => {
  expect(violationsOf({ 'src/features/newcomer/a.ts': '' })).toEqual([
    'src/features/newcomer/a.ts: newcomer stands on no floor of docs/architecture.md',
  ])
  expect(
    floorViolations(
      new Map(),
      Array.from({ length: 15 }, () => ['x']),
    ),
  ).toEqual(['15 floors are listed: from 1 to 14 are allowed'])
})
