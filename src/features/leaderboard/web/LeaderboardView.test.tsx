import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { tagsOf } from '../tags.ts'
import { LeaderboardView } from './LeaderboardView.tsx'
import { aList, anEntry, someStats } from './testing/answers.ts'
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
  await page.getByRole('button', { name: 'Filtri' }).click()
  await select('Piattaforma').selectOptions('MT5')
  await expect.poll(address).toBe('/?platform=MT5')
  await expect.poll(() => requested.at(-1)).toBe('?platform=MT5&limit=50')
  await expect.element(select('Piattaforma')).toHaveValue('MT5')
  await expect.element(page.getByRole('button', { name: 'Filtri (1)' })).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('button', { name: 'Mostra 120 trader' })).toBeVisible()
})

test('going back restores the filter that was chosen before', async () => {
  open('/')
  await page.getByRole('button', { name: 'Filtri' }).click()
  await select('Rischio (ultimi 90 giorni)').selectOptions('low')
  await select('Ordina per').selectOptions('win_rate')
  await expect.poll(address).toBe('/?risk_level=low&sort_by=win_rate')
  window.history.back()
  await expect.poll(address).toBe('/?risk_level=low')
  await expect.element(select('Ordina per')).toHaveValue('rank')
  await expect.element(select('Rischio (ultimi 90 giorni)')).toHaveValue('low')
})

test('typing a name sends one debounced request, keeps the focus and adds no step to the history', async () => {
  open('/')
  const box = page.getByRole('searchbox', { name: 'Cerca un trader' })
  await expect.element(box).toBeVisible()
  const steps = window.history.length
  await box.click()
  // In one task: between two keys of the driver a busy machine can take longer than the delay.
  for (const letter of 'rossi') document.execCommand('insertText', false, letter)
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
  expect(rows.at(-1)?.textContent).toContain('MT5 Demo · Connesso')
  await expect.element(page.getByRole('columnheader', { name: /^Posizione/ })).toHaveAttribute('aria-sort', 'ascending')
})

