import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { watchLiveRegions } from '#web/testing/live-regions.ts'
import { openApp } from '#web/testing/open-app.tsx'
import { LeaderboardView } from './LeaderboardView.tsx'
import { aList, anEntry, someStats } from './testing/answers.ts'

const view = {
  name: 'leaderboard',
  access: 'public',
  module: { screen: LeaderboardView, head: () => ({ title: 'Classifica TopTrader', description: '', canonical: '/' }) },
} as const

let list: ReturnType<typeof aList>
let stats: typeof someStats

beforeEach(async () => {
  list = { ...aList(12, 120), leaderboard: [1, 2, 3].map((rank) => anEntry(rank, { trader_id: `id-${rank}` })) }
  stats = someStats
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href)
    return Response.json(pathname === '/api/fresh/stats' ? stats : list)
  })
  await page.viewport(1440, 900)
})

afterEach(() => vi.restoreAllMocks())

const link = () => page.getByRole('link', { name: 'Trader 2', exact: true })

/** The board with its focus on the second trader's name. */
async function open() {
  const client = openApp('/', [view])
  await expect.element(page.getByText('120 trader', { exact: true })).toBeVisible()
  ;(link().element() as HTMLElement).focus()
  const spoken = watchLiveRegions(document.body)
  const refresh = async (rows: typeof list.leaderboard) => {
    const generated_at = '2026-11-20T15:41:00.000Z'
    list = { ...list, leaderboard: rows, generated_at }
    stats = { ...stats, total_trades: 214_950, connected_traders: 130, generated_at }
    await client.refetchQueries()
  }
  return { refresh, spoken }
}

test('a refresh that changes figures alone is not announced, and moves no focus', async () => {
  const { refresh, spoken } = await open()
  const moves: string[] = []
  const note = ({ type }: Event) => moves.push(type)
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, note)
  const changed = { account_profit: 99.5, account_equity: 10_099.5, total_trades: 1_290, days_count: 121 }
  await refresh(list.leaderboard.map((row) => ({ ...row, ...changed })))
  await expect.element(page.getByRole('cell', { name: /10.099,50/ }).first()).toBeVisible()
  await expect.element(page.getByText('214.950')).toBeVisible()
  for (const type of ['focusin', 'focusout']) document.removeEventListener(type, note)
  expect(spoken()).toEqual([])
  expect(moves).toEqual([])
  await expect.element(link()).toHaveFocus()
})

test.each([
  ['rises', [2, 1, 3]],
  ['falls', [1, 3, 2]],
])('a trader who %s in a refresh keeps the focus, and nothing is announced', async (_, order) => {
  const { refresh, spoken } = await open()
  const rows = order.map((before) => list.leaderboard[before - 1]).filter((row) => row !== undefined)
  await refresh(rows.map((row, index) => ({ ...row, rank: index + 1 })))
  const names = () => [...document.querySelectorAll('.board-row a.name')].map((name) => name.textContent)
  await expect.poll(names).toEqual(order.map((before) => `Trader ${before}`))
  expect(spoken()).toEqual([])
  await expect.element(link()).toHaveFocus()
})
