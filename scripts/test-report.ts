import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

interface TestedCase {
  name: string
  milliseconds: number
  state: 'passed' | 'failed' | 'skipped'
}

/** The result of one file of tests. */
export interface TestedFile {
  path: string
  milliseconds: number
  tests: TestedCase[]
}

/** The part of `vitest --reporter=json` that is read here. */
interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

/** The part of `playwright --reporter=json` that is read here. */
interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; tests: { status: string; results: { duration: number }[] }[] }[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: unknown[]
}

export function readVitest(file: string): TestedFile[] {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return testResults.map((result) => {
    const tests = result.assertionResults.map(({ fullName, status, duration }): TestedCase => ({
      name: fullName,
      milliseconds: duration ?? 0,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
    }))
    const milliseconds = result.endTime - result.startTime
    // A file that could not be loaded, or whose hooks failed, fails although none of its tests did.
    if (result.status === 'failed' && !tests.some(({ state }) => state === 'failed'))
      tests.push({ name: result.message, milliseconds, state: 'failed' })
    return { path: relative(process.cwd(), result.name), milliseconds, tests }
  })
}

export function readPlaywright(file: string): TestedFile[] {
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const files = suites.map((suite) => {
    const tests = specsOf(suite).flatMap(({ title, tests: runs }) =>
      runs.map(({ status, results }): TestedCase => ({
        name: title,
        milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
        state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      })),
    )
    return { path: `e2e/${suite.file}`, milliseconds: tests.reduce((sum, each) => sum + each.milliseconds, 0), tests }
  })
  return errors.length === 0
    ? files
    : [...files, { path: 'e2e', milliseconds: 0, tests: [{ name: 'errors', milliseconds: 0, state: 'failed' }] }]
}

export function countOf(files: readonly TestedFile[], state: TestedCase['state']): number {
  return files.flatMap(({ tests }) => tests).filter((each) => each.state === state).length
}

/** The slowest files, slowest first, each with its slowest test. */
export function slowest(files: readonly TestedFile[], count = 5): string[] {
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
  return files
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)
    .map(({ path, milliseconds, tests }) => {
      const [test] = tests.toSorted((a, b) => b.milliseconds - a.milliseconds)
      return `${seconds(milliseconds).padStart(8)}  ${path}${test ? `, ${seconds(test.milliseconds)} of it: ${test.name}` : ''}`
    })
}
