import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { callChromium } from '#web/testing/chromium.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from '../profile.css?inline'
import { performanceWith } from '../testing/profile.ts'
import type { Performance } from '../types.ts'
import { EntriesPanel } from './EntriesPanel.tsx'
import { PeriodsPanel } from './PeriodsPanel.tsx'
import { RiskPanel, TradesPanel } from './StatisticsPanels.tsx'
import { StylePanel } from './StylePanel.tsx'
import { SymbolsPanel } from './SymbolsPanel.tsx'
import { TimesPanel } from './TimesPanel.tsx'

withSheets(profileSheet)

const figures = (change: Partial<Performance['figures']>) =>
  performanceWith({ figures: { ...performanceWith().figures, ...change } })
const summary = (change: Partial<Performance['summary']>) =>
  performanceWith({ summary: { ...performanceWith().summary, ...change } })

/** The texts of a table's cells, row by row. */
function cells(host: HTMLElement, name: string): string[][] {
  const table = [...host.querySelectorAll('table')].find((one) => one.caption?.textContent === name)
  return [...(table?.tBodies[0]?.rows ?? [])].map((row) =>
    [...row.cells].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')),
  )
}

/** Terms with their values. */
function facts(host: HTMLElement): Record<string, string> {
  const rows = [...host.querySelectorAll('dl > div')]
  const text = (row: Element, name: string) => row.querySelector(name)?.textContent.replaceAll('\u00a0', ' ') ?? ''
  return Object.fromEntries(rows.map((row) => [text(row, 'dt'), text(row, 'dd')]))
}

const symbol = (name: string, profit: number, share: number | null) => ({
  symbol: name,
  trades: 40,
  win_rate: 62.5,
  profit,
  share,
})

test.each([
  ['the only symbol', [symbol('XAUUSD', -50, null)], 'Concentrato su XAUUSD.'],
  ['most of the gains', [symbol('EURUSD', 20, 20), symbol('XAUUSD', 80, 80)], 'Concentrato su XAUUSD.'],
  ['gains of two', [symbol('EURUSD', 40, 40), symbol('XAUUSD', 60, 60)], null],
  ['most of the gains of an account that lost', [symbol('XAUUSD', 80, 100), symbol('EURUSD', -90, -112.5)], null],
])('symbols: a warning of concentration, or none: %s', (_, symbols, warning) => {
  const host = mount(<SymbolsPanel performance={performanceWith({ symbols })} />)
  const found = () => /Concentrato su \w+\./.exec(host.textContent)?.[0] ?? null
  return expect.poll(() => [host.textContent.includes('XAUUSD'), found()]).toEqual([true, warning])
})

test('symbols: a bar for each share, red where it lost; more than six wait behind a button', async () => {
  const many = Array.from({ length: 9 }, (_, index) => symbol(`S${index}`, 10 - 2 * index, 50 - 10 * index))
  const host = mount(<SymbolsPanel performance={performanceWith({ symbols: many })} />)
  const shown = () => [...host.querySelectorAll<HTMLElement>('tbody tr')].filter((row) => row.offsetParent !== null)
  await expect.poll(() => shown().length).toBe(6)
  expect(cells(host, 'Risultati per simbolo')[7]).toEqual(['S7', '−20%', '4063% in profitto', '−4,00 $'])
  expect(host.querySelectorAll('rect.fill-gain, rect.fill-loss')).toHaveLength(9)
  await userEvent.click(page.getByRole('button', { name: 'Mostra tutti (9)' }))
  expect(shown()).toHaveLength(9)
  expect(shown()[7]?.querySelector('rect.fill-loss')?.getAttribute('width')).toBe('20%')
})

