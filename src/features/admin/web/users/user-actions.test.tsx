import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import adminSheet from '../admin.css?inline'
import { stoppedDoubleClicks } from '#web/testing/double-click.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { annaId, listKey, listOf, serve, userWith } from './testing/users.ts'
import { UsersList } from './UsersList.tsx'

withSheets(adminSheet)

afterEach(() => vi.restoreAllMocks())

const tab = () => mountWithToasts(<UsersList isCompact />)
const opener = page.getByRole('button', { name: 'Azioni per Anna Verdi' })
const dialog = page.getByRole('alertdialog')
async function choose(item: string) {
  await opener.click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect.element(dialog).toBeVisible()
}
const passDoubleClick = stoppedDoubleClicks()
const keysOf = (part: string) =>
  vi
    .mocked(window.fetch)
    .mock.calls.filter(([address]) => typeof address === 'string' && address.includes(part))
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))

test('works by the keyboard alone: menu, confirmation, back', async () => {
  serve()
  tab()
  await expect.element(opener).toBeVisible()
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(dialog.getByText('Eliminare @anna.verdi per sempre?')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Annulla' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('who waits for the proof of the e-mail is marked, and confirmed by hand', async () => {
  const key = `POST /api/admin/users/${annaId}/confirm-email`
  const body = { message: 'Email confermata.', trader_id: annaId, username: 'anna.verdi' }
  const requests = serve({
    [listKey]: () => ({ body: listOf([userWith({ email_proof: 'awaited' })]) }),
    [key]: () => ({ body }),
  })
  tab()
  await expect.element(page.getByText('Email da confermare')).toBeVisible()
  await choose('Conferma l’email')
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Conferma' }).click()
  await expect.element(page.getByText('L’email di @anna.verdi è confermata.')).toBeVisible()
  expect(requests.filter((call) => call.key === key)).toHaveLength(1)
})

test('assigns a plan, with the two refusals at their fields', async () => {
  const key = 'POST /api/admin/assign-subscription'
  const requests = serve({
    [key]: () => ({ body: { message: 'ok', new_end_date: '2027-02-20T10:00:00.000Z' } }),
  })
  tab()
  await choose('Assegna un piano')
  await dialog.getByRole('button', { name: 'Assegna' }).click()
  await expect.element(dialog.getByText('Tipo non valido. Usa "basic" o "diamond"')).toBeVisible()
  await expect
    .element(dialog.getByText('Durata non valida. Inserisci un numero di giorni', { exact: true }))
    .toBeVisible()
  await expect.element(dialog.getByLabelText('Tipo')).toHaveFocus()
  await dialog.getByLabelText('Tipo').selectOptions('diamond')
  await dialog.getByLabelText('Durata in giorni').fill('4000')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(dialog.getByText('Durata non valida. Inserisci un numero di giorni: da 1 a 3.650.'))
    .toBeVisible()
  await expect.element(dialog.getByLabelText('Durata in giorni')).toHaveFocus()
  expect(requests.filter((call) => call.key === key)).toEqual([])
  await expect.element(dialog.getByText('Ora scade il 10/12/2026.')).toBeVisible()
  await dialog.getByRole('button', { name: '90 giorni' }).click()
  await dialog.getByRole('button', { name: 'Assegna' }).click()
  await expect.element(page.getByText('Piano assegnato a @anna.verdi: scade il 20/02/2027.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(requests.findLast((call) => call.key === key)?.body).toEqual({
    trader_id: annaId,
    type: 'diamond',
    duration_days: 90,
    seen_end_date: '2026-12-10T10:00:00.000Z',
  })
  expect(keysOf('assign-subscription')).toHaveLength(1)
})

test('extends the better plan, unless the other one is chosen', async () => {
  const requests = serve({
    'POST /api/admin/payments/extend/s1': () => ({ body: { message: 'ok', new_end_date: '2027-12-10T10:00:00.000Z' } }),
  })
  tab()
  await choose('Estendi')
  await expect.element(dialog.getByText(/Diamond scade il 10.12.2026/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Annulla' })).toHaveFocus()
  await dialog.getByText('Basic', { exact: true }).click()
  await expect.element(dialog.getByText(/Basic scade il 20.12.2026/)).toBeVisible()
  await dialog.getByText('Diamond', { exact: true }).click()
  await dialog.getByText('12 mesi').click()
  await expect.element(dialog.getByText('10/12/2027')).toBeVisible()
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Estendi' }).dblClick()
  await expect.element(page.getByText('Diamond di @anna.verdi esteso: scade il 10/12/2027.')).toBeVisible()
  expect(requests.filter((call) => call.key.startsWith('POST'))).toEqual([
    { key: 'POST /api/admin/payments/extend/s1', body: { months: 12, seen_end_date: '2026-12-10T10:00:00.000Z' } },
  ])
})

test('cancels every subscription after a confirmation, under one key until the answer arrives', async () => {
  let answers = 0
  const requests = serve({
    'POST /api/admin/cancel-all-subscriptions': () => {
      answers += 1
      if (answers === 1) throw new TypeError('no network')
      return { body: { username: 'anna.verdi', cancelled: 2 } }
    },
  })
  tab()
  await choose('Annulla tutti gli abbonamenti')
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Annulla tutti' }).click()
  await expect.element(dialog.getByText('Errore di connessione')).toBeVisible()
  await dialog.getByRole('button', { name: 'Annulla tutti' }).dblClick()
  await expect.element(page.getByText('@anna.verdi: 2 abbonamenti annullati.')).toBeVisible()
  expect(requests.filter((call) => call.key.startsWith('POST'))).toHaveLength(2)
  const keys = keysOf('cancel-all')
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('deactivates and reactivates a user', async () => {
  let at: string | null = null
  serve({
    [listKey]: () => ({ body: listOf([userWith({ deactivated_at: at })]) }),
    [`DELETE /api/admin/users/${annaId}`]: () => {
      at = '2026-11-20T10:00:00.000Z'
      return { body: {} }
    },
    [`POST /api/admin/users/${annaId}/restore`]: () => {
      at = null
      return { body: {} }
    },
  })
  tab()
  await choose('Disattiva')
  // The second click of a double click confirms nothing.
  await dialog.getByRole('button', { name: 'Disattiva' }).click()
  expect(at).toBeNull()
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Disattiva' }).click()
  await expect.element(page.getByText('@anna.verdi è disattivato.')).toBeVisible()
  await expect.element(page.getByRole('row').getByText('Disattivato')).toBeVisible()
  await choose('Riattiva')
  await passDoubleClick()
  await dialog.getByRole('button', { name: 'Riattiva' }).click()
  await expect.element(page.getByText('@anna.verdi è riattivato.')).toBeVisible()
  await expect.element(page.getByRole('row').getByText('Disattivato')).not.toBeInTheDocument()
})

const eraseKey = `DELETE /api/admin/users/delete-completely/${annaId}`

test('erases after figures and username, also when the first answer was lost', async () => {
  let answers = 0
  let isGone = false
  const requests = serve({
    [listKey]: () => ({ body: listOf(isGone ? [] : [userWith()]) }),
    [eraseKey]: () => {
      answers += 1
      isGone = true
      if (answers === 1) throw new TypeError('no network')
      return { status: 404, body: { detail: 'Utente non trovato: ricarica la pagina.', error_type: 'USER_NOT_FOUND' } }
    },
  })
  tab()
  await choose('Elimina definitivamente')
  await expect.element(dialog.getByText('1.204 operazioni')).toBeVisible()
  await expect.element(dialog.getByText('88 giorni di risultati e il posto in classifica')).toBeVisible()
  await expect.element(dialog.getByText('1 ordine aperto:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Elimina per sempre' }).click()
  await expect.element(dialog.getByText('Scrivi anna.verdi per confermare.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Conferma con lo username')).toHaveFocus()
  expect(requests.some((call) => call.key === eraseKey)).toBe(false)
  await userEvent.keyboard('@Anna.Verdi{Enter}')
  await expect.element(dialog.getByText('Errore di connessione durante eliminazione')).toBeVisible()
  await dialog.getByRole('button', { name: 'Elimina per sempre' }).click()
  await expect.element(page.getByText('@anna.verdi eliminato.')).toBeVisible()
  await expect.element(page.getByText('Nessun utente.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Utenti' })).toHaveFocus()
})

test('reports the extent of an erasure, and the server’s refusal', async () => {
  let isUnreadable = false
  let isAdmin = true
  serve({
    [eraseKey]: () =>
      isUnreadable
        ? { status: 502, body: 'the page of a proxy' }
        : isAdmin
          ? {
              status: 403,
              body: {
                detail:
                  'Un amministratore non può essere eliminato: prima fai togliere il ruolo, che si cambia soltanto nella base dati.',
              },
            }
          : {
              body: {
                username: 'anna.verdi',
                email: 'anna@verdi.example',
                total_records_deleted: 1310,
                deleted_at: '2026-11-20T10:00:00.000Z',
                deletion_summary: [
                  { collection: 'trade', deleted_count: 1309 },
                  { collection: 'trader', deleted_count: 1 },
                ],
                finished: true,
              },
            },
  })
  tab()
  await choose('Elimina definitivamente')
  await dialog.getByLabelText('Conferma con lo username').fill('anna.verdi')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(
      dialog.getByText(
        'Errore: Un amministratore non può essere eliminato: prima fai togliere il ruolo, che si cambia soltanto nella base dati.',
      ),
    )
    .toBeVisible()
  isUnreadable = true
  await dialog.getByRole('button', { name: 'Elimina per sempre' }).click()
  await expect.element(dialog.getByText('Errore: Errore sconosciuto')).toBeVisible()
  isUnreadable = false
  isAdmin = false
  await dialog.getByRole('button', { name: 'Elimina per sempre' }).click()
  await expect.element(page.getByText('@anna.verdi eliminato: 1.310 righe eliminate da 2 tabelle.')).toBeVisible()
})
