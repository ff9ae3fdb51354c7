import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { MarkButtons } from '../marks/MarkButtons.tsx'
import { ProfileActions } from '../ProfileActions.tsx'
import { traderWith as traderOnPage } from '../testing/profile.ts'
import { bestOf } from './best.ts'
import compareSheet from './compare.css?inline'
import { CompareView } from './CompareView.tsx'
import { fallsText, movesText } from './texts.ts'
import { comparisonWith, marta, pair } from './testing/comparison.ts'
import type { Comparison } from './types.ts'

withSheets(compareSheet)

const start = window.location.href
beforeEach(() => localStorage.clear())
afterEach(() => {
  localStorage.clear()
  window.history.replaceState({}, '', start)
})

function show(t: string, change: Partial<Comparison> = {}) {
  const data = comparisonWith(change)
  window.history.replaceState({}, '', `/confronta?t=${t}`)
  return mount(<CompareView />, {
    seeds: [{ key: 'GET /api/compare', input: { query: { t, window: '90' } }, data }],
  })
}

test('figures stand side by side, the best of a row has its word, and pairs have sentences with numbers', async () => {
  const host = show('marta,luca')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).element().textContent
  expect(row('Rendimento nella finestra')).toBe('Rendimento nella finestra+6,00%Il più alto−4,00%')
  expect(row('Drawdown Max')).toBe('Drawdown Max−8,00%−3,00%Il più basso')
  // Equal figures have no best.
  expect(row('Win rate')).toBe('Win rate60,0%60,0%')
  expect(row('Segnalazioni aperte')).toBe('Segnalazioni aperteNessunaBruciato')
  await expect.element(page.getByText('Si muovono quasi insieme: 0,86 su 60 giorni con movimenti.')).toBeVisible()
  await expect
    .element(page.getByRole('figure', { name: 'Crescita dal 01/09/2026 al 03/09/2026: MARTA +6,00%, LUCA −4,00%' }))
    .toBeVisible()
  const paths = [...document.querySelectorAll('path.fill-none')].map((path) => getComputedStyle(path))
  expect(new Set(paths.map(({ stroke }) => stroke)).size).toBe(2)
  expect(new Set(paths.map(({ strokeDasharray }) => strokeDasharray)).size).toBe(2)
  expect(host.querySelectorAll('[style]')).toHaveLength(0)
})

test('a name without an end stays within a phone', async () => {
  await page.viewport(390, 844)
  show('marta,x', { traders: [marta], unknown: ['x'.repeat(90)] })
  await expect.element(page.getByText('Nome sconosciuto.')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1280, 720)
})

test('two traders stand beside each other on a phone, without scrolling sideways', async () => {
  await page.viewport(390, 844)
  show('marta,luca')
  const table = page.getByRole('table', { name: 'Le cifre dei trader, una colonna per ognuno' })
  await expect.element(table).toBeVisible()
  const frame = table.element().parentElement
  expect(frame?.scrollWidth).toBe(frame?.clientWidth)
  await page.viewport(1280, 720)
})

test.each([320, 390])('the windows stand on one line at %i px', async (width) => {
  await page.viewport(width, 844)
  show('marta,luca')
  const windows = page.getByRole('navigation', { name: 'Finestra del confronto' }).getByRole('link')
  await expect.element(windows.first()).toBeVisible()
  const boxes = windows.elements().map((link) => link.getBoundingClientRect())
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(width)
  await page.viewport(1280, 720)
})

