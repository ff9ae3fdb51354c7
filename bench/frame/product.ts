import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#server/log/log.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { freePort } from '#server/testing/tcp.ts'
import { seedTraders } from '../../scripts/seed/seed.ts'
import { atEnd, option, textOption, Unavailable } from './bench.ts'
import { memory } from './children.ts'

/** The whole built product as a program of its own, with the settings of production, over a database of the bench's own. */

/** All invented traders have it. */
export const password = 'Inventato-2026'
/** `--days=N`: daily rows of each account. */
const history = { days: option('days', 90), seed: 1, after: 0, password }

/**
 * A new data folder, removed at the bench's end. With `--data=FOLDER` the one in it for so many traders, which stays for the next bench:
 * a hundred thousand traders take minutes to invent.
 */
export function dataFolder(traders?: number): string {
  const stored = textOption('data')
  if (stored !== null && traders !== undefined) {
    const folder = join(stored, String(traders))
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-'))
  atEnd(() => removeDataFolder(folder))
  return folder
}

/**
 * Fills the database of a data folder with invented traders, unless it has them from an earlier bench.
 * @returns where PostgreSQL listens while a product runs over the folder
 */
export async function seedFolder(folder: string, traders: number): Promise<EmbeddedPostgres['address']> {
  const config = readConfig({ DATA_DIR: folder })
  const postgres = await startEmbeddedPostgres(folder, createLog('error'))
  try {
    await migrate(postgres.address)
    const { sql, close } = connectDatabase(postgres.address, { max: 1, patient: true })
    const [present] = await sql<{ traders: number }[]>`select count(*)::int as traders from trader where not is_admin`
    const began = performance.now()
    if (present?.traders !== traders) {
      await seedTraders({ sql, secrets: createSecrets(config) }, { ...history, traders, now: Date.now() })
      console.log(`${traders} invented traders in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    await close()
  } finally {
    await postgres.stop()
  }
  return postgres.address
}

/** A running server. */
export interface Program {
  child: ChildProcess
  port: number
  /** Milliseconds from its start to its first answer. */
  live: number
  /** Milliseconds from its start. */
  since: () => number
  /** null where it does not listen. */
  get: (path: string) => Promise<Response | null>
}

/** Starts a program that listens at PORT, and waits for its first answer. It stops at the bench's end. */
export async function startProgram(args: string[], folder: string, env: Record<string, string> = {}): Promise<Program> {
  const port = await freePort()
  const log = openSync(join(folder, 'server.log'), 'a')
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATA_DIR: folder,
      TRUST_PROXY: '1',
      APP_URL: 'https://bench.example',
      PAYMENTS_PROVIDER: 'sandbox',
      RATES_URL: 'http://127.0.0.1:1/',
      DRAIN_NOTICE_MS: '0',
      ...env,
    },
    stdio: ['ignore', log, 'inherit'],
    // A terminal interrupts its whole group; the bench stops its servers itself.
    detached: true,
  })
  atEnd(() => stopProgram(child))
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
  const since = () => performance.now() - began
  while ((await get('/livez'))?.status !== 200) await stillRuns(child, 5)
  return { child, port, live: since(), since, get }
}

/** Starts the product and waits until it has a ranking. */
export async function startProduct(folder: string, env: Record<string, string> = {}): Promise<Program> {
  if (!existsSync(new URL('../../dist/web', import.meta.url))) {
    throw new Unavailable('dist/web is missing: run npm run build')
  }
  const product = await startProgram([...memory.flags, 'src/main.ts'], folder, { ...memory.env, ...env })
  while ((await product.get('/readyz'))?.status !== 200) await stillRuns(product.child, 20)
  return product
}

/** Waits until the ranking is of now and lists so many traders. */
export async function untilListed({ child, get }: Program, traders: number): Promise<void> {
  for (;;) {
    const answer = await get('/api/fresh/leaderboard?limit=1')
    const list = (await answer?.json()) as { total: number; stale_since: string | null } | undefined
    if (list?.stale_since === null && list.total === traders) return
    await stillRuns(child, 50)
  }
}

/** @throws Error where the program has ended */
export async function stillRuns(child: ChildProcess, pauseMs: number): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`)
  await sleep(pauseMs)
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The most megabytes that a server with so many traders may hold: the bar of P17. */
export const memoryBar = (traders: number) => ({ most: traders > 100_000 ? 1_500 : 450 })

/** Megabytes of memory that a process holds, and the most so far. Linux only. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
