import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

interface TestedCase {
  name: string
  milliseconds: number
  state: 'passed' | 'failed' | 'skipped'
  /** Why it failed, as the runner says it. */
  reason?: string
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
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[]
  }[]
}

/** The part of `playwright --reporter=json` that is read here. */
interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: { status: string; results: { duration: number; errors?: { message?: string }[] }[] }[]
  }[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

export function readVitest(file: string): TestedFile[] {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return testResults.map((result) => {
    const tests = result.assertionResults.map(({ fullName, status, duration, failureMessages }): TestedCase => ({
      name: fullName,
      milliseconds: duration ?? 0,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
      ...reasonIn(failureMessages),
    }))
    const milliseconds = result.endTime - result.startTime
    // A file that could not be loaded, or whose hooks failed, fails although none of its tests did.
    if (result.status === 'failed' && !tests.some(({ state }) => state === 'failed'))
      tests.push({ name: 'the file', milliseconds, state: 'failed', ...reasonIn([result.message]) })
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
        ...reasonIn(results.flatMap(({ errors }) => messagesOf(errors))),
      })),
    )
    return { path: `e2e/${suite.file}`, milliseconds: tests.reduce((sum, each) => sum + each.milliseconds, 0), tests }
  })
  const outside = messagesOf(errors)
  if (outside.length > 0)
    files.push({
      path: 'e2e',
      milliseconds: 0,
      tests: [{ name: 'errors', milliseconds: 0, state: 'failed', ...reasonIn(outside) }],
    })
  return files
}

const messagesOf = (errors: readonly { message?: string }[] = []) =>
  errors.map(({ message }) => message ?? 'no message')

/** The first of a runner's messages, without colours and without the stack. */
function reasonIn([message]: readonly string[] = []): Pick<TestedCase, 'reason'> {
  if (message === undefined) return {}
  const lines = stripVTControlCharacters(message).split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  return {
    reason: lines
      .slice(0, stack < 0 ? 12 : Math.min(stack, 12))
      .join('\n')
      .trim(),
  }
}

export function countOf(files: readonly TestedFile[], state: TestedCase['state']): number {
  return files.flatMap(({ tests }) => tests).filter((each) => each.state === state).length
}

/** Each failed test with its file and its reason, so that the end of a long output tells what to mend. */
export function failures(files: readonly TestedFile[]): string[] {
  return files.flatMap(({ path, tests }) =>
    tests
      .filter(({ state }) => state === 'failed')
      .map(({ name, reason = '' }) => `FAILED ${path} > ${name}${reason && `\n  ${reason.replaceAll('\n', '\n  ')}`}`),
  )
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
