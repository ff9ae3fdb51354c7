import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { navigate } from '#web/router.ts'
import { accountWith, heirId, integrityWith, match, readKey, serve, traderId } from './testing/trader.ts'
import { traderPage } from './testing/page.tsx'

const show = traderPage()

test('one trader: accounts, cases of every state, matches, actions', async () => {
  const closed = accountWith({
    account_id: 'd0000000-0000-4000-8000-000000000001',
    login: '5550001',
    closed_at: '2025-12-01T10:00:00.000Z',
    released_to: 'luca',
  })
  const { searches } = serve(() =>
    integrityWith({
      accounts: [accountWith({ claimants: [{ username: 'luca', code_seen_at: '2026-11-18T10:00:00.000Z' }] }), closed],
      matches: [match, { ...match, match_id: 'e', in_force: false, accepted: false, link: null }],
    }),
  )
  show()
  await expect.element(page.getByRole('heading', { name: 'Verifiche di Marta Ferrero' })).toBeVisible()
  const bound = page.getByRole('region', { name: 'MT5 7001234, Prova-Live' })
  await expect.element(bound.getByText('Collegato', { exact: true }).first()).toBeVisible()
  await expect.element(bound.getByText(/ha mostrato il suo codice il 18\/11\/2026/)).toBeVisible()
  const old = page.getByRole('region', { name: 'MT5 5550001, Prova-Live' })
  await expect.element(old.getByRole('link', { name: '@luca' })).toBeVisible()
  // The server of a closed account cannot be changed.
  expect(old.getByRole('button', { name: 'Cambia nome del server' }).elements()).toHaveLength(0)
  await expect.element(page.getByText('In vigore fino al 10/12/2099')).toBeVisible()
  await expect.element(page.getByText('Cifre troppo diverse')).toBeVisible()
  await expect.element(page.getByText(/Ha registrato un riscontro esterno/)).toBeVisible()
  expect(searches[0]).toBe(`?status=all&trader_id=${traderId}&sort_by=opened_at&order=desc&page=1&limit=25`)
  await expect.element(page.getByRole('link', { name: /Balance gravemente/ })).toBeVisible()
})

test.each([
  [true, ['Scheda utente', 'Profilo pubblico', 'Registro']],
  [false, ['Scheda utente', 'Registro']],
])('where there is a public profile (%s) the links are %j', async (hasProfile, expected) => {
  const data = integrityWith()
  serve(() => ({ ...data, trader: { ...data.trader, has_profile: hasProfile } }))
  show()
  const card = page.getByRole('link', { name: 'Scheda utente' })
  await expect.element(card).toBeVisible()
  const links = [...(card.element().parentElement?.querySelectorAll('a') ?? [])]
  expect(links.map(({ textContent }) => textContent)).toEqual(expected)
})

test('on a phone nothing moves when the name comes', async () => {
  await page.viewport(390, 844)
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  serve(() => integrityWith(), {
    async [readKey]() {
      await released
      return { body: integrityWith() }
    },
  })
  show()
  const link = page.getByRole('link', { name: 'Tutte le verifiche' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Verifiche di un trader' })).toBeVisible()
  const before = link.element().getBoundingClientRect().top
  answer()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Verifiche di Marta Ferrero' })).toBeVisible()
  expect(link.element().getBoundingClientRect().top).toBe(before)
})

test('any trader is found, also one without a case; an unknown one is reported at the field', async () => {
  serve(() => integrityWith(), { [readKey.replace(traderId, heirId)]: () => ({ body: integrityWith() }) })
  navigate('/?view=admin&page=integrity', { replace: true })
  show()
  const field = page.getByLabelText('Nome, username, email o numero di conto')
  await field.fill('nessuno')
  await page.getByRole('button', { name: 'Trova' }).click()
  await expect.element(page.getByText('Nessun utente con questo nome, email o conto.')).toBeVisible()
  await field.fill('@luca')
  await page.getByRole('button', { name: 'Trova' }).click()
  await expect
    .element(page.getByRole('link', { name: 'Luca Bertani (@Luca)' }))
    .toHaveAttribute('href', `/?view=admin&page=integrity&trader=${heirId}`)
  await expect.element(page.getByRole('link', { name: 'Luca Bertani (@Luca)' })).toBeInViewport()
  await expect.element(page.getByText('1 trader trovato')).toBeInTheDocument()
  await page.getByRole('link', { name: 'Luca Bertani (@Luca)' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Verifiche di Marta Ferrero' })).toHaveFocus()
})

test('a search that failed runs again with the same text', async () => {
  let isDown = true
  serve(() => integrityWith(), {
    'GET /api/admin/users': () =>
      isDown
        ? { status: 429, body: { detail: 'Troppe richieste: riprova tra poco.' } }
        : { body: { users: [], total: 0, next_cursor: null, stats: {} } },
  })
  navigate('/?view=admin&page=integrity', { replace: true })
  show()
  await page.getByLabelText('Nome, username, email o numero di conto').fill('luca')
  await page.getByRole('button', { name: 'Trova' }).click()
  await expect.element(page.getByText('Troppe richieste: riprova tra poco.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Trova' }).click()
  await expect.element(page.getByText('Nessun utente con questo nome, email o conto.')).toBeVisible()
})

test('an open case stands alone, and links back to the trader’s page', async () => {
  serve(() => integrityWith())
  show()
  await page.getByRole('link', { name: /Balance gravemente/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Balance gravemente non spiegato' })).toHaveFocus()
  await expect.element(page.getByRole('region', { name: 'MT5 7001234, Prova-Live' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Torna all’elenco' }).click()
  await expect.element(page.getByRole('region', { name: 'MT5 7001234, Prova-Live' })).toBeVisible()
  expect(window.location.search).toBe(`?view=admin&page=integrity&trader=${traderId}`)
})

test('a part that failed to load says so in its place', async () => {
  serve(() => integrityWith(), {
    [readKey]: () => ({ status: 404, body: { detail: 'Utente non trovato: ricarica la pagina.' } }),
  })
  show()
  await expect.element(page.getByText('Conti non disponibili.')).toBeVisible()
  await expect.element(page.getByText('Utente non trovato: ricarica la pagina.')).toBeVisible()
})

test('the actions that could not be read are read again', async () => {
  let isDown = true
  serve(() => integrityWith(), {
    'GET /api/admin/audit': () =>
      isDown
        ? { status: 429, body: { detail: 'Troppe richieste: riprova tra poco.' } }
        : { body: { entries: [], total: 0, next_cursor: null } },
  })
  show()
  const actions = page.getByRole('region', { name: 'Azioni su questo trader' })
  await expect.element(actions.getByText('Azioni non disponibili.')).toBeVisible()
  isDown = false
  await actions.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(actions.getByText('Nessuna finora.')).toBeVisible()
})
