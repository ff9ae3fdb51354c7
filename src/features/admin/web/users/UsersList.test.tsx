import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import pagesSheet from '../pages/pages.css?inline'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { navigate } from '#web/router.ts'
import { stoppedDoubleClicks } from '#web/testing/double-click.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import { listKey, listOf, serve, serveMany, several, userWith } from './testing/users.ts'
import { UsersList } from './UsersList.tsx'

withSheets(pagesSheet)

const base = '/?view=admin&page=users'
const passDoubleClick = stoppedDoubleClicks()
startAt(base)
beforeEach(() => page.viewport(1_300, 900))
afterEach(() => vi.restoreAllMocks())

const draw = () =>
  mount(
    <main>
      <UsersList />
      <Toasts />
    </main>,
  )
const opener = (name: string) => page.getByRole('button', { name, exact: true })
const searchField = page.getByRole('searchbox', { name: 'Cerca nome, email o conto' })

test('shows each user’s plan, end, level, account and registration, and never a password', async () => {
  serve({ [listKey]: () => ({ body: listOf(several(), 4) }) })
  draw()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Utenti' })).toBeVisible()
  await expect.element(page.getByText('4 risultati')).toBeVisible()
  const anna = page.getByRole('row').filter({ hasText: 'anna.verdi' })
  for (const text of ['087', 'Diamond', 'Dati sincronizzati', '51920117', '01/11/2026']) {
    await expect.element(anna.getByText(text)).toBeVisible()
  }
  await expect.element(page.getByRole('row').filter({ hasText: 'nico' }).getByText('Basic scaduto')).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'sofia' }).getByText('Disattivato')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Assegna i numeri utente mancanti' })).toBeVisible()
})

test.each([1_300, 390])('the figures above the list have their room before they come, at %i px', async (width) => {
  await page.viewport(width, 900)
  let come = () => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  serve({ [listKey]: () => coming.then(() => ({ body: listOf(several(), 4) })) })
  draw()
  await expect.element(searchField).toBeVisible()
  const before = searchField.element().getBoundingClientRect().top
  come()
  await expect.element(page.getByText('Utenti totali')).toBeVisible()
  expect(searchField.element().getBoundingClientRect().top).toBe(before)
})

test('from a page that an address opens, a row that arrives meanwhile moves none either', async () => {
  navigate('/?view=admin&page=users&p=2', { replace: true })
  const queries = serveMany()
  draw()
  await expect.element(page.getByText('60 risultati, da 26 a 50')).toBeVisible()
  await page.getByRole('link', { name: 'Pagina 3', exact: true }).click()
  await expect.element(page.getByText('60 risultati, da 51 a 60')).toBeVisible()
  const last = queries.at(-1)
  expect([last?.get('page'), last?.get('until')]).toEqual(['3', '2026-11-20T10:00:00.000Z'])
})

