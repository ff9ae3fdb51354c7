import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from '../profile.css?inline'
import { importedDay, performanceWith, witnessed } from '../testing/profile.ts'
import type { DailyPoint } from '../types.ts'
import { ChartPanel } from './ChartPanel.tsx'

withSheets(profileSheet)

const search = () => new URLSearchParams(window.location.search)
const figure = (name: string | RegExp) => page.getByRole('figure', { name })
const days = page.getByRole('application')
const silent = { from: '2026-01-05', to: '2026-01-09' }

/** Uses the page: the library comes then. @param query of the address */
async function show(daily: DailyPoint[] = performanceWith().daily, query = '', width = 1280) {
  await page.viewport(width, 900)
  window.history.replaceState({}, '', `${window.location.pathname}?${query}`)
  const host = mount(<ChartPanel performance={performanceWith({ daily, gaps: [silent] })} plate="Tavola 1" />)
  window.dispatchEvent(new Event('wheel'))
  await expect.poll(() => host.querySelector('figure canvas'), { timeout: 10_000 }).not.toBeNull()
  return host
}

/** Ten days: a deposit on the fourth, and the silent ones before the last. */
const eventful = [
  witnessed(0, 0),
  witnessed(1, 2),
  witnessed(2, -6, -7.84),
  { ...witnessed(3, -5, -6.86), net_flow: 3_000 },
  witnessed(9, 1, -0.98),
]

test('the switches change series and period, the address keeps both, and the label says the result', async () => {
  await show()
  await expect.element(figure('Crescita dal 01/01/2026 al 10/02/2026: +21,00%.')).toBeVisible()
  await userEvent.click(page.getByRole('radio', { name: '30 g' }))
  await expect.element(figure('Crescita dal 10/02/2026 al 10/02/2026: +15,24%.')).toBeVisible()
  expect(search().get('periodo')).toBe('30')
  await userEvent.click(page.getByRole('radio', { name: 'Tutto' }))
  await userEvent.click(page.getByRole('radio', { name: 'Balance ed equity' }))
  await expect
    .element(
      figure('Balance ed equity dal 30/12/2025 al 10/02/2026: Equity 12.110,00\u00a0$, Balance 12.100,00\u00a0$.'),
    )
    .toBeVisible()
  expect(Object.fromEntries(search())).toEqual({ serie: 'balance' })
  await userEvent.click(page.getByRole('radio', { name: 'Drawdown' }))
  await expect.poll(() => page.getByRole('figure').elements()).toHaveLength(1)
})

test('the address decides what is shown first; a period that is none shows everything and says so', async () => {
  const host = await show(eventful, 'serie=drawdown&periodo=2026-01-02..2026-01-04')
  await expect.element(figure(/^Drawdown dal 02\/01\/2026 al 04\/01\/2026/)).toBeVisible()
  host.remove()
  await show(eventful, 'periodo=2026-13-45..x')
  await expect.element(figure(/^Crescita dal 01\/01\/2026 al 10\/01\/2026/)).toBeVisible()
  await expect.element(page.getByText(/L’indirizzo indica un periodo senza giorni/)).toBeVisible()
})

test('the drawdown is announced by its deepest day, not by its last', async () => {
  await show(eventful)
  await expect
    .element(figure('Drawdown dal 01/01/2026 al 10/01/2026: minimo −7,84%, il 03/01/2026; alla fine −0,98%.'))
    .toBeVisible()
  await expect.element(page.getByText('−7,84%, 03/01/2026')).toBeVisible()
})

