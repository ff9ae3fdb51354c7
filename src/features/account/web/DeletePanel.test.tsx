import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { connectToasts } from '#web/toasts.ts'
import { readToken, writeToken } from '#web/storage/token.ts'
import accountSheet from './account.css?inline'
import { DeletePanel } from './DeletePanel.tsx'
import type { Erasure } from './own-profile.ts'
import { erasure } from './testing/account.ts'

withSheets(accountSheet)

const figures = 'GET /api/account/erasure'
const erase = 'DELETE /api/account'
const start = window.location.pathname + window.location.search
const said: string[] = []
let disconnect = () => {}
beforeEach(() => {
  said.length = 0
  disconnect = connectToasts(({ text }) => said.push(text))
  writeToken('prova')
})
afterEach(() => {
  disconnect()
  writeToken(null)
  vi.restoreAllMocks()
  window.history.replaceState({}, '', start)
})

function show(calls: Parameters<typeof serveCalls>[0] = {}, known: Erasure = erasure) {
  const requests = serveCalls({ [figures]: () => ({ body: known }), ...calls })
  mount(<DeletePanel username="chiara.neri" />)
  return requests
}

const open = () => page.getByRole('button', { name: 'Elimina l’account' })
const dialog = () => page.getByRole('alertdialog', { name: 'Eliminare l’account?' })
const go = () => dialog().getByRole('button', { name: 'Elimina per sempre' })
const password = () => dialog().getByLabelText('Password', { exact: true })
const name = () => dialog().getByLabelText('Conferma con il tuo username')
const fill = async () => {
  await password().fill('segreta')
  await name().fill('@Chiara.Neri')
}
const gone = () => ({ status: 401, body: { detail: 'Accesso non autorizzato' } })

test('the dialog shows in figures what is lost, focuses the safe button, and gives the focus back', async () => {
  show()
  await open().click()
  await expect
    .element(dialog())
    .toHaveAccessibleDescription(
      /918 operazioni osservate.*211 giorni di risultati.*8 giorni di Basic, fino al 28\/11\/2026: non si rimborsano.*la vetrina con i suoi file.*1 ordine aperto.*Restano:.*Esci da ogni dispositivo/,
    )
  await expect
    .element(dialog().getByRole('link', { name: 'pagina Privacy' }))
    .toHaveAttribute('href', '/privacy/index.html#che-cosa-resta')
  await expect.element(dialog().getByRole('button', { name: 'Annulla' })).toHaveFocus()
  // In the middle of the window, whatever its size.
  const { left, right, top, bottom } = dialog().element().getBoundingClientRect()
  expect(left).toBeGreaterThan(0)
  expect(Math.abs(left + right - window.innerWidth)).toBeLessThan(3)
  expect(Math.abs(top + bottom - window.innerHeight)).toBeLessThan(3)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(open()).toHaveFocus()
})

test('without a plan, orders and a showcase none of them is mentioned', async () => {
  show({}, { ...erasure, trades: 1, ranked_days: 0, plan: null, open_orders: 0, has_showcase: false })
  await open().click()
  await expect.element(dialog().getByText('1 operazione osservata')).toBeVisible()
  expect(
    dialog()
      .getByText(/rimborsano|ordin[ei] apert|giorni di|vetrina/)
      .elements(),
  ).toHaveLength(0)
})

test('password and name are required, a wrong password stands at its field, and a right one signs out', async () => {
  let isRight = false
  const requests = show({
    [erase]: () =>
      isRight
        ? {
            body: {
              message: 'Account eliminato.',
              deleted_at: '2026-11-20T16:00:00.000Z',
              total_records_deleted: 9,
              deletion_summary: {},
            },
          }
        : { status: 422, body: { detail: 'Controlla i dati inseriti.', fields: { password: 'Password errata.' } } },
  })
  sessionStorage.setItem('profile-draft:chiara.neri', '{"bio":"x"}')
  await open().click()
  await go().click()
  await expect.element(dialog().getByText('Inserisci la password.')).toBeVisible()
  await expect.element(dialog().getByText('Scrivi chiara.neri per confermare.')).toBeVisible()
  await expect.element(password()).toHaveFocus()
  await password().fill('sbagliata')
  await name().fill('marta')
  await go().click()
  await expect.element(name()).toHaveFocus()
  expect(requests.filter(({ key }) => key === erase)).toHaveLength(0)
  await name().fill(' @Chiara.Neri ')
  await go().click()
  await expect.element(dialog().getByText('Password errata.')).toBeVisible()
  await expect.element(password()).toHaveFocus()
  isRight = true
  await password().fill('segreta')
  await go().click()
  await expect.poll(() => said).toEqual(['Account eliminato.'])
  expect(window.location.pathname + window.location.search).toBe('/')
  expect(readToken()).toBeNull()
  expect(sessionStorage.getItem('profile-draft:chiara.neri')).toBeNull()
  expect(requests.filter(({ key }) => key === erase).map(({ body }) => body)).toEqual([
    { password: 'sbagliata' },
    { password: 'segreta' },
  ])
})

