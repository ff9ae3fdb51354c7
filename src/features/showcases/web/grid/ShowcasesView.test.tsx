import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { View } from '#web/view.ts'
import { aCard, aList, unknownFigures } from '../testing/showcases.ts'
import { view } from './ShowcasesView.tsx'
import { openApp } from '#web/testing/open-app.tsx'
import { withSheets } from '#web/testing/mount.tsx'
import gridSheet from './grid.css?inline'

withSheets(gridSheet)

const head = () => ({ title: '', description: '', canonical: '/' })
const views: readonly View[] = [
  { name: 'vetrine', access: 'public', module: view },
  {
    name: 'showcase',
    access: 'public',
    path: '/vetrine/:showcase_id',
    module: { screen: () => <h1>La pagina</h1>, head },
  },
]

let requests: URLSearchParams[]
let answer: (query: URLSearchParams) => Response | Promise<Response>

beforeEach(async () => {
  requests = []
  answer = () => Response.json(aList(6))
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (url.pathname !== '/api/showcases') return Response.json({ detail: 'Non qui' }, { status: 404 })
    requests.push(url.searchParams)
    return answer(url.searchParams)
  })
  await page.viewport(1440, 900)
})

afterEach(() => vi.restoreAllMocks())

const open = (address: string) => openApp(address, views)

const cards = () => [...document.querySelectorAll('.card')]

test('a card names the window of its return and shows the risk beside it', async () => {
  open('/?view=vetrine')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vetrine Diamond' })).toBeVisible()
  await expect.poll(() => cards().length).toBe(6)
  const text = cards()[0]?.textContent
  expect(text).toContain('ROI 30 giorni+4,10%90 giorni +12,34%Drawdown Max−8,45%Win rate71,4%Operazioni1.284')
  expect(text).toContain('Copy tradingSegnali TelegramReport mensile+2 altri')
  expect(text).toContain('Trader 1 @trader_1 #1')
  expect(document.querySelector('main')?.textContent).toContain(
    'I rendimenti passati non garantiscono risultati futuri',
  )
  expect(document.querySelector('main [style]')).toBeNull()
})

test('a grid of one showcase counts it in the singular', async () => {
  answer = () => Response.json(aList(1))
  open('/?view=vetrine&platform=MT5')
  await expect.element(page.getByText('1 vetrina', { exact: true })).toBeVisible()
})

test('a grid that is filtered by risk says the level and its window on each card', async () => {
  open('/?view=vetrine&risk_level=low')
  await expect.poll(() => cards().length).toBe(6)
  expect(cards()[0]?.textContent).toContain('Drawdown Max−8,45%Rischio basso · 90 giorniWin rate')
})

test('a card says where its figures come from and how far they are checked', async () => {
  const demo = aCard(1, { is_real_account: false, verification_level: 'L0' })
  answer = () => Response.json({ ...aList(2), showcases: [demo, aCard(2)] })
  open('/?view=vetrine')
  await expect.poll(() => cards().length).toBe(2)
  const origins = [...document.querySelectorAll('.card-origin')].map(({ textContent }) => textContent)
  expect(origins).toEqual(['MT5 Demo Dati non verificati', 'MT5 Real Dati sincronizzati'])
})

test('a long description is cut at a word within 150 characters; unknown figures are N/A; three services need no rest', async () => {
  const card = aCard(1, {
    description: 'parola '.repeat(60),
    performance: unknownFigures,
    current_rank: null,
    services: ['Uno due', 'Tre', 'Quattro'],
  })
  answer = () => Response.json({ ...aList(1), showcases: [card] })
  open('/?view=vetrine')
  await expect.poll(() => cards().length).toBe(1)
  const text = document.querySelector('.card-text')?.textContent ?? ''
  expect(text).toBe(`${'parola '.repeat(21).trim()}…`)
  expect(document.querySelector('.card-figures')?.textContent).toBe(
    'ROI 30 giorniN/A90 giorni N/ADrawdown MaxN/AWin rateN/AOperazioniN/A',
  )
  expect(document.querySelector('.card-services')?.textContent).toBe('Uno dueTreQuattro')
  expect(document.querySelector('.card-foot')?.textContent).toContain('Trader 1 @trader_1 Visualizza')
})

test('the return that orders the grid stands large', async () => {
  const returns = () => document.querySelector('.card-figures > div')?.textContent
  open('/?view=vetrine')
  await expect.poll(returns).toBe('ROI 30 giorni+4,10%90 giorni +12,34%')
  await page.getByRole('combobox', { name: 'Ordina per' }).selectOptions('rank')
  await expect.poll(returns).toBe('ROI 90 giorni+12,34%30 giorni +4,10%')
})

