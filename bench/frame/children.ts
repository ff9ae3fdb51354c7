import { fork, type ChildProcess } from 'node:child_process'
import { once as event } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './bench.ts'
import { allAnswered, load } from './load.ts'
import type { Command, LogLevel, Report, Serving } from './servers.ts'

/** Servers in processes of their own, and their CPU time for a request. */

/** The load under which the CPU time of a request is measured. */
export const requestPlan = { connections: 64, seconds: 1.1 }

export interface Child extends Serving {
  process: ChildProcess
}

/** As the product is started; the reference is Node as it is. */
export const memory = {
  flags: ['--max-semi-space-size=32'],
  env: { MALLOC_MMAP_THRESHOLD_: '262144' },
}
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
    ...('serve' in message &&
      message.serve === 'product' && {
        execArgv: [...process.execArgv, ...memory.flags],
        env: { ...process.env, ...memory.env },
      }),
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

/** CPU time of the whole process since its start, in microseconds, and how often it compressed something. */
async function usedBy({ process: child }: Child): Promise<{ cpuMicros: number; compressions: number }> {
  const report = await command(child, { measure: true })
  if (!('cpuMicros' in report)) throw new Error('a server gave no figures')
  return report
}

/** Writes from now on what this level has. */
export const setLog = (child: Child, log: LogLevel) => command(child.process, { measure: true, log })

export const cpuMicros = async (child: Child): Promise<number> => (await usedBy(child)).cpuMicros

/**
 * CPU time of the whole process for a request, while it is loaded. Throws where one is refused: refusals cost less than answers.
 * @param onUse receives the compressions and the answers of that time
 */
export async function microsPerRequest(
  child: Child,
  sent: readonly Buffer[],
  { seconds = requestPlan.seconds, onUse }: { seconds?: number; onUse?: (use: Use) => void } = {},
): Promise<number> {
  const before = await usedBy(child)
  const run = await load(child.port, inTurn(sent), { ...requestPlan, seconds })
  const { answered } = allAnswered(run, 'requests')
  const after = await usedBy(child)
  onUse?.({ compressions: after.compressions - before.compressions, answered })
  return (after.cpuMicros - before.cpuMicros) / answered
}

interface Use {
  compressions: number
  answered: number
}

/** Gives these requests again and again. */
function inTurn(requests: readonly Buffer[]): () => Buffer {
  let sent = 0
  return () => requests[sent++ % requests.length] ?? Buffer.alloc(0)
}

/** As many as a fast machine can keep below the limit of each. */
const addresses = 9_000

/**
 * Requests for these paths in turn, from many addresses behind one proxy: the rate limit counts, and none reaches it.
 * @param network 0 to 255: each has addresses of its own
 */
export function visits(paths: readonly string[], { extra = '', network = 1 } = {}): Buffer[] {
  return Array.from({ length: Math.max(addresses, paths.length) }, (_, index) =>
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
