import { fork, type ChildProcess } from 'node:child_process'
import { once as event } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './load.ts'
import type { Command, Report, Serving } from './servers.ts'

/** Servers in processes of their own, and their CPU time for a request. */

const seconds = 1.1
const connections = 64

export interface Child extends Serving {
  process: ChildProcess
  /** Holds the file to which its log goes. */
  folder: string
}

const servers = new URL('servers.ts', import.meta.url)

async function command(child: ChildProcess, message: Command): Promise<Report> {
  const report = event(child, 'message')
  child.send(message)
  return (await report)[0] as Report
}

export async function start(message: Command): Promise<Child> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-log-'))
  const child = fork(servers, { stdio: ['ignore', openSync(join(folder, 'log'), 'a'), 'inherit', 'ipc'] })
  const report = await command(child, message)
  if (!('port' in report)) throw new Error('the server did not start')
  return { ...report, process: child, folder }
}

export async function stop({ process: child, folder }: Child): Promise<void> {
  await command(child, { stop: true })
  rmSync(folder, { recursive: true })
}

/** CPU time of the whole process since its start, in microseconds. */
export async function cpuMicros({ process: child }: Child): Promise<number> {
  const report = await command(child, { measure: true })
  return 'cpuMicros' in report ? report.cpuMicros : Number.NaN
}

/** CPU time of the whole process, while it is loaded for a second. */
export async function microsPerRequest(child: Child, sent: readonly Buffer[]): Promise<number> {
  const before = await cpuMicros(child)
  const { requests: answered } = await load(child.port, sent, { connections, seconds })
  return ((await cpuMicros(child)) - before) / answered
}

/** Requests from many addresses behind one proxy: the rate limit counts, and none reaches it. */
export function requests(extra: string): Buffer[] {
  return Array.from({ length: 900 }, (_, index) =>
    Buffer.from(
      `GET /api/fresh/leaderboard?limit=50&t=${1_000_000 + index} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `X-Forwarded-For: 10.1.${100 + Math.floor(index / 100)}.${100 + (index % 100)}\r\n${extra}\r\n`,
    ),
  )
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
