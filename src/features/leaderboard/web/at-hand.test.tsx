import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { navigate } from '#web/router.ts'
import { mount } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { leaderboardQueryOf, statsInput } from '../page.ts'
import { LeaderboardView } from './LeaderboardView.tsx'
import { aList, someStats } from './testing/answers.ts'

startAt('/')

test('sorted by an order at hand, the head is painted first, then the rows', async () => {
  const list = aList(50)
  const turned = { ...list, leaderboard: list.leaderboard.toReversed() }
  const listed = (search: string, data: typeof list) => ({
    key: 'GET /api/fresh/leaderboard',
    input: { query: leaderboardQueryOf(new URLSearchParams(search)) },
    data,
  })
  const host = mount(<LeaderboardView />, {
    seeds: [
      listed('', list),
      listed('sort_by=profit', turned),
      { key: 'GET /api/fresh/stats', input: statsInput, data: someStats },
    ],
  })
  const table = page.getByRole('table', { name: 'Classifica dei trader' })
  await expect.element(table).toBeVisible()
  const shown = () => ({
    sorted: host.querySelector('[aria-sort] a')?.textContent,
    first: host.querySelector('td.rank')?.textContent,
    isBusy: table.element().ariaBusy,
  })
  const changes: ReturnType<typeof shown>[] = []
  const observer = new MutationObserver(() => changes.push(shown()))
  observer.observe(host, { childList: true, subtree: true, attributes: true })
  navigate('/?sort_by=profit')
  await expect.poll(shown).toEqual({ sorted: 'Profitto', first: '#50', isBusy: 'false' })
  observer.disconnect()
  expect(changes[0]).toEqual({ sorted: 'Profitto', first: '#1', isBusy: 'true' })
})
