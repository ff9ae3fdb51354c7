import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LeaderboardView } from './LeaderboardView.tsx'
import { aList, someStats } from './testing/answers.ts'
import { openApp } from '#web/testing/open-app.tsx'
import '#web/styles/app.css'

type Answer = { status: number; body: unknown }

const views = [
  {
    name: 'leaderboard',
    access: 'public',
    nav: 'Classifica',
    module: {
      screen: LeaderboardView,
      head: () => ({ title: 'Classifica TopTrader', description: '', canonical: '/' }),
    },
  },
] as const

let requested: string[]
/** The list's answer to a query. */
let answer: (query: URLSearchParams) => Answer

beforeEach(async () => {
  requested = []
  answer = () => ({ status: 200, body: aList(50, 120) })
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (url.pathname === '/api/fresh/stats') return Response.json(someStats)
    requested.push(url.search)
    const { status, body } = answer(url.searchParams)
    return Response.json(body, { status })
  })
  await page.viewport(1440, 900)
})

afterEach(() => vi.restoreAllMocks())

const open = (address: string) => openApp(address, views)

const select = (label: string) => page.getByRole('combobox', { name: label })

test('a column that is taken out stays out on this device, unless the rows are sorted by it', async () => {
  open('/')
  await page.getByRole('button', { name: 'Colonne' }).click()
  await page.getByRole('checkbox', { name: 'Storico' }).click()
  const column = () => getComputedStyle(document.querySelector('tbody .days') ?? document.body).display
  await expect.poll(column).toBe('none')
  await select('Ordina per').selectOptions('days')
  await expect.poll(column).not.toBe('none')
  expect(localStorage.getItem('board-hidden-columns')).toBe('no-days')
  localStorage.removeItem('board-hidden-columns')
})

test('a hand-made address says what is ignored, and shows the rest', async () => {
  open('/?risk_level=none&drawdown_max=300&platform=MT5')
  await expect.element(page.getByText('risk_level=none, drawdown_max=300', { exact: false })).toBeVisible()
  await expect.poll(() => requested.at(-1)).toBe('?platform=MT5&limit=50')
})

test('the first in rank order shows what the return cost, also below zero', async () => {
  open('/')
  await expect.element(page.getByText(/Drawdown −8,45% · 420 giorni/)).toBeVisible()
  await expect.element(page.getByText('Primo in classifica')).toBeVisible()
  expect(document.body.textContent).not.toContain('Miglior trader')
})
