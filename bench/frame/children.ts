import { fork, type ChildProcess } from 'node:child_process'
import { once as event } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './bench.ts'
import { load } from './load.ts'
import type { Command, Report, Serving } from './servers.ts'

/** Servers in processes of their own, and their CPU time for a request. */

const seconds = 1.1
const connections = 64

export interface Child extends Serving {
  process: ChildProcess
}

/** As the product is started; the reference is Node as it is. */
export const youngGeneration = '--max-semi-space-size=32'
const servers = new URL('servers.ts', import.meta.url)

async function command(child: ChildProcess, message: Command): Promise<Report> {
  const waiting = new AbortController()
  const ended = event(child, 'exit', waiting).then(() => {
    throw new Error('a server ended')
  })
  const report = event(child, 'message', waiting).then(([received]) => received as Report)
  child.send(message)
  return Promise.race([report, ended]).finally(() => waiting.abort())
}

/** Starts a server; it stops at the bench's end. */
export async function start(message: Command): Promise<Child> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-log-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const child = fork(servers, {
    ...('serve' in message && message.serve === 'product' && { execArgv: [...process.execArgv, youngGeneration] }),
    stdio: ['ignore', openSync(join(folder, 'log'), 'a'), 'inherit', 'ipc'],
    // A terminal interrupts its whole group; the bench stops its servers itself.
    detached: true,
  })
  atEnd(() => stop(child))
  const report = await command(child, message)
  if (!('port' in report)) throw new Error('the server did not start')
  return { ...report, process: child }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = event(child, 'exit')
  child.disconnect()
  await ended
}

/** CPU time of the whole process since its start, in microseconds. */
export async function cpuMicros({ process: child }: Child): Promise<number> {
  const report = await command(child, { measure: true })
  return 'cpuMicros' in report ? report.cpuMicros : Number.NaN
}

/** CPU time of the whole process, while it is loaded for a second. */
export async function microsPerRequest(child: Child, sent: readonly Buffer[]): Promise<number> {
  const before = await cpuMicros(child)
  const { answered } = await load(child.port, inTurn(sent), { connections, seconds })
  return ((await cpuMicros(child)) - before) / answered
}

/** Gives these requests again and again. */
function inTurn(requests: readonly Buffer[]): () => Buffer {
  let sent = 0
  return () => requests[sent++ % requests.length] ?? Buffer.alloc(0)
}

/**
 * Requests for these paths in turn, from many addresses behind one proxy: the rate limit counts, and none reaches it.
 * @param network 0 to 255: each has addresses of its own
 */
export function visits(paths: readonly string[], { extra = '', network = 1 } = {}): Buffer[] {
  return Array.from({ length: Math.max(900, paths.length) }, (_, index) =>
    Buffer.from(
      `GET ${paths[index % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `X-Forwarded-For: 10.${network}.${100 + (Math.floor(index / 100) % 100)}.${100 + (index % 100)}\r\n${extra}\r\n`,
    ),
  )
}

/** Requests for the list, each with a parameter of its own that the answer does not depend on. */
export const requests = (extra: string) =>
  visits(
    Array.from({ length: 900 }, (_, index) => `/api/fresh/leaderboard?limit=50&t=${1_000_000 + index}`),
    { extra },
  )
