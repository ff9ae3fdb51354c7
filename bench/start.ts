import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#server/log/log.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { freePort } from '#server/testing/tcp.ts'
import { seedTraders } from '../scripts/seed/seed.ts'
import { median } from './children.ts'

/**
 * The time from the start of the process to its first answer, to readiness, and to a ranking that is not the stored one, against the first
 * answer of raw node:http in the same pair. The first start has no stored ranking. Prints the bars and what was reached; the ratio last.
 * It needs the built web part and Linux. `-- --traders N` (10,000): invented traders in a database of its own.
 */

const { values } = parseArgs({ options: { traders: { type: 'string', default: '10000' } } })
const traders = Number(values.traders)
const pairs = 5
const bars = { live: 4, readyMs: traders <= 10_000 ? 1_000 : traders <= 100_000 ? 3_000 : 15_000 }

const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-'))
const stored = join(folder, 'ranking', 'last.ndjson.zst')
const rawSource = `require('node:http').createServer((_, reply) => reply.end('up')).listen(Number(process.env.PORT), '127.0.0.1')`

interface Started {
  child: ChildProcess
  /** Milliseconds from the start of the process. */
  live: number
  since: () => number
  get: (path: string) => Promise<Response | null>
}

/** Starts a program and waits for its first answer. */
async function start(args: string[]): Promise<Started> {
  const port = await freePort()
  const began = performance.now()
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATES_URL: 'http://127.0.0.1:1/',
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
  const since = () => performance.now() - began
  while ((await get('/livez'))?.status !== 200) await running(child, 5)
  return { child, live: since(), since, get }
}

async function running(child: ChildProcess, pauseMs: number): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
  await sleep(pauseMs)
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

interface Measured {
  live: number
  ready: number
  fresh: number
  /** The largest so far, in megabytes. */
  memory: number
}

async function measureProduct(): Promise<Measured> {
  const product = await start(['src/main.ts'])
  const { child, live, since, get } = product
  while ((await get('/readyz'))?.status !== 200) await running(child, 5)
  const ready = since()
  let list: { stale_since: string | null; total: number }
  for (;;) {
    list = (await (await get('/api/fresh/leaderboard?limit=1'))?.json()) as typeof list
    if (list.stale_since === null) break
    await running(child, 50)
  }
  if (list.total !== traders) throw new Error(`${list.total} traders are listed in place of ${traders}`)
  const fresh = since()
  while (!existsSync(stored)) await running(child, 50)
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  await stop(product)
  return { live, ready, fresh, memory }
}

async function measureRaw(): Promise<number> {
  const raw = await start(['-e', rawSource])
  await stop(raw)
  return raw.live
}

async function seed(): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const postgres = await startEmbeddedPostgres(folder, createLog('error'))
  await migrate(postgres.address)
  const { sql, close } = connectDatabase(postgres.address, { max: 1, patient: true })
  const history = { days: 90, seed: 1, after: 0, now: Date.now(), password: 'Inventato-2026' }
  await seedTraders({ sql, secrets: createSecrets(config) }, { ...history, traders })
  await close()
  await postgres.stop()
}

const line = (name: string, { live, ready, fresh, memory }: Measured) =>
  console.log(
    `${name.padEnd(20)} first answer ${live.toFixed(0)} ms, ready ${ready.toFixed(0)} ms, loaded ${fresh.toFixed(0)} ms, ${memory.toFixed(0)} MB at most`,
  )

let missed = false
try {
  const began = performance.now()
  await seed()
  console.log(`${traders} invented traders in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  line('without a ranking', await measureProduct())
  const ratios: number[] = []
  const readies: number[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const raw = await measureRaw()
    const product = await measureProduct()
    line('with a stored one', product)
    ratios.push(product.live / raw)
    readies.push(product.ready)
  }
  const [ratio, ready] = [median(ratios), median(readies)]
  missed = ratio > bars.live || ready > bars.readyMs
  console.log(`ready after ${ready.toFixed(0)} ms (bar ${bars.readyMs})`)
  console.log(
    `first answer / raw node:http: ${ratio.toFixed(1)} (${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)}, bar ${bars.live})`,
  )
} finally {
  removeDataFolder(folder)
  rmSync(folder, { recursive: true, force: true })
}
if (missed) process.exitCode = 1
