import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page, Route } from '@playwright/test'
import { performanceWith, scoreWith, traderWith, witnessed } from '../src/features/traders/web/testing/profile.ts'
import { expect, expectEveryLook, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'

/** A profile in each of its states. The answers are given by hand: no journey makes a history of two years. */

const calls = '**/api/trader/marta.ferrero'
type Answer = (route: Route) => Promise<void>
const answered =
  (json: object): Answer =>
  (route) =>
    route.fulfill({ json })
const refused: Answer = (route) =>
  route.fulfill({ status: 503, json: { detail: 'Servizio momentaneamente non disponibile. Riprova tra poco.' } })
const unanswered: Answer = () => new Promise(() => undefined)

const blown = {
  ...performanceWith().figures,
  alert: { tone: 'danger' as const, lead: 'Ha perso il 76,5% dal massimo, il 25/09/2026.', text: 'Dall’inizio: −32%.' },
}
const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, trades: 4, win_rate: 50, profit: hour - 12 }))
const full = performanceWith({ score: scoreWith(), figures: blown, hours })

/** Comes from the ranking, so that the browser asks for the answers. */
async function open(page: Page, trader: Answer, performance: Answer, query = ''): Promise<void> {
  await page.route(calls, trader)
  await page.route(`${calls}/performance`, performance)
  await page.goto('/')
  const link = page.getByRole('navigation').first().getByRole('link', { name: 'Vetrine Trader', exact: true })
  await link.evaluate((element, to) => element.setAttribute('href', to), `/trader/marta.ferrero${query}`)
  await link.click()
}

test.describe('while something is missing', () => {
  test.use({ refusals: /503/ })
  for (const [state, trader, performance, sentence] of [
    ['loading', unanswered, unanswered, 'Caricamento profilo...'],
    ['refused', refused, refused, 'Servizio momentaneamente non disponibile.'],
    ['without its figures', answered(traderWith()), refused, 'Grafici e tavole non disponibili.'],
    [
      'before the first sync',
      answered(traderWith({ platform: null, rank: null })),
      answered(
        performanceWith({ daily: [], monthly: [], symbols: [], figures: { ...blown, alert: null, entries: [] } }),
      ),
      'Ancora nessun dato.',
    ],
  ] as const) {
    test(`a profile that is ${state} says so`, async ({ page }) => {
      await open(page, trader, performance)
      await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 15_000 })
      await expectEveryLook(page, [1440, 360])
    })
  }
})

test('a full profile with everything open passes in every look; a hand-made address shows everything', async ({
  page,
}) => {
  await open(page, answered(traderWith()), answered(full), '?serie=altro&periodo=sempre&scala=9&window=-1')
  await expect(page.getByText('Ha perso il 76,5% dal massimo, il 25/09/2026.')).toBeVisible()
  await expect(page.getByText(/L’indirizzo indica un periodo senza giorni/)).toBeVisible()
  await page.mouse.wheel(0, 1)
  await expect(page.locator('figure canvas').first()).toBeAttached()
  await page.getByRole('button', { name: 'Vedi i dati' }).click()
  await page.getByText('Ora per ora').click()
  await page.getByText('I giorni di ogni mese').click()
  await page.getByText('Non verificato', { exact: true }).click()
  await expectEveryLook(page)
  await page.getByRole('button', { name: 'Scegli le date' }).click()
  await tabTo(page, 'Sharpe', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectEveryLook(page, [360])
})

test.describe('an address that names nobody', () => {
  test.use({ refusals: /404/ })
  for (const [address, title] of [
    ['/trader/nessuno', 'Trader non trovato'],
    ['/trader/%00', 'Pagina non trovata'],
    [`/trader/${'a'.repeat(300)}`, 'Pagina non trovata'],
  ] as const) {
    test(`says so, and the page stays as the server drew it: ${address.slice(0, 20)}`, async ({ page }) => {
      await page.goto(address, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  }
})

test('on paper a profile is light, its charts are drawn, and the tables behind them stand open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, answered(traderWith()), answered(full))
  await page.mouse.wheel(0, 1)
  await expect(page.locator('figure canvas').first()).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const figure = page.getByRole('figure', { name: /^Crescita dal/ })
  await expect(figure.locator('canvas').first()).toBeHidden()
  const line = figure.locator('path[class*="chart-line"]').first()
  await expect(line).toBeVisible()
  expect(await line.evaluate((path) => getComputedStyle(path).stroke)).toBe('rgb(27, 61, 88)')
  await expect(page.getByRole('table', { name: 'Risultati per ora' })).toBeVisible()
  for (const name of ['Vedi i dati', 'Scegli le date']) await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('slider', { name: 'Giorno del calendario' })).toBeHidden()
})

test('a profile of three years takes six pages of paper at most', async ({ page }) => {
  const daily = Array.from({ length: 1_000 }, (_, index) => witnessed(index, index / 20))
  const months = [...new Set(daily.map(({ date }) => date.slice(0, 7)))].map((month) => ({ month, roi: 1.5 }))
  const symbols = Array.from({ length: 8 }, (_, index) => ({
    symbol: `SYM${index}`,
    trades: 40,
    win_rate: 60,
    profit: 100,
    share: 12.5,
  }))
  await open(page, answered(traderWith()), answered({ ...full, daily, monthly: months, symbols }))
  await expect(page.getByText('Tavola 12')).toBeVisible()
  const paper = await PDFDocument.load(await page.pdf({ format: 'A4' }))
  expect(paper.getPageCount()).toBeLessThanOrEqual(6)
})
