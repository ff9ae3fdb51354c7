import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '#web/query.ts'
import { watchLiveRegions } from '#web/testing/live-regions.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from './profile.css?inline'
import { ProfileView } from './ProfileView.tsx'
import { performanceWith, profileSeeds, traderWith } from './testing/profile.ts'

withSheets(profileSheet)

afterEach(() => vi.restoreAllMocks())

test('a refresh of a profile that changes figures alone is not announced, and moves no focus', async () => {
  const client = createQueryClient()
  let trader = traderWith()
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href)
    return Response.json(pathname.endsWith('/performance') ? performanceWith() : trader)
  })
  const host = mount(<ProfileView username="marta.ferrero" />, {
    client,
    seeds: profileSeeds(trader, performanceWith()),
  })
  const link = page.getByRole('link', { name: 'Torna alla classifica' })
  await expect.element(page.getByRole('heading', { name: 'Andamento del conto' })).toBeVisible()
  ;(link.element() as HTMLElement).focus()
  const spoken = watchLiveRegions(host)
  const moves: string[] = []
  for (const type of ['focusin', 'focusout']) host.addEventListener(type, () => moves.push(type))
  trader = traderWith({
    last_updated: '2026-11-20T15:43:00.000Z',
    performance: { account_profit: -96.5, account_profit_eur: -88.78, total_trades: 1_291, ea_sync_count: 118_205 },
  })
  await client.refetchQueries()
  await expect.element(page.getByText('1.291').first()).toBeVisible()
  expect(spoken()).toEqual([])
  expect(moves).toEqual([])
  await expect.element(link).toHaveFocus()
})
