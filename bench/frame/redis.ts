import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#server/testing/tcp.ts'
import { atEnd } from './bench.ts'
import { cpuMicrosOf } from './cluster.ts'
import { installedProgram } from './installed.ts'

/** A Redis without persistence, with one sorted set, and its own load program. */

const run = promisify(execFile)
/** Numbers that its load program puts in place of a text of its own, for each use of it. */
const zadd = ['zadd', 'ranked', '__rand_int__', 'trader:__rand_int__']
const commands = 60_000

/**
 * Starts it and fills the set; it stops at the bench's end.
 * @returns what measures its CPU time of one `ZADD` without pipeline in microseconds, and the members; null where there is no Redis
 */
export async function startRedis(
  members: number,
): Promise<{ zaddMicros: () => Promise<number>; members: number } | null> {
  const [server, benchmark, client] = ['redis-server', 'redis-benchmark', 'redis-cli'].map((name) =>
    installedProgram(name),
  )
  if (server == null || benchmark == null || client == null) return null
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-redis-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const port = await freePort()
  const place = ['-p', String(port)]
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const redis = spawn(server, options, { stdio: 'ignore' })
  atEnd(() => redis.kill('SIGKILL'))
  const ask = async (command: string) => (await run(client, [...place, command, 'ranked'])).stdout
  for (let attempts = 0; ; attempts += 1) {
    const answer = await ask('zcard').catch(() => '')
    if (/^\d/.test(answer)) break
    if (attempts === 100) throw new Error('redis does not answer')
    await sleep(50)
  }
  const send = (count: number, ...more: string[]) =>
    run(benchmark, [...place, '-q', '-n', String(count), '-r', String(members), ...more, ...zadd])
  // Members are drawn with repetition: so many draws leave 2 % of them out.
  await send(4 * members, '-P', '64')
  return {
    members: Number(await ask('zcard')),
    async zaddMicros() {
      const before = cpuMicrosOf(redis.pid ?? 0)
      await send(commands)
      return (cpuMicrosOf(redis.pid ?? 0) - before) / commands
    },
  }
}
