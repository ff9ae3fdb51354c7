import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { readToken, writeToken } from '#web/storage/token.ts'
import authSheet from '#features/auth/web/auth.css?inline'
import { AuthView } from '#features/auth/web/AuthView.tsx'

withSheets(authSheet)

function at(address: string) {
  window.history.replaceState({}, '', address)
  mount(<AuthView />)
}

/** The answers of the next calls in order. The last one repeats. */
function answers(...list: [status: number, body: unknown][]) {
  const waiting = [...list]
  return vi.spyOn(window, 'fetch').mockImplementation(() => {
    const [status, body] = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? [500, null]
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
}
const sentBodies = () =>
  vi.mocked(window.fetch).mock.calls.map(([, init]) => JSON.parse(init?.body as string) as Record<string, string>)
const offline = () => vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'))

beforeEach(() => writeToken(null))
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
  window.sessionStorage.clear()
  window.history.replaceState({}, '', '/')
})

const sent = { message: 'Se l’indirizzo appartiene a un account…', is_available: true, support_email: null }
const askFor = async (email: string) => {
  await page.getByLabelText('Email').fill(email)
  await page.getByRole('button', { name: 'Recupera password' }).click()
}

test('a requested link says what to do, and not who is registered', async () => {
  answers([202, sent])
  at('/?view=auth&form=forgot')
  await askFor('marta@ferrero.example')
  const status = page.getByRole('status')
  await expect
    .element(status)
    .toHaveTextContent(
      'Controlla la posta. Se marta@ferrero.example appartiene a un account, tra poco riceverai un’email con un link valido un’ora.',
    )
  await expect.element(page.getByText('Non arriva? Guarda anche nella posta indesiderata.')).toBeVisible()
  await page.getByRole('button', { name: 'Usa un altro indirizzo o riprova' }).click()
  await expect.element(page.getByLabelText('Email')).toHaveValue('marta@ferrero.example')
})

test('without mail the screen says so, and names the support', async () => {
  answers([
    202,
    {
      message: 'Funzione di recupero password in sviluppo',
      is_available: false,
      support_email: 'aiuto@toptrader.example',
    },
  ])
  at('/?view=auth&form=forgot')
  await askFor('marta@ferrero.example')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Funzione di recupero password in sviluppo Per rientrare scrivi a aiuto@toptrader.example dall’indirizzo con cui ti sei registrato.',
    )
  await expect
    .element(page.getByRole('link', { name: 'aiuto@toptrader.example' }))
    .toHaveAttribute('href', 'mailto:aiuto@toptrader.example')
})

test('without a support address it links to the contact page', async () => {
  answers([202, { message: 'Funzione di recupero password in sviluppo', is_available: false, support_email: null }])
  at('/?view=auth&form=forgot')
  await askFor('marta@ferrero.example')
  await expect
    .element(page.getByRole('link', { name: 'scrivi all’assistenza' }))
    .toHaveAttribute('href', '/?view=contacts&subject=account-issues')
})

test.each([
  ['', 'Inserisci un indirizzo email valido.'],
  ['marta', 'Inserisci un indirizzo email valido.'],
])('%j is refused at the field, and nothing is asked', async (email, sentence) => {
  answers([500, null])
  at('/?view=auth&form=forgot')
  await askFor(email)
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(sentence)
  await expect.element(page.getByLabelText('Email')).toHaveFocus()
  expect(window.fetch).not.toHaveBeenCalled()
})