test('payments, silent days and the start of monitoring are marked, each with its word', async () => {
  const host = await show([importedDay(-3, 9_000), ...eventful], 'serie=balance')
  await expect.element(page.getByText('Inizio del monitoraggio, 01/01/2026')).toBeVisible()
  await expect.element(page.getByText('+3.000,00\u00a0$')).toBeVisible()
  for (const word of ['Versamento', 'Nessun dato dal terminale', 'Storico importato', 'Perdita aperta'])
    await expect.element(page.getByText(word, { exact: true })).toBeVisible()
  const [gap] = host.querySelectorAll('figure rect')
  // 13 days on the axis, the silent ones from the eighth on.
  expect(Number.parseFloat(gap?.getAttribute('x') ?? '')).toBeCloseTo(700 / 13, 1)
  expect(Number.parseFloat(gap?.getAttribute('width') ?? '')).toBeCloseTo(500 / 13, 1)
  await expect
    .element(page.getByText(/Dall’inizio del monitoraggio: versati 12\.500,00.\$ in 3 volte, prelevati 4\.310/))
    .toBeVisible()
})

test.each([2, 20, 50, 62, 75, 97])('on a phone every name stays inside its plot, at day %i of 100', async (percent) => {
  // A hundred days, of which all marks stand on one.
  const before = Array.from({ length: percent }, (_, index) => importedDay(index - percent, 9_000 + index))
  const after = Array.from({ length: 99 - percent }, (_, index) => witnessed(index + 1, -1, -1))
  const deepest = { ...witnessed(1, -76.5, -76.5), net_flow: 123_456.78 }
  const host = await show([...before, witnessed(0, 0), deepest, ...after.slice(1)], 'serie=balance', 390)
  const names = [...host.querySelectorAll<SVGElement>('figure .plot-area text')]
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Inizio del monitoraggio, 01/01/2026',
    '+123.456,78\u00a0$',
    '−76,50%, 02/01/2026',
  ])
  for (const name of names) {
    const [box, plot] = [name.getBoundingClientRect(), name.closest('.plot-area')!.getBoundingClientRect()]
    expect(box.left).toBeGreaterThanOrEqual(plot.left - 3)
    expect(box.right).toBeLessThanOrEqual(plot.right + 3)
  }
})

test.each([390, 860, 1180, 1440])('at %i px the amounts of payments do not cover each other', async (width) => {
  const daily = Array.from({ length: 100 }, (_, index) => ({
    ...witnessed(index, index),
    net_flow: index % 6 === 3 ? -123_456 - index : 0,
  }))
  const host = await show(daily, '', width)
  const boxes = [...host.querySelectorAll('figure .plot-area svg > svg > text')]
    .map((name) => name.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .toSorted((one, other) => one.left - other.left)
  expect(boxes.length).toBeGreaterThan(1)
  for (const [index, box] of boxes.entries())
    expect(boxes[index + 1]?.left ?? Infinity).toBeGreaterThanOrEqual(box.right)
})

test('marks and the drawn line agree on where days and values are', async () => {
  const host = await show(eventful)
  const [low] = host.querySelectorAll<SVGElement>('figure circle')
  const canvases = [...host.querySelectorAll('figure')].map((box) => box.querySelector('canvas'))
  const pane = canvases[1]?.getBoundingClientRect()
  const box = low?.getBoundingClientRect()
  if (pane === undefined || box === undefined) throw new Error('the drawdown has a plot and a lowest point')
  expect(box.left + box.width / 2 - pane.left).toBeCloseTo((2.5 / 10) * pane.width, -1)
  // The plot of the library is as large as the one of the marks.
  const area = low?.ownerSVGElement?.getBoundingClientRect()
  expect(Math.abs((area?.width ?? 0) - pane.width)).toBeLessThanOrEqual(2)
  expect(Math.abs((area?.height ?? 0) - pane.height)).toBeLessThanOrEqual(2)
})

test('the read-out follows the pointer in both plots and goes back to the last day', async () => {
  const host = await show(eventful)
  const readOut = () => host.querySelector('p.figures')?.textContent
  expect(readOut()).toBe('10/01/2026+1,00%Drawdown −0,98%')
  await days.hover({ position: { x: 5, y: 80 } })
  await expect.poll(readOut).toBe('01/01/20260,00%Drawdown 0,00%')
  expect(host.querySelectorAll('figure svg > line[class*="3_3"]')).toHaveLength(2)
  await userEvent.hover(page.getByRole('heading', { name: 'Andamento del conto' }))
  await expect.poll(readOut).toMatch(/^10\/01/)
})

test('keys move by day; a day is spoken once, after the last key', async () => {
  const host = await show(eventful)
  const spoken = host.querySelector('[aria-live]')
  const announced: string[] = []
  new MutationObserver(() => announced.push(spoken?.textContent ?? '')).observe(host, {
    subtree: true,
    characterData: true,
    childList: true,
  })
  days.element().focus()
  // At once: on a busy machine keys of the driver come later than a pause.
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    days.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    // React draws after the task of the press.
    await new Promise((resolve) => setTimeout(resolve))
  }
  await expect.element(page.getByText('04/01/2026', { exact: true })).toBeVisible()
  await expect
    .poll(() => spoken?.textContent)
    .toBe('04/01/2026: Crescita −5,00%, Drawdown −6,86%, Versamento +3.000,00\u00a0$')
  expect(new Set(announced.filter((text) => text !== '')).size).toBe(1)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => spoken?.textContent).toBe('05/01/2026: nessun dato')
})