test('times: weekdays and hours are a drawing with its tables behind it, by keyboard too', async () => {
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const trades = weekday === 1 ? 40 : 0
    return { weekday, trades, win_rate: trades === 0 ? null : 62.5, profit: trades === 0 ? 0 : -75.5 }
  })
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const trades = hour === 9 ? 40 : 0
    return { hour, trades, win_rate: trades === 0 ? null : 62.5, profit: trades === 0 ? 0 : -75.5 }
  })
  const host = mount(<TimesPanel performance={performanceWith({ weekdays, hours })} />)
  await expect.element(page.getByRole('img', { name: /^Risultato per giorno della settimana e ora/ })).toBeVisible()
  expect(page.getByRole('table', { name: 'Risultati per ora' }).elements()).toHaveLength(0)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('table', { name: 'Risultati per ora' })).toBeVisible()
  expect(cells(host, 'Risultati per ora')).toEqual([['09:00', '40', '62,5%', '−75,50 $']])
  expect(cells(host, 'Risultati per giorno della settimana').slice(0, 2)).toEqual([
    ['Lunedì', '40', '62,5%', '−75,50 $'],
    ['Martedì', '0', '–', '–'],
  ])
})

const middle = (box: DOMRect) => box.top + box.height / 2

test.each([360, 768, 1440])('times: at %i px the name of each weekday stands beside its row', async (width) => {
  await page.viewport(width, 800)
  const hours = [{ hour: 9, trades: 40, win_rate: 62.5, profit: -75.5 }]
  const host = mount(<TimesPanel performance={performanceWith({ hours })} />)
  const drawing = page.getByRole('img', { name: /^Risultato per giorno della settimana e ora/ })
  await expect.element(drawing).toBeVisible()
  const map = drawing.element().getBoundingClientRect()
  const names = [...host.querySelectorAll('[aria-hidden] > span')].filter((name) => /^[A-Z]/.test(name.textContent))
  expect(names.map((name) => name.textContent)).toEqual(['Lun', 'Mar', 'Mer', 'Gio', 'Ven', 'Sab', 'Dom'])
  for (const [index, name] of names.entries()) {
    const row = map.top + ((index + 0.5) * map.height) / 7
    expect(Math.abs(middle(name.getBoundingClientRect()) - row)).toBeLessThan(1.5)
  }
})

test('symbols: a pair stands in one line on a phone', async () => {
  await page.viewport(360, 800)
  const names = ['EURGBP', 'XAUUSD', 'GBPUSD.m']
  const symbols = names.map((name) => symbol(name, -12_345.67, -33.3))
  const host = mount(<SymbolsPanel performance={performanceWith({ symbols })} />)
  await expect.element(page.getByText('EURGBP')).toBeVisible()
  const lines = [...host.querySelectorAll('tbody th > span')].map((name) => {
    const range = document.createRange()
    range.selectNodeContents(name)
    return range.getClientRects().length
  })
  expect(lines).toEqual([1, 1, 1])
  expect(host.scrollWidth).toBeLessThanOrEqual(360)
})

test('style: sentences, long against short, and how long winners and losers are held', async () => {
  const host = mount(<StylePanel performance={performanceWith()} />)
  await expect.element(page.getByText('Il conto non ha mai perso più del 10% dal suo massimo.')).toBeVisible()
  expect(cells(host, 'Risultati degli acquisti e delle vendite')).toEqual([
    ['Acquisti (long)', '697', '72,1%', '+22.000,00 $'],
    ['Vendite (short)', '587', '70,5%', '+9.265,40 $'],
  ])
  expect(facts(host)).toMatchObject({
    'Durata media di chi guadagna': '4 h 40 min',
    'Durata media di chi perde': '6 h 10 min',
    'Tempo con posizioni aperte': '38,2%',
  })
})

test('periods: the deepest and the longest fall with their recovery, and the extremes with their dates', async () => {
  const fall = { peak_day: '2026-10-01', low_day: '2026-11-10', recovered_day: null, depth: 3.2, days: 50 }
  const { deepest } = performanceWith().figures.falls ?? { deepest: fall }
  const host = mount(<PeriodsPanel performance={figures({ falls: { deepest, longest: fall } })} />)
  await expect.element(page.getByText('Drawdown più profondo')).toBeVisible()
  expect(facts(host)).toEqual({
    'Drawdown più profondo': '−8,45%il 04/05/2026, recuperato il 18/06/2026',
    'Drawdown più lungo': '50 giorni−3,20%, dal massimo del 01/10/2026, non ancora recuperato',
  })
  expect(cells(host, 'Giorno, settimana e mese migliori e peggiori')).toEqual([
    ['Giorno', '+3,10%02/03/2026', '−2,40%04/05/2026'],
    ['Settimana', '+5,20%dal 02/03/2026', '−4,80%dal 04/05/2026'],
    ['Mese', '+11,40%mar 2026', '−5,00%mag 2026'],
  ])
})

