import { execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectDatabase } from '../database/database.ts'
import {
  binariesIn,
  databaseUser,
  findBinaries,
  linkLibraries,
  makePrivateFolder,
  type Binaries,
} from '../embedded-postgres/embedded-postgres-binaries.ts'
import { findHome } from '../embedded-postgres/embedded-postgres-place.ts'
import {
  clusterUser,
  lastLogLine,
  launch,
  stopCluster,
  type Cluster,
} from '../embedded-postgres/embedded-postgres-process.ts'
import type { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'

/** The servers of a topology that the built-in database does not start by itself. Each stops with `stop`. */

export type TestServer = Pick<EmbeddedPostgres, 'address' | 'stop'>

const run = promisify(execFile)
const startMs = 20_000

/** A PostgreSQL of another version. @param folder empty @param native the folder of that name in the package of the version */
export async function startVersion(
  folder: string,
  native: string,
  settings: Record<string, string>,
): Promise<TestServer> {
  linkLibraries(native)
  const cluster = await clusterIn(folder, binariesIn(native), settings)
  // 16 has no locales of its own: this one sorts and folds as C.UTF-8 of later versions does.
  const encoding = ['-E', 'UTF8', '--locale=C.UTF-8']
  const options = ['-D', cluster.data, '-U', clusterUser, '--auth=trust', '--no-instructions', ...encoding]
  await run(cluster.binaries.initdb, options, { ...cluster.user, cwd: cluster.socket, env: { PATH: '/usr/bin:/bin' } })
  return startCluster(cluster)
}

/**
 * A streaming replica of a built-in database. Copies it while it is stopped.
 * @param primaryFolder its data folder @returns starts the replica, once the primary runs again
 */
export async function prepareReplica(
  folder: string,
  primaryFolder: string,
  settings: Record<string, string>,
): Promise<(primary: EmbeddedPostgres['address']) => Promise<TestServer>> {
  const { home, user } = await findHome(primaryFolder)
  const cluster = await clusterIn(folder, await findBinaries(home, user), settings)
  await run('cp', ['-a', join(home, 'cluster'), cluster.data])
  writeFileSync(join(cluster.data, 'standby.signal'), '')
  return ({ host }) => {
    const primary_conninfo = `host=${host} port=5432 user=${clusterUser}`
    return startCluster({ ...cluster, settings: { ...settings, primary_conninfo } })
  }
}

/** PgBouncer before all databases of a server. @param shipped deploy/pgbouncer.ini, in which only the addresses change */
export async function startPooler(
  folder: string,
  { host, user }: EmbeddedPostgres['address'],
  shipped = readFileSync('deploy/pgbouncer.ini', 'utf8'),
): Promise<TestServer> {
  const owner = await databaseUser(folder)
  makePrivateFolder(folder, owner)
  const replaced: [RegExp, string][] = [
    [/^toptrader = host=\S+ port=\d+/m, `* = host=${host} port=5432 user=${user}`],
    [/^listen_addr = .*$/m, 'listen_addr ='],
    [/^unix_socket_dir =.*$/m, `unix_socket_dir = ${folder}`],
    [/^auth_type = .*$/m, 'auth_type = any'],
    [/^auth_file = .*\n/m, ''],
  ]
  const file = join(folder, 'pgbouncer.ini')
  let text = shipped
  for (const [pattern, by] of replaced) {
    if (!pattern.test(text)) throw new Error(`deploy/pgbouncer.ini has no ${pattern}`)
    text = text.replace(pattern, by)
  }
  writeFileSync(file, text)
  let output = ''
  const child = spawn('pgbouncer', [file], { ...owner, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  const address = { host: folder, port: 6432, user, database: 'postgres' }
  await answers(address, () => (child.exitCode === null ? null : output))
  return {
    address,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

async function clusterIn(folder: string, binaries: Binaries, settings: Record<string, string>): Promise<Cluster> {
  const user = await databaseUser(folder)
  makePrivateFolder(folder, user)
  return {
    data: join(folder, 'cluster'),
    socket: folder,
    logFile: join(folder, 'postgres.log'),
    user,
    binaries,
    settings,
  }
}

async function startCluster(cluster: Cluster): Promise<TestServer> {
  const launched = launch(cluster)
  const address = { host: cluster.socket, port: 5432, user: clusterUser, database: 'postgres' }
  await answers(address, () => (launched.ended ? lastLogLine(cluster.logFile) : null))
  return { address, stop: () => stopCluster(cluster) }
}

/** @param failure the reason why the server has ended; null while it runs */
async function answers(address: TestServer['address'], failure: () => string | null): Promise<void> {
  const deadline = performance.now() + startMs
  const { sql, close } = connectDatabase(address, { max: 1, pooler: address })
  try {
    for (;;) {
      const error = await sql`select 1`.then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null) return
      const ended = failure()
      if (ended !== null || performance.now() > deadline)
        throw new Error(ended ?? 'the server gives no answer', { cause: error })
      await sleep(50)
    }
  } finally {
    await close()
  }
}
