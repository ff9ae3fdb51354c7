import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LeaderboardView } from './LeaderboardView.tsx'
import { aList, someStats } from './testing/answers.ts'
import { openApp } from '#web/testing/open-app.tsx'

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
  localStorage.clear()
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

test('a list that is filtered by risk says the level and its window on each row', async () => {
  open('/?risk_level=low')
  await expect.element(page.getByRole('row', { name: /^#1 .*Rischio basso · 90 giorni/ })).toBeVisible()
})

test('a list of every risk says none', async () => {
  open('/')
  await expect.element(page.getByRole('link', { name: 'Trader 1', exact: true })).toBeVisible()
  expect(page.getByText(/Rischio basso/).elements()).toEqual([])
})

test('a hand-made address says what is ignored, and shows the rest', async () => {
  open('/?risk_level=none&drawdown_max=300&platform=MT5')
  await expect.element(page.getByText('risk_level=none, drawdown_max=300', { exact: false })).toBeVisible()
  await expect.poll(() => requested.at(-1)).toBe('?platform=MT5&limit=50')
})

test('a search as long as an address allows stays within a phone where it finds nobody', async () => {
  await page.viewport(390, 844)
  answer = () => ({ status: 200, body: { ...aList(0), one_less: [{ filter: 'q', total: 3 }] } })
  open(`/?q=${'z'.repeat(100)}`)
  await expect.element(page.getByRole('heading', { name: 'Nessun trader con questi filtri' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the first in rank order shows what the return cost, also below zero', async () => {
  open('/')
  await expect.element(page.getByText(/Drawdown −8,45% · 420 giorni/)).toBeVisible()
  await expect.element(page.getByText('Primo in classifica')).toBeVisible()
  expect(document.body.textContent).not.toContain('Miglior trader')
})

const mark = (name: string) => page.getByRole('button', { name, exact: true })

test('marks of a row stay on the device, and lead to the comparison', async () => {
  open('/')
  await expect.element(mark('Confronta Trader 2')).toHaveAttribute('aria-pressed', 'false')
  await mark('Confronta Trader 2').click()
  await mark('Confronta Trader 4').click()
  await expect.element(mark('Confronta Trader 4')).toHaveAttribute('aria-pressed', 'true')
  await expect
    .element(page.getByRole('link', { name: 'Confronta (2)' }))
    .toHaveAttribute('href', '/confronta?t=trader-2,trader-4')
  await mark('Confronta Trader 2').click()
  expect(localStorage.getItem('compared-traders')).toBe('trader-4')
  await expect
    .element(page.getByRole('link', { name: 'Confronta (1)' }))
    .toHaveAttribute('href', '/confronta?t=trader-4')
})

test('who is followed has a list of their own, which the address holds', async () => {
  open('/?platform=MT5')
  await expect.element(mark('Segui Trader 3')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Seguiti/ })).not.toBeInTheDocument()
  await mark('Segui Trader 3').click()
  await mark('Segui Trader 1').click()
  const list = page.getByRole('link', { name: 'Seguiti (2)' })
  await list.click()
  await expect.poll(() => window.location.search).toBe('?platform=MT5&traders=trader-3%2Ctrader-1')
  await expect.poll(() => requested.at(-1)).toBe('?platform=MT5&traders=trader-3%2Ctrader-1&limit=50')
  await expect.element(list).toHaveAttribute('aria-current', 'true')
  await list.click()
  await expect.poll(() => window.location.search).toBe('?platform=MT5')
})

test('a row’s marks are reached by keyboard behind its name, and each has 24 px of its own at any width', async () => {
  open('/')
  await expect.element(mark('Segui Trader 1')).toBeVisible()
  const row = document.querySelector('tbody .board-row.is-podium')
  const targets = () =>
    [...(row?.querySelectorAll<HTMLElement>('.mark') ?? [])].map((one) => one.getBoundingClientRect())
  expect([...(row?.querySelectorAll('a, button') ?? [])].map((one) => one.className.split(' ')[0])).toEqual([
    'name',
    'mark',
    'mark',
  ])
  for (const width of [320, 360, 390, 640, 760, 820, 1199, 1200, 1340, 1440]) {
    await page.viewport(width, 900)
    const [first, second] = targets()
    expect(first?.width).toBeGreaterThanOrEqual(24)
    expect(first?.height).toBeGreaterThanOrEqual(24)
    expect((first?.right ?? 0) <= (second?.left ?? 0)).toBe(true)
    const box = row?.getBoundingClientRect()
    expect((second?.right ?? 0) <= (box?.right ?? 0) && (second?.bottom ?? 0) <= (box?.bottom ?? 0)).toBe(true)
  }
})

test('the notice of an empty list finds its place ready', async () => {
  answer = () => ({ status: 200, body: aList(0) })
  const heights: number[] = []
  const watch = new MutationObserver(() => {
    const panel = document.querySelector<HTMLElement>('.board-body .panel')
    if (panel !== null) heights.push(panel.offsetHeight)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  open('/?platform=MT5')
  await expect.element(page.getByRole('heading', { name: 'Nessun trader con questi filtri' })).toBeVisible()
  await expect.poll(() => heights.length).toBeGreaterThan(0)
  const panel = document.querySelector<HTMLElement>('.board-body .panel')
  watch.disconnect()
  expect(new Set([...heights, panel?.offsetHeight]).size).toBe(1)
})
