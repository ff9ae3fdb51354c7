// Starts the product on the pinned Node, from any Node of the machine: so this file is plain JavaScript.
//   node scripts/start.mjs [--demo | --dev | --dev --demo] [arguments of the demo]
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = join(root, 'node_modules', '.bin')
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const given = process.argv.slice(2)
const isDevelopment = given.includes('--dev')
const isDemo = given.includes('--demo')
const rest = given.filter((argument) => argument !== '--demo')

/** The sources of the browser's part and of the renderer. */
const sources = ['src', 'public', 'vite.config.ts', 'package-lock.json']
const built = ['dist/web/.vite/manifest.json', 'dist/ssr/document.js']
/** The exit code of a server that asks to be started again (src/run.ts). */
const restartCode = 75

process.chdir(root)
const node = findNode()
// A demonstration would play its whole past again at each change of a server file.
const isWatched = isDevelopment && !isDemo
const watch = isWatched ? ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGUSR2'] : []
if (!isDevelopment) buildWhenStale()
// Requests that wait for a commit are garbage a moment later: a larger young generation copies them less often (decision 056). The past of a
// demonstration makes more of it.
const program = isDemo ? ['--max-semi-space-size=64', 'scripts/demo.ts'] : ['--max-semi-space-size=32', 'src/main.ts']
run([...watch, ...program, ...rest])

function findNode() {
  const path = join(programs, process.platform === 'win32' ? 'node.cmd' : 'node')
  const pinned = Object.entries(description.optionalDependencies).find(([name]) => name.startsWith('node-'))?.[1]
  if (!existsSync(join(root, 'node_modules'))) fail('Le dipendenze non sono installate: esegui npm ci.')
  if (!existsSync(path)) {
    fail(
      `Manca Node ${pinned}, che npm ci installa con le dipendenze opzionali: esegui npm ci (senza --omit=optional).`,
    )
  }
  const found = spawnSync(path, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  if (found.status !== 0)
    fail(
      `Node ${pinned} non si avvia su questa macchina (${process.platform} ${process.arch}): ${found.error?.message ?? found.stderr.trim()}`,
    )
  if (found.stdout.trim() !== `v${pinned}`)
    fail(`È installato Node ${found.stdout.trim()} al posto di ${pinned}: esegui npm ci.`)
  return path
}

/** Builds the web part where it is missing or older than its sources. */
function buildWhenStale() {
  const made = Math.min(...built.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)))
  if (made > 0 && !sources.some((source) => newerThan(source, made))) return
  console.error('Preparo le pagine…')
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`,
  }
  const build = spawnSync(description.scripts.build, { shell: true, env: environment, encoding: 'utf8' })
  if (build.status !== 0) fail(`Le pagine non si costruiscono:\n${build.stdout}${build.stderr}`)
}

function newerThan(path, moment) {
  if (!existsSync(path)) return false
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs > moment
  // The server's part and the tests are not built.
  return readdirSync(path)
    .filter((name) => name !== 'server' && !/\.test\.tsx?$/.test(name))
    .some((name) => newerThan(join(path, name), moment))
}

function run(command) {
  const supervises = !isDevelopment && !isDemo
  let isStopping = false
  let child = start()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true
      child.kill(signal)
    })
  }
  // npm ends at once on a signal and passes it on to nobody.
  const parent = process.ppid
  const parentWatch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(parentWatch)
    isStopping = true
    child.kill('SIGTERM')
  }, 250)
  if (!process.env.npm_lifecycle_event) clearInterval(parentWatch)

  function start() {
    const started = launch(command, supervises)
    started.on('error', (error) => fail(`Node non si avvia: ${error.message}`))
    started.on('exit', (code, signal) => {
      if (supervises && code === restartCode && !isStopping) child = start()
      else process.exit(code === restartCode ? 0 : (code ?? (signal ? 1 : 0)))
    })
    return started
  }
}

function launch(command, supervises) {
  return spawn(node, command, {
    // Where this process is killed, the closed channel notifies the server. The watcher has a channel of its own.
    stdio: isWatched ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NODE_ENV: isDevelopment ? 'development' : 'production',
      ...(supervises && { SUPERVISED: process.env.SUPERVISED ?? 'on' }),
      // Freed blocks from 256 kB on go back to the system (decision 062).
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '262144',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compile'),
    },
  })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
