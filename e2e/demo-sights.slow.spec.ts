import type { LeaderboardEntry } from '#features/leaderboard/contract.ts'
import { failing } from '../scripts/demo/sights.ts'
import { test } from './demo.ts'
import { expect } from './fixtures.ts'

interface Profile {
  flags: string[]
  copy_trading_link: string | null
}

test('each line of the demonstration’s console leads to what it says', async ({ request, demo: { printed, url } }) => {
  const read = async <T>(path: string) => (await (await request.get(path)).json()) as T
  const { leaderboard } = await read<{ leaderboard: LeaderboardEntry[] }>('/api/fresh/leaderboard?limit=100')
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
    expect((await read<Profile>(`/api/trader/${username}`)).copy_trading_link).toMatch(/^https:/)
  }

  expect(printed).toContain('Che cosa guardare:')
  const lines = [...printed.matchAll(/^ {2}- (.+?) {2,}http:\/\/[^/]+(\S*) +(.+)$/gm)].map(
    ([, who = '', path = '', see = '']) => ({ who: who.trim(), path, see }),
  )
  for (const { path } of lines) expect([path, (await request.get(`${url}${path}`)).status()]).toEqual([path, 200])
  for (const { kind, see, codes } of failing) {
    const line = lines.find((one) => one.see === see)
    expect([see, line?.path]).toEqual([see, expect.stringMatching(/^\/trader\//)])
    const { flags } = await read<Profile>(`/api${line?.path}`)
    expect([see, flags]).toEqual([see, expect.arrayContaining([...codes])])
    const { gaps } = await read<{ gaps: unknown[] }>(`/api${line?.path}/performance`)
    expect([see, gaps.length]).toEqual([see, kind === 'gaps' ? 2 : 0])
  }
})
