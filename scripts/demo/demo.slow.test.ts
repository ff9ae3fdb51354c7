import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { LeaderboardEntry } from '#features/leaderboard/contract.ts'
import { freePort } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'
import { failing } from './sights.ts'

interface Profile {
  flags: string[]
  copy_trading_link: string | null
}

/** The whole past is played: a minute alone, several on a busy machine. */
const patience = 540_000

test(
  'the demonstration starts on a real server, and each line of its console leads to what it says',
  async () => {
    const port = await freePort()
    const env = { PATH: process.env['PATH'] ?? '', PORT: String(port), LOG_LEVEL: 'error' }
    // A Friday, at which the clock stays.
    const child = spawn(process.execPath, ['scripts/demo.ts', '--at', '2026-11-20T10:30:00Z'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
    })
    let output = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    await until(() => output.includes('Password di tutti') || child.exitCode !== null, patience - 30_000)
    expect(output).toContain('Che cosa guardare:')

    const site = `http://127.0.0.1:${port}`
    const json = async <T>(path: string) => (await (await fetch(`${site}${path}`)).json()) as T
    const { leaderboard } = await json<{ leaderboard: LeaderboardEntry[] }>('/api/fresh/leaderboard?limit=100')
    expect(leaderboard.length).toBeGreaterThan(50)
    const isTrusted = ({ verification_level, days_count, drawdown_max, roi_total }: LeaderboardEntry) =>
      ['L2', 'L3'].includes(verification_level) &&
      (days_count ?? 0) > 365 &&
      Math.abs(drawdown_max ?? 100) < 12 &&
      (roi_total ?? 0) > 0
    expect(leaderboard.slice(0, 3).map((entry) => [entry.rank, isTrusted(entry)])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ])
    expect(leaderboard.filter(isTrusted).length).toBeGreaterThanOrEqual(8)
    for (const { username } of leaderboard.slice(0, 3)) {
      expect((await json<Profile>(`/api/trader/${username}`)).copy_trading_link).toMatch(/^https:/)
    }

    const lines = [...output.matchAll(/^ {2}- (.+?) {2,}http:\/\/[^/]+(\S*) +(.+)$/gm)].map(
      ([, who = '', path = '', see = '']) => ({ who: who.trim(), path, see }),
    )
    for (const { path } of lines) expect([path, (await fetch(`${site}${path}`)).status]).toEqual([path, 200])
    for (const { kind, see, codes } of failing) {
      const line = lines.find((one) => one.see === see)
      expect([see, line?.path]).toEqual([see, expect.stringMatching(/^\/trader\//)])
      const { flags } = await json<Profile>(`/api${line?.path}`)
      expect([see, flags]).toEqual([see, expect.arrayContaining([...codes])])
      const { gaps } = await json<{ gaps: unknown[] }>(`/api${line?.path}/performance`)
      expect([see, gaps.length]).toEqual([see, kind === 'gaps' ? 2 : 0])
    }
  },
  patience,
)