test('the whole card leads to the page, by one link alone; going back leaves the grid where it was', async () => {
  open('/?view=vetrine&sort_by=views')
  await expect.poll(() => cards().length).toBe(6)
  for (const card of cards()) expect(card.querySelectorAll('a')).toHaveLength(1)
  await userEvent.click(page.getByRole('heading', { name: 'Metodo 2' }), { force: true })
  await expect.element(page.getByRole('heading', { level: 1, name: 'La pagina' })).toBeVisible()
  expect(window.location.pathname).toBe(`/vetrine/${aCard(2).showcase_id}`)
  window.history.back()
  await expect.element(page.getByRole('heading', { name: 'Metodo 2' })).toBeVisible()
  expect(window.location.search).toBe('?view=vetrine&sort_by=views')
})

test('filters, order and search stand in the address, and request the list anew', async () => {
  open('/?view=vetrine')
  await expect.poll(() => cards().length).toBe(6)
  expect(Object.fromEntries(requests[0] ?? [])).toEqual({ limit: '24' })
  await page.getByRole('combobox', { name: 'Rischio (ultimi 90 giorni)' }).selectOptions('low')
  await expect.poll(() => window.location.search).toBe('?view=vetrine&risk_level=low')
  await page.getByRole('combobox', { name: 'Ordina per' }).selectOptions('win_rate')
  await userEvent.type(page.getByLabelText('Cerca una vetrina'), 'oro')
  await expect.poll(() => window.location.search).toBe('?view=vetrine&risk_level=low&sort_by=win_rate&q=oro')
  await expect
    .poll(() => Object.fromEntries(requests.at(-1) ?? []))
    .toEqual({ risk_level: 'low', sort_by: 'win_rate', q: 'oro', limit: '24' })
  window.history.back()
  await expect.element(page.getByRole('combobox', { name: 'Ordina per' })).toHaveValue('roi_30')
})

test('more cards follow the shown ones; the first of them has the focus, and the address holds their number', async () => {
  answer = (query) => {
    const from = query.get('cursor') === 'due' ? 24 : 0
    const showcases = Array.from({ length: from === 0 ? 24 : 6 }, (_, index) => aCard(from + index + 1))
    return Response.json({ ...aList(0, 30, from === 0 ? 'due' : null), showcases })
  }
  open('/?view=vetrine&platform=MT5')
  await expect.element(page.getByText('1–24 di 30 vetrine')).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: 'Mostra altre vetrine' }))
  await expect.poll(() => cards().length).toBe(30)
  await expect.element(page.getByText('1–30 di 30 vetrine')).toBeVisible()
  expect(window.location.search).toBe('?view=vetrine&platform=MT5&pagine=2')
  expect(document.activeElement?.closest('.card')).toBe(cards()[24])
  expect(page.getByRole('link', { name: 'Mostra altre vetrine' }).elements()).toEqual([])
})

test('a portion that fails leaves the others, and can be requested again', async () => {
  let isBroken = true
  answer = (query) => {
    if (query.has('cursor') && isBroken) return Response.json({ detail: 'Riprova tra poco.' }, { status: 503 })
    const first = { ...aList(24, 25, 'due') }
    return Response.json(query.has('cursor') ? { ...aList(0, 25), showcases: [aCard(25)] } : first)
  }
  open('/?view=vetrine&pagine=2')
  await expect.element(page.getByText('Le altre vetrine non sono arrivate.')).toBeVisible()
  expect(cards()).toHaveLength(24)
  isBroken = false
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }))
  await expect.poll(() => cards().length).toBe(25)
})

test('no result with these filters is distinguished from no showcase at all', async () => {
  answer = () => Response.json(aList(0))
  open('/?view=vetrine&risk_level=high&sort_by=views')
  await expect.element(page.getByRole('heading', { name: 'Nessuna vetrina con questi filtri' })).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: 'Azzera i filtri' }).last())
  await expect.element(page.getByRole('heading', { name: 'Ancora nessuna vetrina' })).toBeVisible()
  expect(window.location.search).toBe('?view=vetrine&sort_by=views')
})

test('says that it loads, what failed, and tries again', async () => {
  const held = Promise.withResolvers<Response>()
  answer = () => held.promise
  open('/?view=vetrine')
  await expect.element(page.getByText('Caricamento vetrine...')).toBeVisible()
  await expect.poll(() => requests.length).toBe(1)
  held.resolve(Response.json({ detail: 'Servizio non disponibile.' }, { status: 500 }))
  await expect.element(page.getByText('Errore nel caricamento delle vetrine.')).toBeVisible()
  answer = () => Response.json(aList(2))
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }))
  await expect.poll(() => cards().length).toBe(2)
})

test.each([1440, 820, 390, 320])('nothing runs over at %i px', async (width) => {
  await page.viewport(width, 900)
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(2)
  answer = () =>
    Response.json({ ...aList(1), showcases: [aCard(1, { title: long, trader_name: long, services: [long] })] })
  open('/?view=vetrine')
  await expect.poll(() => cards().length).toBe(1)
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
