import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import adminSheet from '../admin.css?inline'
import { navigate } from '#web/router.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { listKey, listOf, serve, serveMany, several, userWith } from './testing/users.ts'
import { UsersList } from './UsersList.tsx'

withSheets(adminSheet)

const base = '/?view=admin&page=users'
startAt(base)
beforeEach(() => page.viewport(1_300, 900))
afterEach(() => vi.restoreAllMocks())

const panel = () => mountWithToasts(<UsersList isCompact />)
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const itemsOf = async (name: string) => {
  await page.getByRole('button', { name: `Azioni per ${name}` }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  const items = page
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: `Azioni per ${name}` })).toHaveFocus()
  return items
}
const opener = (name: string) => page.getByRole('button', { name, exact: true })
const searchField = page.getByRole('searchbox', { name: 'Cerca nome, email o conto' })

test('the panel shows the last ten with number, e-mail, plan, account and never a password', async () => {
  serve({ [listKey]: () => ({ body: listOf(several(), 412) }) })
  panel()
  await expect.element(page.getByText('Utenti totali')).toBeVisible()
  for (const figure of ['412', '24', '148']) await expect.element(page.getByText(figure, { exact: true })).toBeVisible()
  await expect.element(page.getByText('1–4 di 412')).toBeVisible()
  for (const text of ['087', '@anna.verdi', 'anna@verdi.example', 'Diamond', '51920117']) {
    await expect.element(rowOf('Anna Verdi').getByText(text)).toBeVisible()
  }
  await expect.element(rowOf('Nico Berti').getByText('Basic scaduto')).toBeVisible()
  await expect.element(rowOf('Redazione TT').getByText('Amministratore', { exact: true })).toBeVisible()
  await expect.element(rowOf('Redazione TT').getByRole('button', { name: /password/ })).not.toBeInTheDocument()
  await expect.element(rowOf('Sofia Lombardo').getByText('Disattivato')).toBeVisible()
  await expect.element(rowOf('Sofia Lombardo').getByText('Free')).toBeVisible()
  expect(page.getByRole('combobox').elements()).toHaveLength(0)
})

test('in the panel search and an open row leave the address unchanged, and link to the page with the same search', async () => {
  const queries = serveMany()
  navigate('/?platform=MT5')
  panel()
  await expect.element(page.getByText('1–25 di 60')).toBeVisible()
  expect(queries[0]?.get('limit')).toBe('10')
  const all = page.getByRole('link', { name: 'Vedi tutti (Utenti)' })
  await expect.element(all).toHaveAttribute('href', base)
  await searchField.fill('Utente 5')
  await expect.element(page.getByText('1–11 di 11')).toBeVisible()
  await opener('Utente 59').click()
  await expect.element(page.getByRole('region', { name: 'Dettagli: Utente 59' })).toBeVisible()
  await expect.element(all).toHaveAttribute('href', `${base}&q=Utente+5`)
  expect(window.location.search).toBe('?platform=MT5')
  // The page's keyboard shortcuts do not work in the panel.
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(document.body)
  await searchField.fill('nessuno')
  await page.getByRole('button', { name: 'Azzera i filtri' }).click()
  await expect.element(opener('Utente 59')).toBeVisible()
  expect(window.location.search).toBe('?platform=MT5')
})

test('at 320 px a long e-mail wraps beside the plan, not below it', async () => {
  await page.viewport(320, 640)
  try {
    const email = 'alessandra.bergamaschi@consulenza-finanziaria.example'
    serve({ [listKey]: () => ({ body: listOf([userWith({ email, is_admin: true, leaderboard_expires: null })]) }) })
    panel()
    const row = rowOf('Anna Verdi')
    await expect.element(row.getByText(email)).toBeVisible()
    const words = document.createRange()
    words.selectNodeContents(row.getByText(email).element())
    const { left } = row.getByText('Amministratore', { exact: true }).element().getBoundingClientRect()
    expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(left)
  } finally {
    await page.viewport(1280, 800)
  }
})

test('the menu of a user holds the actions that are possible', async () => {
  const newcomer = userWith({
    trader_id: '5',
    display_name: 'Ugo Bassi',
    leaderboard_expires: null,
    has_profile: false,
  })
  serve({ [listKey]: () => ({ body: listOf([...several(), newcomer]) }) })
  panel()
  const links = ['Profilo pubblico', 'Verifiche dei conti']
  expect(await itemsOf('Anna Verdi')).toEqual([
    ...links,
    'Assegna un piano',
    'Estendi',
    'Annulla tutti gli abbonamenti',
    'Disattiva',
    'Elimina definitivamente',
  ])
  expect(await itemsOf('Nico Berti')).toEqual([...links, 'Assegna un piano', 'Disattiva', 'Elimina definitivamente'])
  // A page that does not exist gets no link.
  expect(await itemsOf('Ugo Bassi')).not.toContain('Profilo pubblico')
  expect(await itemsOf('Redazione TT')).toEqual(['Verifiche dei conti', 'Assegna un piano'])
  expect(await itemsOf('Sofia Lombardo')).toEqual(['Verifiche dei conti', 'Riattiva', 'Elimina definitivamente'])
})

test('gives a number to the users that have none', async () => {
  let isNumbered = false
  const requests = serve({
    [listKey]: () => ({ body: listOf([userWith({ user_sequential_id: isNumbered ? 413 : null })]) }),
    'POST /api/admin/users/migrate-sequential-ids': () => {
      isNumbered = true
      return { body: { migrated: 1, total: 413 } }
    },
  })
  panel()
  await page.getByRole('button', { name: 'Assegna i numeri utente mancanti' }).click()
  await expect.element(page.getByText('1 utente numerato.')).toBeVisible()
  await expect.element(rowOf('Anna Verdi').getByText('413')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Assegna i numeri utente mancanti' })).not.toBeInTheDocument()
  expect(requests.filter((call) => call.key.startsWith('POST'))).toHaveLength(1)
})
