import { fork, type ChildProcess } from 'node:child_process'
import { once as event } from 'node:events'
import { load } from './load.ts'
import type { Command, Report } from './leaderboard-servers.ts'

/** Servers in processes of their own, and their CPU time for a request. */

const seconds = 1.1
const connections = 64

export interface Child {
  process: ChildProcess
  port: number
}

const servers = new URL('leaderboard-servers.ts', import.meta.url)

async function command(child: ChildProcess, message: Command): Promise<Report> {
  const report = event(child, 'message')
  child.send(message)
  return (await report)[0] as Report
}

export async function start(message: Command): Promise<Child> {
  const child = fork(servers, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const report = await command(child, message)
  if (!('port' in report)) throw new Error('the server did not start')
  return { process: child, port: report.port }
}

export async function stop({ process: child }: Child): Promise<void> {
  await command(child, { stop: true })
}

async function cpuMicros(child: Child): Promise<number> {
  const report = await command(child.process, { measure: true })
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
