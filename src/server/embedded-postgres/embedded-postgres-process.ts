import { execFile, spawn, type StdioOptions } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries, DatabaseUser } from './embedded-postgres-binaries.ts'
import { clusterProcesses } from './embedded-postgres-workers.ts'
import { StartupError } from '../settings/startup-error.ts'

const run = promisify(execFile)

/** One PostgreSQL server over one folder of data. */
export interface Cluster {
  /** PostgreSQL's data_directory. */
  data: string
  /** Folder of the unix socket. */
  socket: string
  logFile: string
  user: DatabaseUser
  binaries: Binaries
  settings: Record<string, string>
}

export const clusterUser = 'toptrader'
/** The role of the server, which owns nothing. */
export const serverUser = 'toptrader_server'
const logBytes = 20_000_000

/** PostgreSQL gets nothing of our environment: neither our PG… variables nor our secrets. */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Creates the data folder. It is moved into place as a whole: a killed first start leaves no half cluster. */
export async function createCluster({ data, user, binaries }: Cluster): Promise<void> {
  if (existsSync(data)) return
  const draft = `${data}.${process.pid}`
  const encoding = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const options = ['-D', draft, '-U', clusterUser, '--auth=trust', '--no-instructions', ...encoding]
  try {
    await run(binaries.initdb, options, { ...user, cwd: dirname(data), env: environment })
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(data)) return
    throw new StartupError(`PostgreSQL non ha potuto creare la base dati in ${data}: ${lastLine(error)}`, {
      cause: error,
    })
  }
}

/** A started server process: it may still refuse to run. */
export interface Launched {
  ended: boolean
  failure: Error | null
}

/** Starts the server in a session of its own: it survives our end and a Ctrl-C meant for us. */
export function launch({ data, socket, logFile, user, binaries, settings }: Cluster): Launched {
  if (existsSync(logFile) && statSync(logFile).size > logBytes) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o640)
  const options = Object.entries({ ...settings, listen_addresses: '', unix_socket_directories: socket })
  const launched: Launched = { ended: false, failure: null }
  try {
    const arguments_ = ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const stdio: StdioOptions = ['ignore', log, log]
    const server = spawn(binaries.postgres, arguments_, {
      ...user,
      cwd: dirname(data),
      env: environment,
      detached: true,
      stdio,
    })
    server.unref()
    server.once('error', (error) => Object.assign(launched, { ended: true, failure: error }))
    server.once('exit', () => (launched.ended = true))
  } finally {
    closeSync(log)
  }
  return launched
}

/** Ends sessions and stops; resolves when no process is left. Harmless where nothing runs. */
export async function stopCluster({ data, user, binaries }: Cluster): Promise<void> {
  const stop = (mode: string, seconds: number) => {
    const options = ['-D', data, '-w', '-t', String(seconds), '-m', mode, 'stop']
    return run(binaries.pg_ctl, options, { ...user, cwd: dirname(data), env: environment })
  }
  if (postmasterPid(data) === null) return
  try {
    await stop('fast', 5)
  } catch {
    if (postmasterPid(data) === null) return
    // Immediate mode loses nothing: the next start replays the log.
    await stop('immediate', 2).catch(() => undefined)
  }
  for (let tries = 0; tries < 100 && clusterProcesses(data, 'known only').length > 0; tries++) await sleep(20)
}

/** For our own end, when there is no time to wait: PostgreSQL stops by itself. */
export function signalStop(data: string): void {
  const pid = postmasterPid(data)
  if (pid === null || (process.platform === 'linux' && !clusterProcesses(data, 'known only').includes(pid))) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // The process has ended already.
  }
}

/** The process named in postmaster.pid, alive or not; null without that file. */
function postmasterPid(data: string): number | null {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

/**
 * Removes a stale postmaster.pid. After a hard kill its number may belong to another process of the same user (a restarted container counts
 * from 1 again) or to a zombie, and PostgreSQL would refuse for ever. Every process of a cluster works in its data folder: where none
 * does, the file is stale. Only for a cluster whose socket gives no answer.
 */
export function removeStalePid(data: string): void {
  if (process.platform !== 'linux' || postmasterPid(data) === null) return
  if (clusterProcesses(data, 'with orphans').length === 0) rmSync(join(data, 'postmaster.pid'), { force: true })
}

/** PostgreSQL's last log line, for the sentence of a failed start. */
export function lastLogLine(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? ''
  } catch {
    return ''
  }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string }
  return (stderr?.trim() || message).split('\n').find((line) => /error|fatal|could not/i.test(line)) ?? message
}