test('too many links: the wait as a text; no connection: its message', async () => {
  answers([429, { detail: 'Troppi tentativi. Riprova tra 12 minuti.' }])
  at('/?view=auth&form=forgot')
  await askFor('marta@ferrero.example')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Troppi tentativi. Riprova tra 12 minuti.')
  offline()
  await page.getByRole('button', { name: 'Recupera password' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Errore di connessione')
})

const token = 'a'.repeat(43)
const link = `/?view=auth&form=reset#token=${token}`
const choose = async (password: string, repeated = password) => {
  await page.getByLabelText('Nuova password', { exact: true }).fill(password)
  await page.getByLabelText('Conferma password', { exact: true }).fill(repeated)
  await page.getByRole('button', { name: 'Imposta la nuova password' }).click()
}

test('the link’s token disappears from the address and the history at once, and is sent with the new password', async () => {
  answers([200, { message: 'Password aggiornata: ora accedi con quella nuova.', revoked_sessions: 1 }])
  const before = window.history.length
  at(link)
  await expect.element(page.getByRole('heading', { name: 'Nuova password' })).toBeVisible()
  await expect.poll(() => window.location.hash).toBe('')
  expect(window.location.search).toBe('?view=auth&form=reset')
  expect(window.history.length).toBe(before)
  await choose('Sugar-paper-1880')
  await expect.element(page.getByRole('status').filter({ hasText: 'Password aggiornata.' })).toBeVisible()
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Accedi' }).last())
    .toHaveAttribute('href', '/?view=auth')
  expect(sentBodies()).toEqual([{ token, new_password: 'Sugar-paper-1880', confirm_password: 'Sugar-paper-1880' }])
})

test('a used link leads to a new one, and a later link opened in the same tab works', async () => {
  answers([
    400,
    { detail: 'Questo link è scaduto o è già stato usato: chiedine uno nuovo.', error_type: 'RESET_LINK_DEAD' },
  ])
  at(link)
  await choose('Sugar-paper-1880')
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Questo link è scaduto o è già stato usato.' }))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Chiedi un nuovo link' }))
    .toHaveAttribute('href', '/?view=auth&form=forgot')
  window.location.hash = `token=${'b'.repeat(43)}`
  await expect.element(page.getByLabelText('Nuova password', { exact: true })).toBeVisible()
  expect(window.location.hash).toBe('')
})

test('without a token the page says what to do', async () => {
  at('/?view=auth&form=reset')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Manca il link. Apri di nuovo quello che hai ricevuto per email, o chiedine un altro.')
})

