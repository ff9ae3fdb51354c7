import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countOf, failures, readPlaywright, readVitest, slowest, type TestedFile } from './test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'toptrader-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
const counts = (files: TestedFile[]) => (['passed', 'failed', 'skipped'] as const).map((state) => countOf(files, state))

test('Vitest: every test counts, and a file that could not be loaded is a failure', () => {
  const files = readVitest(
    written({
      testResults: [
        {
          name: join(process.cwd(), 'src/a.test.ts'),
          status: 'failed',
          message: '',
          startTime: 1_000,
          endTime: 4_000,
          assertionResults: [
            { fullName: 'one', status: 'passed', duration: 2_500 },
            {
              fullName: 'two',
              status: 'failed',
              duration: 100,
              failureMessages: ['Error: \u001b[31mexpected 1\u001b[39m\nto be 2\n    at a.test.ts:3:1'],
            },
            { fullName: 'three', status: 'pending' },
          ],
        },
        {
          name: 'b.test.ts',
          status: 'failed',
          message: 'no such module',
          startTime: 0,
          endTime: 0,
          assertionResults: [],
        },
      ],
    }),
  )
  expect(counts(files)).toEqual([1, 2, 1])
  expect(failures(files)).toEqual([
    'FAILED src/a.test.ts > two\n  Error: expected 1\n  to be 2',
    'FAILED b.test.ts > the file\n  no such module',
  ])
  expect(slowest(files, 1)).toEqual(['   3.0 s  src/a.test.ts, 2.5 s of it: one'])
})

test('Playwright: journeys of nested groups count, unexpected and flaky ones as failures, and so does an error outside them', () => {
  const journey = (status: string) => ({
    title: status,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ duration: 700, errors: status === 'flaky' ? [{ message: 'Timeout' }] : [] }] }],
  })
  const suites = [
    {
      file: 'a.spec.ts',
      specs: [journey('expected'), journey('unexpected')],
      suites: [{ file: 'a.spec.ts', specs: [journey('expected'), journey('flaky'), journey('skipped')] }],
    },
  ]
  const files = readPlaywright(written({ suites, errors: [] }))
  expect(counts(files)).toEqual([2, 2, 1])
  expect(slowest(files)).toEqual(['   3.5 s  e2e/a.spec.ts, 0.7 s of it: expected'])
  const withError = readPlaywright(written({ suites, errors: [{ message: 'no server' }] }))
  expect(counts(withError)).toEqual([2, 3, 1])
  expect(failures(withError)).toEqual([
    'FAILED e2e/a.spec.ts > unexpected',
    'FAILED e2e/a.spec.ts > flaky\n  Timeout',
    'FAILED e2e > errors\n  no server',
  ])
})