test('keys choose a range, Enter opens it, Escape goes back', async () => {
  await show(eventful)
  days.element().focus()
  await userEvent.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
  await expect.poll(() => search().get('periodo')).toBe('2026-01-02..2026-01-04')
  // From 0 % before it to -5 %.
  await expect.element(figure('Crescita dal 02/01/2026 al 04/01/2026: −5,00%.')).toBeVisible()
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('application')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => search().get('periodo')).toBeNull()
})

/** Presses at the first share of the width and releases at the second. */
function drag(type: 'mouse' | 'touch', from: number, to: number) {
  const area = days.element()
  const { left, width, top } = area.getBoundingClientRect()
  // Only a real pointer can be captured.
  area.setPointerCapture = () => undefined
  const send = (name: string, share: number) =>
    area.dispatchEvent(
      new PointerEvent(name, {
        bubbles: true,
        pointerType: type,
        pointerId: 7,
        clientX: left + share * width,
        clientY: top + 50,
      }),
    )
  send('pointerdown', from)
  send('pointermove', (from + to) / 2)
  send('pointermove', to)
  return { release: () => send('pointerup', to) }
}

test('a drag opens the range under it, and a button leads back', async () => {
  await show(eventful)
  const { release } = drag('mouse', 0.15, 0.35)
  await expect.poll(() => document.querySelector('figure rect[class*="accent"]')?.getAttribute('width')).toBe('20%')
  release()
  await expect.poll(() => search().get('periodo')).toBe('2026-01-02..2026-01-04')
  await page.getByRole('button', { name: 'Torna a tutto lo storico' }).click()
  await expect.poll(() => search().get('periodo')).toBeNull()
})

test('a finger reads, and chooses a range while the dates are open', async () => {
  await show(eventful)
  drag('touch', 0.15, 0.35).release()
  await expect.element(page.getByText('04/01/2026', { exact: true })).toBeVisible()
  expect(search().get('periodo')).toBeNull()
  await page.getByRole('button', { name: 'Scegli le date' }).click()
  drag('touch', 0.15, 0.35).release()
  await expect.poll(() => search().get('periodo')).toBe('2026-01-02..2026-01-04')
})

test('a finger on a day without data reads the nearest one with data; a mouse reads the day itself', async () => {
  const host = await show(eventful)
  const readOut = () => host.querySelector('p.figures')?.textContent
  // The terminal sent nothing from 5 to 9 January.
  drag('touch', 0.52, 0.52).release()
  await expect.poll(readOut).toMatch(/^04\/01\/2026/)
  drag('touch', 0.82, 0.82).release()
  await expect.poll(readOut).toMatch(/^10\/01\/2026/)
  drag('mouse', 0.62, 0.62).release()
  await expect.poll(readOut).toBe('07/01/2026nessun dato')
})