test('another order has no groups, names its column and shows the return it sorts by', async () => {
  open('/?sort_by=roi_30')
  const head = page.getByRole('columnheader', { name: /^ROI 30 giorni/ })
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  expect(page.getByText('Podio').elements()).toEqual([])
  await expect.element(page.getByRole('row', { name: /^#1 / }).getByText(/^\+4,50%/)).toBeVisible()
})

test('the name is the link of the row, and covers it', async () => {
  open('/')
  const link = page.getByRole('link', { name: 'Trader 4', exact: true })
  await expect.element(link).toHaveAttribute('href', '/trader/trader-4')
  link.element().scrollIntoView({ block: 'center' })
  const row = () => link.element().closest('tr')?.getBoundingClientRect() ?? new DOMRect()
  const hit = () => document.elementFromPoint(row().right - 40, row().top + row().height / 2)
  await expect.poll(hit).toBe(link.element())
})

test('when no trader matches the filters, the screen says which one to take away', async () => {
  const less = { symbol: 3, q: 2 } as const
  const none = { ...aList(0), one_less: (['symbol', 'q'] as const).map((filter) => ({ filter, total: less[filter] })) }
  answer = (query) => ({ status: 200, body: query.has('symbol') ? none : aList(3) })
  open('/?q=zzz&platform=MT4&symbol=EURUSD')
  await expect.element(page.getByRole('heading', { name: 'Nessun trader con questi filtri' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Togli «Ricerca di zzz»: 2 trader' })).toBeVisible()
  await page.getByRole('link', { name: 'Togli «Simbolo EURUSD»: 3 trader' }).click()
  await expect.poll(address).toBe('/?q=zzz&platform=MT4')
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

test('at 320 px nothing scrolls sideways, and the head names the figures of all rows', async () => {
  await page.viewport(320, 800)
  open('/')
  const row = page.getByRole('row', { name: /^#1 / })
  await expect.element(row.getByText('−8,45%')).toBeVisible()
  const left = (element: Element | null | undefined) => Math.round(element?.getBoundingClientRect().left ?? -1)
  for (const cell of ['roi', 'drawdown', 'days', 'win']) {
    const cells = [...document.querySelectorAll(`.board .${cell}`)]
    expect(new Set(cells.map(left)).size).toBe(1)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('a hold comes before every other reason, and no level mark stands beside it', async () => {
  const held = anEntry(null, { verification_level: 'L2', not_ranked_reasons: ['stale', 'under_review'] })
  answer = () => ({ status: 200, body: { ...aList(1), leaderboard: [anEntry(1), held] } })
  open('/')
  await expect.element(page.getByText('Escluso: segnalazione in verifica')).toBeVisible()
  expect(page.getByText('Nessuna sincronizzazione da 72 ore').elements()).toHaveLength(0)
  const marks = [...document.querySelectorAll('tbody .who')].map((row) => row.querySelector('.level')?.textContent)
  expect(marks).toEqual(['L1', undefined])
})

test('the method box explains each level by the word that the rows use', async () => {
  const entries = (['L1', 'L2', 'L3'] as const).map((level, index) => anEntry(index + 1, { verification_level: level }))
  answer = () => ({ status: 200, body: { ...aList(3), leaderboard: entries } })
  open('/')
  await expect.element(page.getByText('Come viene calcolata la classifica?')).toBeVisible()
  await page.getByText('Come viene calcolata la classifica?').click()
  await expect.element(page.getByRole('heading', { name: 'Equity, 10%' })).toBeVisible()
  const marks = [...document.querySelectorAll<HTMLElement>('tbody .who .level')]
  expect(marks.map(({ textContent }) => textContent)).toEqual(['L1', 'L2', 'L3'])
  for (const { textContent, title } of marks) {
    await expect.element(page.getByRole('heading', { name: `${textContent}, ${title}` })).toBeVisible()
  }
})

test('an account that imports is not called demo', async () => {
  const importing = anEntry(null, { is_ea_verified: false, not_ranked_reasons: ['not_verified'] })
  answer = () => ({ status: 200, body: { ...aList(1), leaderboard: [importing] } })
  open('/')
  await expect.element(page.getByText(/^In importazione/)).toBeVisible()
  expect(page.getByText(/ Demo/).elements()).toHaveLength(0)
})

test('a row shows its tags, the most serious first, and at most two of them', async () => {
  const tags = tagsOf({ flags: ['cent_account', 'small_account', 'deep_drawdown', 'blown_account'] })
  answer = () => ({ status: 200, body: { ...aList(1), leaderboard: [anEntry(1, { tags })] } })
  open('/')
  await expect.element(page.getByText('Bruciato')).toBeVisible()
  expect([...document.querySelectorAll('tbody .tag')].map((tag) => tag.textContent)).toEqual([
    'Bruciato',
    'Drawdown profondo',
  ])
  await expect.element(page.getByText('+2')).toHaveAttribute('title', 'Conto in centesimi, Conto piccolo')
})

test('amounts are in euro, with the own currency below; an account in euro and one without a rate show one amount', async () => {
  const list = [
    anEntry(1, { total_profit: 1000, euro_rate: 0.9 }),
    anEntry(2, { total_profit: 1000, account_currency: 'EUR', euro_rate: 1 }),
    anEntry(3, { total_profit: 1000, account_currency: 'XYZ', euro_rate: null }),
  ]
  answer = () => ({ status: 200, body: { ...aList(3), leaderboard: list } })
  open('/')
  await expect.element(page.getByRole('row', { name: /^#3 / })).toBeVisible()
  expect([...document.querySelectorAll('tbody .profit')].map((cell) => cell.textContent)).toEqual([
    '+900,00\u00a0€\n+1.000,00\u00a0$',
    '+1.000,00\u00a0€',
    '+1.000,00\u00a0XYZ',
  ])
})

test('the head of a sorted column turns the order round', async () => {
  open('/?sort_by=drawdown')
  const head = page.getByRole('columnheader', { name: /^Drawdown Max/ })
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('link').click()
  await expect.poll(address).toBe('/?sort_by=drawdown&order=desc')
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => requested.at(-1)).toBe('?sort_by=drawdown&order=desc&limit=50')
})

test('another order moves the rows and draws none again', async () => {
  const list = aList(12)
  answer = (query) => ({
    status: 200,
    body: query.has('sort_by') ? { ...list, leaderboard: list.leaderboard.toReversed() } : list,
  })
  open('/')
  const row = page.getByRole('row', { name: /^#7 / })
  await expect.element(row).toBeVisible()
  const before = row.element()
  await select('Ordina per').selectOptions('days')
  await expect.poll(() => document.querySelector('tbody .rank')?.textContent).toBe('#12')
  expect(row.element()).toBe(before)
})

test('no key of one character does anything: a voice or a slip would press it (WCAG 2.1.4)', async () => {
  open('/')
  await expect.element(page.getByRole('searchbox', { name: 'Cerca un trader' })).toBeVisible()
  const focused = document.activeElement
  for (const key of ['/', 'j', 'k', '?']) await userEvent.keyboard(key)
  expect(document.activeElement).toBe(focused)
  expect(address()).toBe('/')
})

test('ready-made lists join the filters, say which are chosen, and leave again', async () => {
  open('/?platform=MT5')
  const list = page.getByRole('link', { name: 'Costanti: almeno 3 mesi, nessuno sotto −5%' })
  await list.click()
  await expect.poll(address).toBe('/?platform=MT5&months_min=3&month_loss_max=5')
  await expect.element(list).toHaveAttribute('aria-current', 'true')
  await list.click()
  await expect.poll(address).toBe('/?platform=MT5')
})

test('a typed threshold goes into the address, and the whole panel works by keys', async () => {
  open('/?sort_by=days')
  const button = page.getByRole('button', { name: 'Filtri' })
  await expect.element(button).toBeVisible()
  button.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('spinbutton', { name: 'Storico: almeno (mesi)' })).toHaveFocus()
  await userEvent.keyboard('12')
  await expect.poll(address).toBe('/?months_min=12&sort_by=days')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('form', { name: 'Filtra la classifica' })).not.toBeInTheDocument()
})
