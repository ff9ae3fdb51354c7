import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../admin.css'
import { mount } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import { listKey, listOf, serve, several, userWith } from './testing/users.ts'
import { UsersTab } from './UsersTab.tsx'

afterEach(() => vi.restoreAllMocks())

const tab = () =>
  mount(
    <>
      <UsersTab />
      <Toasts />
    </>,
  )
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

test('says how many there are, and of each the plan, its end, account and never a password', async () => {
  serve({ [listKey]: () => ({ body: listOf(several(), 412, 'more') }) })
  tab()
  await expect.element(page.getByText('Utenti totali')).toBeVisible()
  for (const figure of ['412', '24', '148']) await expect.element(page.getByText(figure, { exact: true })).toBeVisible()
  await expect.element(page.getByText('1–4 di 412')).toBeVisible()
  await expect.element(rowOf('Anna Verdi').getByText('087')).toBeVisible()
  await expect.element(rowOf('Anna Verdi').getByText('@anna.verdi')).toBeVisible()
  await expect.element(rowOf('Anna Verdi').getByText('Diamond')).toBeVisible()
  await expect.element(rowOf('Anna Verdi').getByText('51920117')).toBeVisible()
  await expect.element(rowOf('Nico Berti').getByText('Basic scaduto')).toBeVisible()
  await expect.element(rowOf('Redazione TT').getByText('Admin', { exact: true })).toBeVisible()
  await expect.element(rowOf('Redazione TT').getByRole('button', { name: /password/ })).not.toBeInTheDocument()
  await expect.element(rowOf('Sofia Lombardo').getByText('Disattivato')).toBeVisible()
  await expect.element(rowOf('Sofia Lombardo').getByText('Free')).toBeVisible()
})

test('at 320 px a long e-mail wraps beside the plan, not beneath it', async () => {
  await page.viewport(320, 640)
  try {
    const email = 'alessandra.bergamaschi@consulenza-finanziaria.example'
    serve({ [listKey]: () => ({ body: listOf([userWith({ email, is_admin: true, leaderboard_expires: null })]) }) })
    tab()
    const row = rowOf('Anna Verdi')
    await expect.element(row.getByText(email)).toBeVisible()
    const words = document.createRange()
    words.selectNodeContents(row.getByText(email).element())
    const { left } = row.getByText('Admin', { exact: true }).element().getBoundingClientRect()
    expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(left)
  } finally {
    await page.viewport(1280, 800)
  }
})

test('offers of each what can be done to it', async () => {
  serve({ [listKey]: () => ({ body: listOf(several()) }) })
  tab()
  const links = ['Profilo pubblico', 'Verifiche dei conti']
  expect(await itemsOf('Anna Verdi')).toEqual([
    ...links,
    'Assegna un piano',
    'Estendi',
    'Cancella tutti gli abbonamenti',
    'Disattiva',
    'Elimina definitivamente',
  ])
  expect(await itemsOf('Nico Berti')).toEqual([...links, 'Assegna un piano', 'Disattiva', 'Elimina definitivamente'])
  expect(await itemsOf('Redazione TT')).toEqual(['Verifiche dei conti', 'Assegna un piano'])
  expect(await itemsOf('Sofia Lombardo')).toEqual(['Verifiche dei conti', 'Riattiva', 'Elimina definitivamente'])
})

test('is searched once the hand rests, filtered by plan, and leads to all that fit', async () => {
  const queries: string[] = []
  serve({
    [listKey]: ({ url }) => {
      queries.push(url.search)
      return { body: listOf([userWith()], 12, 'next') }
    },
  })
  tab()
  await expect.element(page.getByText('1–1 di 12')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Vedi tutti' }))
    .toHaveAttribute('href', '/?view=admin&page=users')
  await page.getByRole('searchbox', { name: 'Cerca nome, email o conto' }).fill('51920117')
  await page.getByRole('combobox', { name: 'Piano' }).selectOptions('expired')
  await expect.poll(() => queries.at(-1)).toBe('?limit=10&q=51920117&plan=expired')
  expect(queries[0]).toBe('?limit=10')
  await expect
    .element(page.getByRole('link', { name: 'Vedi tutti' }))
    .toHaveAttribute('href', '/?view=admin&page=users&q=51920117&plan=expired')
})

test('says that nobody is there, and that nobody fits', async () => {
  serve({ [listKey]: () => ({ body: listOf([]) }) })
  tab()
  await expect.element(page.getByText('Nessun utente.')).toBeVisible()
  await page.getByRole('searchbox').fill('zzz')
  await expect.element(page.getByText('Nessun utente con questi filtri.')).toBeVisible()
})

test.each([
  ['Errore caricamento utenti', () => ({ status: 500, body: { detail: 'Si è verificato un errore interno.' } })],
  ['Errore connessione server', () => Promise.reject(new TypeError('no network'))],
])('%s, and once more', async (text, fault) => {
  let isUp = false
  serve({ [listKey]: () => (isUp ? { body: listOf([userWith()]) } : fault()) })
  tab()
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(rowOf('Anna Verdi')).toBeVisible()
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

test('numbers whoever has no number', async () => {
  let isNumbered = false
  const asked = serve({
    [listKey]: () => ({ body: listOf([userWith({ user_sequential_id: isNumbered ? 413 : null })]) }),
    'POST /api/admin/users/migrate-sequential-ids': () => {
      isNumbered = true
      return { body: { migrated: 1, total: 413 } }
    },
  })
  tab()
  await page.getByRole('button', { name: 'Assegna i numeri mancanti' }).click()
  await expect.element(page.getByText('1 utente numerato.')).toBeVisible()
  await expect.element(rowOf('Anna Verdi').getByText('413')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Assegna i numeri mancanti' })).not.toBeInTheDocument()
  expect(asked.filter((call) => call.key.startsWith('POST'))).toHaveLength(1)
})

test('takes the list of the filter as a file', async () => {
  const asked = serve({
    'GET /api/admin/users.csv': () => ({ status: 429, body: { detail: 'Riprova tra 5 minuti.' } }),
  })
  tab()
  await page.getByRole('button', { name: 'Esporta CSV' }).click()
  await expect.element(page.getByText('Errore: Riprova tra 5 minuti.').first()).toBeVisible()
  expect(asked.map((call) => call.key)).toContain('GET /api/admin/users.csv')
})