test('two dates make a range, in either order', async () => {
  await show(eventful)
  await page.getByRole('button', { name: 'Scegli le date' }).click()
  await page.getByLabelText('Dal').fill('2026-01-04')
  await page.getByLabelText('Al', { exact: true }).fill('2026-01-02')
  await page.getByRole('button', { name: 'Mostra l’intervallo' }).click()
  await expect.poll(() => search().get('periodo')).toBe('2026-01-02..2026-01-04')
})

test('Vedi i dati opens the drawn series with the payments, newest first, imported days named', async () => {
  await show([
    importedDay(-1, 9_500),
    ...eventful.map((row, index) => (index === 0 ? { ...row, net_flow: 10_000 } : row)),
  ])
  await userEvent.click(page.getByRole('radio', { name: 'Balance ed equity' }))
  await page.getByRole('button', { name: 'Vedi i dati' }).click()
  const table = page.getByRole('region', { name: 'Dati: Balance ed equity' })
  await expect.element(table).toBeVisible()
  const rows = [...table.element().querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')),
  )
  expect(rows[0]).toEqual(['Giorno', 'Equity', 'Balance', 'Drawdown', 'Versati o prelevati'])
  expect(rows[1]).toEqual(['10/01/2026', '10.110,00 $', '10.100,00 $', '−0,98%', '–'])
  expect(rows[2]?.at(-1)).toBe('+3.000,00 $')
  expect(rows.at(-2)?.at(-1)).toBe('+10.000,00 $capitale iniziale')
  expect(rows.at(-1)?.[0]).toBe('31/12/2025 (importato)')
})

test('the logarithmic scale is a choice of the address', async () => {
  await show(eventful)
  const scale = page.getByRole('button', { name: 'Scala logaritmica' })
  await scale.click()
  await expect.element(scale).toHaveAttribute('aria-pressed', 'true')
  expect(search().get('scala')).toBe('log')
})

test('series whose amounts are hidden are not offered', async () => {
  await show(eventful.map((row) => ({ ...row, balance: null, equity: null, net_flow: null })))
  await expect.element(page.getByRole('radio', { name: 'Crescita' })).toBeVisible()
  expect(page.getByRole('radio', { name: /Balance/ }).elements()).toHaveLength(0)
})

test.each([
  ['one day', [witnessed(0, 0)]],
  ['a blown-up account', [witnessed(0, 0), witnessed(1, -100, -100), witnessed(2, -100, -100)]],
  ['negative equity', [witnessed(0, 0), { ...witnessed(1, -90, -90), balance: 1_000, equity: -4_000 }]],
  ['three years', Array.from({ length: 1_100 }, (_, index) => witnessed(index, index / 10, -(index % 9)))],
])('every series of %s is drawn, in both scales', async (_, daily) => {
  const host = await show(daily)
  for (const series of ['Balance ed equity', 'Drawdown', 'Crescita'])
    await userEvent.click(page.getByRole('radio', { name: series }))
  await page.getByRole('button', { name: 'Scala logaritmica' }).click()
  await userEvent.click(page.getByRole('radio', { name: 'Balance ed equity' }))
  await expect.element(figure(/^Balance ed equity dal/)).toBeVisible()
  expect(host.innerHTML).not.toMatch(/NaN|Infinity|undefined/)
})

test('the days before the first sync are explained with the series that draws them', async () => {
  await show()
  const note = page.getByText(/Il tratto grigio del Balance/)
  await expect.element(page.getByText(/^Crescita calcolata al netto/)).toBeVisible()
  expect(note.elements()).toHaveLength(0)
  await userEvent.click(page.getByRole('radio', { name: 'Balance ed equity' }))
  await expect.element(note).toBeVisible()
})
