import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { listLeaderboard } from '#features/leaderboard/contract.ts'
import type { getTrader } from '#features/traders/contract.ts'
import { freePort } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { sightsOf } from './sights.ts'
import { createStory } from './story.ts'

/** Time enough for a machine with other work. */
const patience = 15 * 60_000

async function startDemo(seed: number) {
  const port = await freePort()
  const env = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' }
  const demo = spawn(process.execPath, ['scripts/demo.ts', '--seed', String(seed)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(demo, 'exit')
  onTestFinished(async () => {
    demo.kill('SIGTERM')
    await ended
  })
  let output = ''
  demo.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await until(() => output.includes('Per fermare') || demo.exitCode !== null, patience)
  expect(output).toContain('Per fermare')
  return { output, get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

test.each([6, 3])(
  'the demonstration of seed %i shows what its console names, and a podium that deserves it',
  async (seed) => {
    const { output, get } = await startDemo(seed)
    const list = (await (await get('/api/fresh/leaderboard?limit=100')).json()) as ResponseOf<typeof listLeaderboard>
    expect(list.leaderboard).toHaveLength(60)
    const podium = list.leaderboard.slice(0, 3)
    for (const entry of podium) {
      expect(['L2', 'L3']).toContain(entry.verification_level)
      expect(entry.days_count).toBeGreaterThan(365)
      expect(entry.roi_total).toBeGreaterThan(10)
      expect(Math.abs(entry.drawdown_max ?? 100)).toBeLessThan(12)
      const profile = (await (await get(`/api/trader/${entry.username}`)).json()) as Record<string, unknown>
      expect(profile).toMatchObject({
        bio: expect.any(String),
        copy_trading_link: expect.stringContaining('https://'),
        telegram_link: expect.stringContaining('https://'),
      })
    }
    expect(list.leaderboard.filter(({ verification_level: level }) => level === 'L3').length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...list.leaderboard.map(({ days_count: days }) => days ?? 0))).toBeGreaterThan(900)

    const roles = createStory(seed, Date.now()).actors.map(({ role }) => role)
    const sights = sightsOf(roles, { leaderboard: podium })
    expect(sights.length).toBeGreaterThan(15)
    for (const { path, see, codes } of sights) {
      expect(output).toContain(path)
      expect(output).toContain(see)
      expect([path, (await get(path)).status]).toEqual([path, 200])
      if (codes.length === 0) continue
      const { flags } = (await (await get(path.replace('/trader/', '/api/trader/'))).json()) as ResponseOf<
        typeof getTrader
      >
      expect([path, flags]).toEqual([path, expect.arrayContaining([...codes])])
    }
  },
  patience,
)