test('windows are links that keep the traders, and a trader can be taken away', async () => {
  show('marta,luca')
  await expect
    .element(page.getByRole('link', { name: '1 anno' }))
    .toHaveAttribute('href', '/confronta?t=marta,luca&window=365')
  await expect.element(page.getByRole('link', { name: '90 giorni' })).toHaveAttribute('aria-current', 'true')
  await expect.element(page.getByText(/3 giorni in comune, meno della finestra\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Togli @luca' })).toHaveAttribute('href', '/confronta?t=marta')
})

test('a name that cannot be compared is a sentence beside the rest', async () => {
  show('marta,x', {
    traders: [marta],
    unknown: ['<x>'],
    repeated: ['marta'],
    beyond: ['e'],
    pairs: [],
  })
  await expect.element(page.getByText(/nessuno si chiama «<x>»\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Cercalo in classifica' })).toHaveAttribute('href', '/?q=%3Cx%3E')
  await expect.element(page.getByText('Hai scritto due volte @marta: conta una volta sola.')).toBeVisible()
  await expect.element(page.getByText('per @e non c’è posto', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Manca il secondo trader.')).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'Profit factor' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})

test('nobody, and traders without a common day, have a sentence', async () => {
  const host = show('', { traders: [], span: null, dates: [], pairs: [] })
  await expect.element(page.getByText('Scegli due trader.')).toBeVisible()
  expect(host.querySelector('table')).toBeNull()
  show('marta,luca', { span: null, dates: [], pairs: [] })
  await expect.element(page.getByText('Nessun giorno in comune.')).toBeVisible()
})

test('marks stay on the device, at most four, and lead to the comparison', async () => {
  mountWithToasts(<ProfileActions trader={traderOnPage({ username: 'marta' })} />)
  const mark = page.getByRole('button', { name: 'Confronta', exact: true })
  await expect.element(mark).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(mark)
  await expect.element(page.getByRole('button', { name: 'Nel confronto' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('link', { name: 'Confronta (1)' })).toHaveAttribute('href', '/confronta?t=marta')
  expect(localStorage.getItem('compared-traders')).toBe('marta')
  await userEvent.click(page.getByRole('button', { name: 'Nel confronto' }))
  expect(localStorage.getItem('compared-traders')).toBe('')
  // Four in another tab.
  localStorage.setItem('compared-traders', 'a,b,c,d')
  window.dispatchEvent(new StorageEvent('storage'))
  await expect.element(page.getByRole('link', { name: 'Confronta (4)' })).toBeVisible()
  await userEvent.click(mark)
  await expect.element(page.getByText('Ne hai già segnati 4: togline uno.')).toBeVisible()
  expect(localStorage.getItem('compared-traders')).toBe('a,b,c,d')
})

test('who is followed is listed beside the comparison, and can be added or let go', async () => {
  mount(<MarkButtons username="anna" />)
  await userEvent.click(page.getByRole('button', { name: 'Segui' }))
  await expect.element(page.getByRole('button', { name: 'Seguito' })).toHaveAttribute('aria-pressed', 'true')
  show('marta,luca')
  await expect
    .element(page.getByRole('link', { name: 'Aggiungi @anna al confronto' }))
    .toHaveAttribute('href', '/confronta?t=marta,luca,anna')
  await userEvent.click(page.getByRole('button', { name: 'Togli @anna dalla lista' }))
  await expect.element(page.getByRole('heading', { name: 'Su questo dispositivo' })).not.toBeInTheDocument()
})

test('a pair’s sentences say what is missing, and each case of the falls', () => {
  expect(movesText({ ...pair, correlation: null, moved_days: 3 })).toContain('Solo 3 giorni con movimenti')
  expect(movesText({ ...pair, correlation: null })).toContain('non è cambiato')
  expect(movesText({ ...pair, correlation: -0.9 })).toContain('al contrario: −0,90')
  expect(fallsText(pair)).toContain('lo erano tutti e due in 12 (40%)')
  expect(fallsText({ ...pair, fallen_days: 0, both_fallen_days: 0 })).toContain('Nessuno dei due')
  expect(fallsText({ ...pair, both_fallen_days: 0 })).toContain('mai insieme')
  expect(fallsText({ ...pair, both_fallen_days: 30 })).toContain('sempre tutti e due')
})

test('the best of a row: ties share it, unknown values never win, and equal or lonely ones have none', () => {
  expect([...bestOf([1, 3, 3, null], 'highest')]).toEqual([1, 2])
  expect([...bestOf([null, 2, 1], 'lowest')]).toEqual([2])
  expect(bestOf([2, 2], 'highest').size).toBe(0)
  expect(bestOf([2, null], 'highest').size).toBe(0)
})
