import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LeaderboardView } from './LeaderboardView.tsx'
import { aList, anEntry, someStats } from './testing/answers.ts'
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

const address = () => window.location.pathname + window.location.search
const select = (label: string) => page.getByRole('combobox', { name: label })

test('a filter goes into the address and the request, and starts again from the first page', async () => {
  open('/?page=2')
  await expect.element(page.getByRole('table', { name: 'Classifica dei trader' })).toBeVisible()
  await select('Piattaforma').selectOptions('MT5')
  await expect.poll(address).toBe('/?platform=MT5')
  await expect.poll(() => requested.at(-1)).toBe('?platform=MT5&limit=50')
  await expect.element(select('Piattaforma')).toHaveValue('MT5')
})

test('going back restores the filter that was chosen before', async () => {
  open('/')
  await select('Livello di rischio').selectOptions('low')
  await select('Ordina per').selectOptions('win_rate')
  await expect.poll(address).toBe('/?risk_level=low&sort_by=win_rate')
  window.history.back()
  await expect.poll(address).toBe('/?risk_level=low')
  await expect.element(select('Ordina per')).toHaveValue('rank')
  await expect.element(select('Livello di rischio')).toHaveValue('low')
})

test('typing a name sends one debounced request, keeps the focus and adds no step to the history', async () => {
  open('/')
  const box = page.getByRole('searchbox', { name: 'Cerca un trader' })
  await expect.element(box).toBeVisible()
  const steps = window.history.length
  await userEvent.type(box, 'rossi')
  await expect.poll(address).toBe('/?q=rossi')
  expect(window.history.length).toBe(steps)
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue('rossi')
  expect(requested.filter((query) => query.includes('q='))).toEqual(['?q=rossi&limit=50'])
})

test('pages are links, and the current one is announced', async () => {
  open('/?platform=MT5')
  const pages = page.getByRole('navigation', { name: 'Pagine' })
  await expect
    .element(pages.getByRole('link', { name: 'Pagina 1', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByText('1–50 di 120 trader')).toBeVisible()
  await pages.getByRole('link', { name: 'Pagina successiva' }).click()
  await expect.poll(address).toBe('/?platform=MT5&page=2')
  await expect.poll(() => requested.at(-1)).toBe('?platform=MT5&limit=50&page=2')
})

test('in rank order rows stand in groups, and traders without a place come last with the reason', async () => {
  const list = aList(12)
  answer = () => ({ status: 200, body: { ...list, leaderboard: [...list.leaderboard, anEntry(null)], total: 13 } })
  open('/')
  const table = page.getByRole('table', { name: 'Classifica dei trader' })
  for (const group of [/^Podio$/, /^Top 10$/, /^Dall’11ª posizione$/, /^Fuori classifica/]) {
    await expect.element(table.getByText(group)).toBeVisible()
  }
  const rows = table.getByRole('row').elements()
  expect(rows.at(-1)?.textContent).toContain('Conto demo')
  expect(rows.at(-1)?.textContent).toContain('MT5 Demo')
  await expect.element(page.getByRole('columnheader', { name: 'Posizione' })).toHaveAttribute('aria-sort', 'ascending')
})

test('another order has no groups, names its column and shows the return it sorts by', async () => {
  open('/?sort_by=roi_30')
  const head = page.getByRole('columnheader', { name: 'ROI 30 giorni' })
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  expect(page.getByText('Podio').elements()).toEqual([])
  await expect.element(page.getByRole('row', { name: /^#1 / }).getByText('+4,50%')).toBeVisible()
})

test('the name is the link of the row, and covers it', async () => {
  open('/')
  const link = page.getByRole('link', { name: 'Trader 4', exact: true })
  await expect.element(link).toHaveAttribute('href', '/trader/trader-4')
  const row = link.element().closest('tr')?.getBoundingClientRect()
  const hit = row && document.elementFromPoint(row.right - 40, row.top + row.height / 2)
  expect(hit).toBe(link.element())
})

test('when no trader matches the filters, the screen says so and links to the whole list', async () => {
  answer = (query) => ({ status: 200, body: query.has('platform') ? aList(0) : aList(3) })
  open('/?platform=MT4')
  await expect.element(page.getByRole('heading', { name: 'Nessun trader con questi filtri' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Azzera i filtri' }).last().click()
  await expect.poll(address).toBe('/')
  await expect.element(page.getByRole('link', { name: 'Trader 1', exact: true })).toBeVisible()
})

test('a list that fails to load says why, and Riprova requests it again', async () => {
  answer = () => ({ status: 422, body: { detail: 'Controlla i dati inseriti.' } })
  open('/')
  await expect.element(page.getByRole('alert').getByText('Controlla i dati inseriti.')).toBeVisible()
  answer = () => ({ status: 200, body: aList(3) })
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByRole('link', { name: 'Trader 1', exact: true })).toBeVisible()
})

test('figures that fail to load are announced as missing', async () => {
  vi.mocked(window.fetch).mockImplementation(async () => Response.json({ detail: 'No' }, { status: 422 }))
  open('/')
  await expect.poll(() => page.getByText('N/A', { exact: true }).elements().length).toBe(4)
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})

test('loading is announced', async () => {
  answer = () => ({ status: 200, body: aList(3) })
  vi.mocked(window.fetch).mockImplementation(() => new Promise<Response>(() => undefined))
  open('/')
  await expect.element(page.getByText('Caricamento classifica...')).toBeVisible()
})

test('rows that are no longer refreshed say since when', async () => {
  answer = () => ({ status: 200, body: { ...aList(3), stale_since: '2026-11-20T15:20:00.000Z' } })
  open('/')
  await expect.element(page.getByText('Dati fermi alle 20/11/2026, 16:20.')).toBeVisible()
})

test('at 320 px nothing scrolls sideways and every figure keeps its name', async () => {
  await page.viewport(320, 800)
  open('/')
  const row = page.getByRole('row', { name: /^#1 / })
  await expect.element(row.getByText('Drawdown Max')).toBeVisible()
  await expect.element(row.getByText('−8,45%')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('a hold comes before every other reason, and no level mark stands beside it', async () => {
  const held = anEntry(null, { verification_level: 'L2', not_ranked_reasons: ['stale', 'under_review'] })
  answer = () => ({ status: 200, body: { ...aList(1), leaderboard: [anEntry(1), held] } })
  open('/')
  await expect.element(page.getByText('Fuori per una segnalazione')).toBeVisible()
  expect(page.getByText('Nessuna sincronizzazione da 72 ore').elements()).toHaveLength(0)
  const marks = [...document.querySelectorAll('.who')].map((row) => row.querySelectorAll('.level-mark').length)
  expect(marks).toEqual([1, 0])
  expect(document.querySelectorAll('.who')[1]?.textContent).not.toContain('Titolarità')
})

test('an account that imports is not called demo', async () => {
  const importing = anEntry(null, { is_ea_verified: false, not_ranked_reasons: ['not_verified'] })
  answer = () => ({ status: 200, body: { ...aList(1), leaderboard: [importing] } })
  open('/')
  await expect.element(page.getByText('In importazione')).toBeVisible()
  expect(page.getByText('Demo').elements()).toHaveLength(0)
})
