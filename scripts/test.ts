// Runs tests:  node scripts/test.ts [--slow] [feature, folder or file …] [options of Vitest]
// Without names it runs everything but the slow tests, with --slow those alone. It builds the product where the last build is older than a file of it.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countOf, failures, readPlaywright, readVitest, slowest, type TestedFile } from './test-report.ts'
import { isBuildCurrent } from './build-age.ts'
import { prepareTools, searchPath } from './test-tools.ts'

const isSlow = process.argv.includes('--slow')
const given = process.argv.slice(2).filter((argument) => argument !== '--slow')
const journeys = given.filter((argument) => /^e2e(?:\/|$)/.test(argument))
/** Vitest's arguments: a feature's name stands for its folder. */
const others = given
  .filter((argument) => !journeys.includes(argument))
  .map((argument) => (existsSync(`src/features/${argument}`) ? `src/features/${argument}/` : argument))
const runsAll = given.length === 0

const folder = mkdtempSync(join(tmpdir(), 'toptrader-tests-'))
const tested: TestedFile[] = []
let isWell = true

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status, signal } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH: searchPath, ...env },
  })
  if (status !== 0) isWell = false
  if (signal !== null) console.error(`${command} was ended by ${signal}`)
  return status === 0
}

/** Runs a test runner and reads its report. A run that fails without a failed test counts as one. */
function runTests(
  command: string,
  args: readonly string[],
  read: (file: string) => TestedFile[],
  env: NodeJS.ProcessEnv = {},
): void {
  const isPassed = run(command, args, env)
  const report = join(folder, command)
  const files = existsSync(report) ? read(report) : []
  if (!isPassed && countOf(files, 'failed') === 0) {
    files.push({ path: command, milliseconds: 0, tests: [{ name: 'the run', milliseconds: 0, state: 'failed' }] })
  }
  tested.push(...files)
}

function runVitest(projects: readonly string[]): void {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'vitest')}`]
  runTests('vitest', ['run', ...projects.map((name) => `--project=${name}`), ...reporters, ...others], readVitest)
}

function runPlaywright(): void {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright') }
  const project = `--project=${isSlow ? 'slow-journeys' : 'journeys'}`
  runTests('playwright', ['test', project, '--reporter=list,json', ...journeys], readPlaywright, env)
}

try {
  prepareTools()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
// A feature's tests need little of the built pages: any build is enough.
const needsBuild =
  runsAll || isSlow || given.some((path) => /^(?:e2e|src\/site|src\/guards)\b/.test(path))
    ? !isBuildCurrent()
    : !existsSync('dist/ssr/document.js')
if (!needsBuild || run('npm', ['run', 'build'])) {
  if (runsAll || others.length > 0) runVitest(isSlow ? ['slow', 'looks'] : ['node', 'browser'])
  if (runsAll || journeys.length > 0) runPlaywright()
}
rmSync(folder, { recursive: true, force: true })

const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((state) => countOf(tested, state))
console.log(`\nSlowest files:\n${slowest(tested).join('\n')}\n`)
if (skipped !== 0) console.log(`${skipped} skipped`)
const report = [...failures(tested), `${passed} passed, ${failed} failed`].join('\n')
console.log(report)
// CI repeats the reports of its runs at its end.
if (process.env['TEST_REPORT']) appendFileSync(process.env['TEST_REPORT'], `${report}\n`)
process.exit(isWell ? 0 : 1)
