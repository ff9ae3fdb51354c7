import { expect, test } from 'vitest'
import { dataFolder, processesIn } from '#server/testing/embedded-process.ts'
import { until } from '#server/testing/until.ts'
import { run } from '../testing/server-process.ts'

test(
  'visitors who wait for a database that hangs do not hold up those whom memory answers',
  { timeout: 160_000 },
  async () => {
    const folder = dataFolder()
    const server = run({ DATA_DIR: folder })
    const url = await server.url()
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
    const stopped = processesIn(folder)
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    let ended = 0
    const profiles = Array.from({ length: 40 }, (_, index) =>
      statusOf(`/trader/unknown${index}`).finally(() => (ended += 1)),
    )
    await until(async () => (await statusOf('/api/fresh/leaderboard?search=unknown')) === 200)
    // Those that the database was asked for still wait.
    expect(ended).toBeLessThanOrEqual(32)
    expect(new Set(await Promise.all(profiles))).toEqual(new Set([503]))
    for (const pid of stopped) process.kill(pid, 'SIGKILL')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)