test('two different passwords, and the server’s refusals, are reported at their fields', async () => {
  answers([422, { detail: 'x', fields: { new_password: 'Questa password è tra le più usate: scegline un’altra.' } }])
  at(link)
  await choose('Sugar-paper-1880', 'Sugar-paper-1881')
  await expect
    .element(page.getByLabelText('Conferma password', { exact: true }))
    .toHaveAccessibleDescription('Le password non corrispondono. Ricontrolla entrambi i campi.')
  expect(window.fetch).not.toHaveBeenCalled()
  await choose('Sugar-paper-1880')
  const field = page.getByLabelText('Nuova password', { exact: true })
  await expect.element(field).toHaveAccessibleDescription(/^Questa password è tra le più usate/)
  await expect.element(field).toHaveFocus()
  offline()
  await page.getByRole('button', { name: 'Imposta la nuova password' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Errore di connessione. La risposta non è arrivata: forse la password è già cambiata. Prova ad accedere con la nuova password, o riprova qui.',
    )
})

test('a reload keeps the link until it is used; the ended session is discarded', async () => {
  answers([200, { message: 'Password aggiornata: ora accedi con quella nuova.', revoked_sessions: 1 }])
  writeToken('sessione-morta')
  window.history.replaceState({}, '', link)
  const before = mount(<AuthView />)
  await expect.element(page.getByLabelText('Nuova password', { exact: true })).toBeVisible()
  before.remove()
  at('/?view=auth&form=reset')
  await choose('Sugar-paper-1880')
  await expect.element(page.getByRole('status').filter({ hasText: 'Password aggiornata.' })).toBeVisible()
  expect(sentBodies()).toMatchObject([{ token }])
  expect(readToken()).toBeNull()
  expect(window.sessionStorage.getItem('reset_token')).toBeNull()
})

test('the text typed at the sign-in is filled in where a link is requested', async () => {
  window.history.replaceState({}, '', '/?view=auth')
  const before = mount(<AuthView />)
  await page.getByLabelText('Email o username').fill('marta@ferrero.example')
  const resetLink = page.getByRole('link', { name: 'Password dimenticata?' })
  resetLink.element().addEventListener('click', (event) => event.preventDefault())
  await resetLink.click()
  before.remove()
  at('/?view=auth&form=forgot')
  await expect.element(page.getByLabelText('Email')).toHaveValue('marta@ferrero.example')
})

const wanted = { detail: 'Serve anche il codice dell’app di autenticazione.', error_type: 'TOTP_REQUIRED' }
const wrong = {
  detail: 'Il codice non è valido o è già stato usato: aspetta il prossimo e riprova.',
  error_type: 'TOTP_INVALID',
}
const opened = { access_token: 'token-di-prova', is_limited: false }
const enter = async () => {
  await page.getByLabelText('Email o username').fill('marta')
  await page.getByLabelText('Password', { exact: true }).fill('Sugar-paper-1880')
  await page.getByRole('button', { name: 'Accedi' }).click()
}

test('the second factor is requested, by keyboard alone; a wrong code is reported at its field', async () => {
  answers([401, wanted], [401, wrong], [200, opened])
  at('/?view=auth')
  await enter()
  const code = page.getByLabelText('Codice di verifica')
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await userEvent.keyboard('000000{Enter}')
  await expect.element(code).toHaveAccessibleDescription(wrong.detail)
  await expect.element(code).toHaveFocus()
  // The wrong text is selected: typing replaces it.
  await userEvent.keyboard('123456{Enter}')
  await expect.poll(() => readToken()).toBe('token-di-prova')
  expect(sentBodies().map(({ totp }) => totp)).toEqual([undefined, '000000', '123456'])
  await expect.poll(() => window.location.search).toBe('?view=dashboard')
})

test('a reload before the code keeps the name, not the password, and says so', async () => {
  answers([401, wanted])
  window.history.replaceState({}, '', '/?view=auth')
  const before = mount(<AuthView />)
  await enter()
  await expect.element(page.getByRole('heading', { name: 'Secondo fattore' })).toBeVisible()
  before.remove()
  at('/?view=auth')
  await expect.element(page.getByLabelText('Email o username')).toHaveValue('marta')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('')
  await expect.element(page.getByText('Ricomincia dalla password.')).toBeVisible()
})

test('an earlier refusal disappears with the next attempt', async () => {
  answers([401, { detail: 'Credenziali non valide', error_type: 'INVALID_CREDENTIALS' }])
  at('/?view=auth')
  await enter()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await page.getByLabelText('Password', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(0)
})

test('a recovery code can replace it, and the way back keeps the typed texts', async () => {
  answers([401, wanted], [401, wrong])
  at('/?view=auth')
  await enter()
  await page.getByRole('button', { name: 'Usa un codice di recupero' }).click()
  await expect.element(page.getByLabelText('Codice di recupero')).toHaveFocus()
  await page.getByRole('button', { name: 'Verifica' }).click()
  await expect.element(page.getByLabelText('Codice di recupero')).toHaveAccessibleDescription('Inserisci il codice.')
  await userEvent.keyboard('0000-0000-0000-0000{Enter}')
  await expect
    .element(page.getByLabelText('Codice di recupero'))
    .toHaveAccessibleDescription('Il codice di recupero non è valido o è già stato usato: provane un altro.')
  await page.getByRole('button', { name: 'Torna indietro' }).click()
  await expect.element(page.getByLabelText('Email o username')).toHaveValue('marta')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
})

test('a password that was changed meanwhile leads back to the first step', async () => {
  answers([401, wanted], [401, { detail: 'Credenziali non valide', error_type: 'INVALID_CREDENTIALS' }])
  at('/?view=auth')
  await enter()
  await page.getByLabelText('Codice di verifica').fill('123456')
  await page.getByRole('button', { name: 'Verifica' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Credenziali non valide. Controlla i dati e riprova.')
})

test('after too many guesses the screen says how long to wait, or that a new password is needed', async () => {
  answers([429, { detail: 'Troppi tentativi. Riprova tra 30 secondi.', error_type: 'TOO_MANY_REQUESTS' }])
  at('/?view=auth')
  await enter()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Troppi tentativi. Riprova tra 30 secondi.')
  await expect.element(page.getByLabelText('Password', { exact: true })).not.toHaveAttribute('aria-invalid')
})

test('an admin without the second factor is led to its set-up', async () => {
  answers([200, { ...opened, is_limited: true }])
  at('/?view=auth')
  await enter()
  await expect.poll(() => window.location.search + window.location.hash).toBe('?view=account#sicurezza')
})
