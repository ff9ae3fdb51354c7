import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, type Sql } from '#server/database/database.ts'
import type { EmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets, type Secrets } from '#server/settings/crypto.ts'
import { readAdvisors, type Advisor } from './advisors.ts'
import { atEnd } from './bench.ts'
import { assertDurable, cpuMicrosOf, postgresMicros, walBytes } from './cluster.ts'
import { dataFolder, seedFolder, startProduct, stillRuns, stopProgram, untilListed, type Program } from './product.ts'

/** A running product with invented traders, the advisors of these, and a connection to its database. */

export interface Populated extends Program {
  pid: number
  folder: string
  address: EmbeddedPostgres['address']
  sql: Sql
  advisors: Advisor[]
  secrets: Secrets
}

const metricsToken = 'f2c1f6a1d40b4c6c9f6e'
const settings = { EA_MIN_INTERVAL_S: '0', METRICS_TOKEN: metricsToken }
/** The event loop's delay is read this often: an idle loop shows this much. Milliseconds. */
const loopResolution = 10

interface Options {
  /** Starts once more, from the ranking that the first start stored; it reads each trader again meanwhile. */
  isRestart?: boolean
  /** Called with the data folder while its database is stopped. */
  prepare?: (folder: string) => Promise<void>
}

/** Syncs of an account may follow one another at once; all else is as in production. */
export async function startPopulated(
  traders: number,
  { isRestart = false, prepare }: Options = {},
): Promise<Populated> {
  const folder = dataFolder(traders)
  const address = await seedFolder(folder, traders)
  await prepare?.(folder)
  const stored = join(folder, 'ranking', 'last.zst')
  rmSync(stored, { force: true })
  if (isRestart) {
    const first = await startProduct(folder, settings)
    while (!existsSync(stored)) await stillRuns(first.child, 50)
    await stopProgram(first.child)
  }
  const product = await startProduct(folder, settings)
  await untilListed(product, traders)
  const { sql, close } = connectDatabase(address, { max: 1, patient: true })
  atEnd(close)
  await assertDurable(sql)
  const secrets = createSecrets(readConfig({ DATA_DIR: folder }))
  const advisors = await readAdvisors(sql, secrets)
  return { ...product, pid: product.child.pid ?? 0, folder, address, sql, advisors, secrets }
}

/** One more instance over the same database, as `startPopulated` starts its one. */
export function startBeside({ folder, address }: Populated, env: Record<string, string> = {}): Promise<Program> {
  return startProduct(folder, { ...settings, DATABASE_URL: urlOf(address), ...env })
}

/** The address as settings have it. */
export function urlOf({ user, host, port, database }: Populated['address']): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** The values of the product's metrics, by name and labels as they are written. */
export async function metricsOf({ port }: Program): Promise<(name: string) => number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  return (name) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? Number.NaN,
    )
}

/** Milliseconds of the longest time in which the product's event loop did nothing else, since the last call; one of 10 ms or less shows as 0. */
export async function longestStall(program: Program): Promise<number> {
  const seconds = (await metricsOf(program))('nodejs_eventloop_lag_max_seconds')
  return Math.max(0, 1000 * seconds - loopResolution)
}

/** The use of CPU and log since a moment. */
export interface Use {
  /** Microseconds of CPU. */
  node: number
  postgres: number
  /** Bytes. */
  wal: number
}

/** @returns what a second call gives the use since the first one */
export async function startMeter({ pid, folder, sql }: Populated): Promise<() => Promise<Use>> {
  const read = async (): Promise<Use> => ({
    node: cpuMicrosOf(pid),
    postgres: postgresMicros(folder),
    wal: await walBytes(sql),
  })
  const before = await read()
  return async () => {
    const { node, postgres, wal } = await read()
    return { node: node - before.node, postgres: postgres - before.postgres, wal: wal - before.wal }
  }
}