test('search, filter, order and page are in the address; back and forward restore them', async () => {
  const queries = serveMany()
  draw()
  await expect.element(page.getByText('60 risultati, da 1 a 25')).toBeVisible()
  expect(Object.fromEntries(queries[0] ?? [])).toEqual({
    sort_by: 'created_at',
    order: 'desc',
    page: '1',
    limit: '25',
  })
  await page.getByRole('link', { name: 'Utente', exact: true }).click()
  await expect.element(page.getByRole('columnheader', { name: 'Utente' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(opener('Utente 0')).toBeVisible()
  await page.getByRole('link', { name: 'Pagina 2', exact: true }).click()
  await expect.element(page.getByText('60 risultati, da 26 a 50')).toBeVisible()
  expect(window.location.search).toBe('?view=admin&page=users&sort_by=username&order=asc&p=2')
  // A registration meanwhile moves no row.
  expect(queries.at(-1)?.get('until')).toBe('2026-11-20T10:00:00.000Z')
  await searchField.fill('Utente 5')
  await expect.element(page.getByText('11 risultati')).toBeVisible()
  await page.getByRole('combobox', { name: 'Stato' }).selectOptions('active')
  await expect.poll(() => queries.at(-1)?.get('state')).toBe('active')
  expect(window.location.search).toBe('?view=admin&page=users&state=active&q=Utente+5&sort_by=username&order=asc')
  window.history.back()
  await expect.element(searchField).toHaveValue('')
  await expect.element(page.getByText('60 risultati, da 1 a 25')).toBeVisible()
  window.history.back()
  await expect.element(opener('Utente 59')).toBeVisible()
  window.history.forward()
  await expect.element(opener('Utente 0')).toBeVisible()
})

test('works by the keyboard alone', async () => {
  serveMany()
  draw()
  await expect.element(opener('Utente 59')).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(searchField).toHaveFocus()
  // Keys typed there are text.
  await userEvent.keyboard('j')
  await expect.element(searchField).toHaveValue('j')
  await expect.element(opener('Utente 59')).not.toBeInTheDocument()
  await searchField.fill('')
  await expect.element(opener('Utente 59')).toBeVisible()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('j')
  await expect.element(opener('Utente 59')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}k')
  await expect.element(opener('Utente 58')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(opener('Utente 58')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('region', { name: 'Dettagli: Utente 58' })).toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}{Escape}')
  await expect.element(opener('Utente 58')).toHaveFocus()
  await expect.element(page.getByRole('region', { name: 'Dettagli: Utente 58' })).not.toBeInTheDocument()
  await userEvent.keyboard('{PageDown}')
  await expect.element(opener('Utente 34')).toHaveFocus()
  await userEvent.keyboard('{PageDown}{PageDown}')
  await expect.element(opener('Utente 9')).toHaveFocus()
  await userEvent.keyboard('{PageUp}')
  await expect.element(opener('Utente 34')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(opener('Utente 34')).toHaveFocus()
})

test('on a phone the Tab key stops at visible parts alone', async () => {
  await page.viewport(390, 844)
  serve({ [listKey]: () => ({ body: listOf(several(), 4) }) })
  draw()
  await expect.element(page.getByText('4 risultati')).toBeVisible()
  const hidden: string[] = []
  const last = document.querySelector('tbody button')
  while (document.activeElement !== last) {
    await userEvent.keyboard('{Tab}')
    // The column heads are clipped there.
    if (document.activeElement?.closest('thead') != null) hidden.push(document.activeElement.textContent)
  }
  expect(hidden).toEqual([])
  await expect.element(page.getByRole('combobox', { name: 'Ordina per' })).toBeVisible()
})

test('single-key shortcuts can be turned off', async () => {
  serveMany()
  draw()
  await expect.element(opener('Utente 59')).toBeVisible()
  await page.getByText('Scorciatoie').click()
  const choice = page.getByRole('checkbox', { name: 'Usa anche /, J e K' })
  await choice.click()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('/j')
  expect(document.activeElement).toBe(document.body)
  await choice.click()
  ;(document.activeElement as HTMLElement).blur()
  // Caps lock may be on.
  await userEvent.keyboard('J')
  await expect.element(opener('Utente 59')).toHaveFocus()
})

test('an open row shows facts and actions; the focus stays at the row', async () => {
  let users = several()
  const anna = users[0] ?? userWith()
  const requests = serve({
    [listKey]: () => ({ body: listOf(users) }),
    [`DELETE /api/admin/users/${anna.trader_id}`]: () => {
      users = users.slice(1)
      return { body: {} }
    },
  })
  draw()
  await opener('Anna Verdi').click()
  const detail = page.getByRole('region', { name: 'Dettagli: Anna Verdi' })
  await expect.element(detail.getByText('1.204')).toBeVisible()
  await expect.element(detail.getByText('L1, dati sincronizzati')).toBeVisible()
  await expect
    .element(detail.getByRole('link', { name: 'Verifiche dei conti' }))
    .toHaveAttribute('href', `/?view=admin&page=integrity&trader=${anna.trader_id}`)
  await detail.getByRole('button', { name: 'Disattiva' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await passDoubleClick()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disattiva' }).click()
  await expect.element(page.getByText('@anna.verdi è disattivato.').first()).toBeVisible()
  await expect.element(opener('Anna Verdi')).not.toBeInTheDocument()
  await expect.element(opener('Nico Berti')).toHaveFocus()
  expect(requests.filter(({ key }) => key.startsWith('DELETE'))).toHaveLength(1)
})

test('a search closes an open row, but not one that was opened before it starts', async () => {
  serveMany()
  draw()
  const row = (name: string) => opener(name).element() as HTMLElement
  await expect.element(opener('Utente 58')).toBeVisible()
  row('Utente 58').click()
  await expect.element(opener('Utente 58')).toHaveAttribute('aria-expanded', 'true')
  await searchField.fill('Utente 5')
  row('Utente 59').click()
  await expect.element(page.getByText('11 risultati')).toBeVisible()
  await expect.element(opener('Utente 59')).toHaveAttribute('aria-expanded', 'true')
  expect(window.location.search).toBe('?view=admin&page=users&q=Utente+5&open=u59')
  await searchField.fill('Utente')
  await expect.element(page.getByText('60 risultati, da 1 a 25')).toBeVisible()
  await expect.element(opener('Utente 59')).toHaveAttribute('aria-expanded', 'false')
})

test('a click on the row opens it, a click on its controls does not', async () => {
  serveMany(3)
  draw()
  await page.getByText('@utente.1', { exact: true }).click()
  await expect.element(opener('Utente 1')).toHaveAttribute('aria-expanded', 'true')
  await page.getByText('@utente.1', { exact: true }).click()
  await expect.element(opener('Utente 1')).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Azioni per Utente 1' }).click()
  await page.getByRole('menuitem', { name: 'Assegna un piano' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener('Utente 1')).toHaveAttribute('aria-expanded', 'false')
})

test.each([
  ['Errore caricamento utenti.', () => ({ status: 500, body: { detail: 'Si è verificato un errore interno.' } })],
  ['Errore connessione server. Riprova più tardi.', () => Promise.reject(new TypeError('no network'))],
])('%s, and once more', async (text, failure) => {
  let isUp = false
  serve({ [listKey]: () => (isUp ? { body: listOf([userWith()]) } : failure()) })
  draw()
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(opener('Anna Verdi')).toBeVisible()
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

test('a page that fails to load keeps the earlier rows, and says so', async () => {
  let isUp = true
  serveCalls({
    [listKey]: () => (isUp ? { body: listOf([userWith()], 30) } : { status: 503, body: { detail: 'Manutenzione.' } }),
  })
  draw()
  await expect.element(opener('Anna Verdi')).toBeVisible()
  isUp = false
  await page.getByRole('combobox', { name: 'Piano' }).selectOptions('free')
  await expect.element(page.getByRole('alert')).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(opener('Anna Verdi')).toBeVisible()
})

test('an empty list, a list without matches and a page past the end each say what to do', async () => {
  const answers = { body: listOf([]) }
  serve({ [listKey]: () => answers })
  draw()
  await expect.element(page.getByText('Nessun utente.')).toBeVisible()
  await searchField.fill('zzz')
  await expect.element(page.getByText('Nessun utente con questi filtri.')).toBeVisible()
  await page.getByRole('button', { name: 'Azzera i filtri' }).click()
  await expect.element(searchField).toHaveValue('')
  await expect.element(page.getByText('Nessun utente.')).toBeVisible()
  answers.body = listOf([], 30)
  navigate(`${base}&p=9`)
  await page.getByRole('link', { name: 'Vai alla prima pagina' }).click()
  await expect.poll(() => window.location.search).toBe('?view=admin&page=users')
})

test('on a phone rows are blocks, nothing scrolls sideways, and the order can be chosen', async () => {
  await page.viewport(390, 844)
  const queries = serveMany()
  draw()
  await expect.element(opener('Utente 59')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('combobox', { name: 'Ordina per' }).selectOptions('Scadenza, crescente')
  await expect.poll(() => queries.at(-1)?.get('sort_by')).toBe('plan_end')
  expect(queries.at(-1)?.get('order')).toBe('asc')
  await opener('Utente 3').click()
  await expect.element(page.getByRole('region', { name: 'Dettagli: Utente 3' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a refused file is reported', async () => {
  const requests = serve({
    'GET /api/admin/users.csv': () => ({ status: 429, body: { detail: 'Riprova tra 5 minuti.' } }),
  })
  draw()
  await page.getByRole('button', { name: 'Esporta CSV' }).click()
  await page.getByRole('menuitem', { name: 'Per fogli di calcolo' }).click()
  await expect.element(page.getByText('Errore: Riprova tra 5 minuti.').first()).toBeVisible()
  expect(requests.map((call) => call.key)).toContain('GET /api/admin/users.csv')
})