test('with a second factor the code is required; also where it was turned on meanwhile', async () => {
  const answers = [
    { status: 422, body: { detail: 'Serve il codice.', error_type: 'TOTP_REQUIRED' } },
    { status: 422, body: { detail: 'Controlla i dati inseriti.', fields: { totp: 'Codice non valido.' } } },
  ]
  const requests = show({ [erase]: () => answers.shift()! })
  await open().click()
  expect(dialog().getByLabelText('Codice di verifica').elements()).toHaveLength(0)
  await fill()
  await go().click()
  const code = dialog().getByLabelText('Codice di verifica')
  await expect.element(dialog().getByText('Inserisci il codice.')).toBeVisible()
  await expect.element(code).toHaveFocus()
  await code.fill('123456')
  await go().click()
  await expect.element(dialog().getByText('Codice non valido.')).toBeVisible()
  expect(requests.filter(({ key }) => key === erase).map(({ body }) => body)).toEqual([
    { password: 'segreta' },
    { password: 'segreta', totp: '123456' },
  ])
})

test('a session that ended before the request erased nothing, and nothing else is claimed', async () => {
  show({ [erase]: gone, 'GET /api/account/profile': gone })
  await open().click()
  await fill()
  await go().click()
  await expect.poll(() => said).toEqual(['Sessione scaduta: l’account non è stato eliminato.'])
  await expect.element(dialog().getByText('L’account non è stato eliminato. Accedi di nuovo e riprova.')).toBeVisible()
})

test('where answer and session are lost the outcome is called unknown, also after another attempt', async () => {
  let isOver = false
  show({
    [erase]: () => (isOver ? gone() : { status: 502, body: {} }),
    'GET /api/account/profile': () => (isOver ? gone() : { body: {} }),
  })
  await open().click()
  await fill()
  await go().click()
  await expect.element(dialog().getByText(/Controlla la connessione e riprova/)).toBeVisible()
  isOver = true
  await go().click()
  const unknown = 'Non sappiamo se l’account è stato eliminato: prova ad accedere.'
  await expect.poll(() => said).toEqual([unknown])
  await expect
    .element(dialog().getByText('La risposta non è arrivata e la sessione è finita: prova ad accedere.'))
    .toBeVisible()
})

test('an answer that is lost with the session at the first attempt', async () => {
  let isSent = false
  show({
    [erase]: () => {
      isSent = true
      return { status: 502, body: {} }
    },
    'GET /api/account/profile': () => (isSent ? gone() : { body: {} }),
  })
  await open().click()
  await fill()
  await go().click()
  await expect.poll(() => said).toEqual(['Non sappiamo se l’account è stato eliminato: prova ad accedere.'])
})

test('the first click shows progress at once', async () => {
  let release = () => {}
  let attempts = 0
  show({
    [figures]: async () => {
      attempts += 1
      if (attempts > 1) {
        await new Promise<void>((resolve) => {
          release = resolve
        })
      }
      return { body: erasure }
    },
  })
  await open().click()
  await expect.element(page.getByRole('button', { name: 'Controllo...' })).toBeVisible()
  release()
  await expect.element(dialog()).toBeVisible()
})

test.each([
  [503, 'Non sappiamo se l’account è stato eliminato.'],
  [429, 'Account non eliminato.'],
] as const)('a refusal of %s leaves the account and the question', async (status, lead) => {
  show({
    [erase]: () => ({ status, body: { detail: 'Troppi tentativi. Riprova tra 5 minuti.' } }),
    'GET /api/account/profile': () => ({ body: {} }),
  })
  await open().click()
  await fill()
  await go().click()
  await expect.element(dialog().getByText(lead)).toBeVisible()
  expect(readToken()).toBe('prova')
  expect(said).toEqual([])
})

test('an admin reads why it is refused', async () => {
  show({}, { ...erasure, blocked: 'Un amministratore non può eliminare il proprio account.' })
  await expect.element(page.getByText('Questo account non si può eliminare.')).toBeVisible()
  await expect.element(page.getByText('Un amministratore non può eliminare il proprio account.')).toBeVisible()
  expect(open().elements()).toHaveLength(0)
})

test('figures that do not load can be requested again', async () => {
  let isUp = false
  serveCalls({ [figures]: () => (isUp ? { body: erasure } : { status: 503, body: { detail: 'Non ora.' } }) })
  mount(<DeletePanel username="chiara.neri" />)
  await expect.element(page.getByText('Non sappiamo che cosa perderesti.')).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(open()).toBeVisible()
})
