import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import playwright from '../../playwright.config.ts'
import vitest from '../../vitest.config.ts'

interface Suite {
  name: string
  include: string[]
  exclude?: string[]
}

/** The programs that collect tests: Vitest's projects as configured, and Playwright's over `e2e`. */
const suites = [
  ...(vitest.test?.projects ?? []).map((project) => (project as { test: Suite }).test),
  ...(playwright.projects ?? []).map(({ name = '', testMatch, testIgnore }) => ({
    name,
    include: [`e2e/${String(testMatch ?? '**/*.spec.ts')}`],
    ...(testIgnore === undefined ? {} : { exclude: [`e2e/${String(testIgnore)}`] }),
  })),
]

function suitesOf(path: string): string[] {
  const isAmong = (globs: string[]) => globs.some((glob) => matchesGlob(path, glob))
  return suites.filter(({ include, exclude = [] }) => isAmong(include) && !isAmong(exclude)).map(({ name }) => name)
}

test.each([
  ['src/features/auth/server/sign-in/sign-in.test.ts', ['node']],
  ['src/features/auth/server/sign-in/brute-force.slow.test.ts', ['slow']],
  ['src/features/auth/web/LoginView.test.tsx', ['browser']],
  ['src/site/web/looks.slow.test.tsx', ['looks']],
  ['e2e/session.spec.ts', ['journeys']],
  ['e2e/payments-screens.slow.spec.ts', ['slow-journeys']],
  ['src/features/auth/server/sign-in.spec.ts', []],
  ['bench/rows.test.ts', []],
])('%s runs in %j', (path, names) => expect(suitesOf(path)).toEqual(names))

test('every file with a test’s name runs in exactly one suite', () => {
  const tests = globSync('**/*.{test,spec}.{ts,tsx,js,jsx,mts,mjs,cts,cjs}', {
    exclude: ['node_modules', 'dist', 'data', 'test-results'],
  })
  expect(tests.length).toBeGreaterThan(0)
  expect(tests.filter((path) => suitesOf(path).length !== 1)).toEqual([])
})