test('periods: an account that never fell, and one without a day', async () => {
  const host = mount(<PeriodsPanel performance={figures({ falls: null })} />)
  await expect.element(page.getByText('Il conto non è mai sceso sotto il suo massimo.')).toBeVisible()
  host.remove()
  mount(<PeriodsPanel performance={figures({ falls: null, extremes: null })} />)
  await expect.element(page.getByText('La tavola si riempie dal primo giorno di dati.')).toBeVisible()
})

test('entries: worst, median and losing share after 30 and 90 days; a young account says what is missing', async () => {
  const host = mount(<EntriesPanel performance={performanceWith()} />)
  await expect.element(page.getByText('592 ingressi')).toBeVisible()
  expect(cells(host, 'Risultato di chi entrava in un giorno qualsiasi')).toEqual([
    ['30 giorni592 ingressi', '−6,1%', '+2,9%', '21%'],
    ['90 giorni532 ingressi', '−3,2%', '+8,7%', '6%'],
  ])
  host.remove()
  mount(<EntriesPanel performance={figures({ entries: [], days: 1 })} />)
  await expect.element(page.getByText('Servono almeno 30 giorni di storico. Finora: 1 giorno.')).toBeVisible()
})

const statistics = (performance: Performance) => (
  <>
    <TradesPanel performance={performance} />
    <RiskPanel performance={performance} />
  </>
)

test('statistics: each plate names the data that it rests on, each figure of art its definition', async () => {
  const host = mount(statistics(performanceWith()))
  await expect.element(page.getByText('su 1.284 operazioni')).toBeVisible()
  await expect.element(page.getByText('su 621 giorni')).toBeVisible()
  for (const name of [
    'Profit factor',
    'Risultato medio per operazione',
    'Drawdown Max',
    'Rischio a 90 giorni',
    'Fattore di recupero',
    'Sharpe',
  ])
    await expect.element(page.getByRole('button', { name })).toBeVisible()
  expect(facts(host)).toMatchObject({
    Versamenti: '3 · 12.500,00 $',
    Prelievi: '7 · 4.310,25 $',
    Sharpe: '2,14',
    'Rischio a 90 giorni': 'Basso',
  })
  ;(page.getByRole('button', { name: 'Sharpe' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Il rendimento giornaliero medio/)
})

test('statistics: hidden amounts leave counts and ratios', async () => {
  const hidden = { expectancy: null, average_win: null, average_loss: null, best_trade: null, worst_trade: null }
  const payments = { deposits: { count: 3, amount: null }, withdrawals: { count: 0, amount: null } }
  const host = mount(statistics(summary({ ...hidden, ...payments })))
  await expect.poll(() => facts(host)['Versamenti']).toBe('3')
  expect(facts(host)).toMatchObject({ 'Profit factor': '1,84', 'Guadagno medio': 'N/A', Prelievi: '0' })
})

const emulate = (media: 'print' | '') => callChromium('Emulation.setEmulatedMedia', { media })

test('paper has the tables behind the drawings, and every symbol', async () => {
  const many = Array.from({ length: 9 }, (_, index) => symbol(`S${index}`, 10, 11))
  const hours = [{ hour: 9, trades: 40, win_rate: 62.5, profit: -75.5 }]
  const host = mount(
    <>
      <SymbolsPanel performance={performanceWith({ symbols: many })} />
      <TimesPanel performance={performanceWith({ hours })} />
    </>,
  )
  await expect.element(page.getByText('Ora per ora')).toBeVisible()
  const head = (name: string) => [...host.querySelectorAll('th')].find((cell) => cell.textContent === name)
  const visible = () => ['S8', '09:00'].map((name) => head(name)?.checkVisibility())
  expect(visible()).toEqual([false, false])
  await emulate('print')
  try {
    await expect.poll(visible).toEqual([true, true])
    expect(page.getByRole('button', { name: /Mostra tutti/ }).elements()).toHaveLength(0)
  } finally {
    await emulate('')
  }
})
