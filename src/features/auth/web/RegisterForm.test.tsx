import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connectToasts } from '#web/toasts.ts'
import type { ToastMessage } from '#web/toasts.ts'
import { readToken, writeToken } from '#web/token.ts'
import { mount } from '#web/testing/mount.tsx'
import './auth.css'
import { RegisterForm } from './RegisterForm.tsx'

const submit = () => page.getByRole('button', { name: 'Registrati' })
const field = (label: string) => page.getByLabelText(label, { exact: true })

const given = {
  'Nome visualizzato': 'Tommaso Galli',
  Username: 'tgalli.fx',
  Email: 'tommaso@galli.example',
  'Server del broker': 'ICMarkets-Live07',
  'Numero di conto': '51920384',
  Password: 'Sugar-paper-1880',
  'Conferma password': 'Sugar-paper-1880',
}

/** What the server answers, call by call; nobody suggests a server. */
function answers(...list: { status: number; body: unknown }[]) {
  const waiting = [...list]
  return vi.spyOn(window, 'fetch').mockImplementation((path) => {
    if (String(path).startsWith('/api/broker-servers')) return Promise.resolve(Response.json({ servers: [] }))
    const { status, body } = waiting.shift() ?? { status: 500, body: null }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
}

const registrations = (calls: ReturnType<typeof answers>) =>
  calls.mock.calls.filter(([path]) => path === '/api/auth/register').length

async function fill(change: Partial<typeof given> = {}) {
  for (const [label, value] of Object.entries({ ...given, ...change })) await field(label).fill(value)
  await choose('Ital', 'Italia')
}

/** Types into the country's field and takes the first that is found. */
async function choose(typed: string, name: string) {
  await field('Paese').fill(typed)
  await expect.element(page.getByRole('option', { name })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Paese')).toHaveValue(name)
}

async function acceptTerms() {
  await page.getByRole('checkbox').click()
  const text = page.getByRole('region', { name: 'Testo dei Termini e Condizioni' })
  await expect.element(text).toBeVisible()
  text.element().scrollTop = text.element().scrollHeight
  await page.getByRole('button', { name: 'Accetto' }).click()
}

async function confirm() {
  await submit().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' }).click()
}

beforeEach(() => {
  writeToken(null)
  window.history.replaceState({}, '', '/?view=auth&form=register')
})
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
  window.sessionStorage.clear()
})

test('the button is off, and says why, until the terms are accepted', async () => {
  mount(<RegisterForm />)
  await expect.element(submit()).toBeDisabled()
  await expect.element(page.getByText('Il pulsante si attiva quando accetti i termini.')).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeChecked()
  await acceptTerms()
  await expect.element(submit()).toBeEnabled()
  await expect.element(page.getByRole('checkbox')).toBeChecked()
  await expect.element(page.getByText(/Hai accettato i/)).toBeVisible()
  await page.getByRole('checkbox').click()
  await expect.element(submit()).toBeDisabled()
})

test('closing the terms without accepting leaves the box empty', async () => {
  mount(<RegisterForm />)
  await page.getByRole('button', { name: 'Termini e Condizioni' }).click()
  await page.getByRole('button', { name: 'Annulla' }).click()
  await expect.element(page.getByRole('checkbox')).not.toBeChecked()
  await expect.element(submit()).toBeDisabled()
})

test('the two passwords are compared while typing', async () => {
  mount(<RegisterForm />)
  await field('Password').fill('Sugar-paper-1880')
  await field('Conferma password').fill('Sugar')
  await expect.element(page.getByText('Le password non corrispondono')).toBeVisible()
  await expect.element(field('Conferma password')).toHaveAttribute('aria-invalid', 'true')
  await field('Conferma password').fill('Sugar-paper-1880')
  await expect.element(page.getByText('Le password corrispondono')).toBeVisible()
  await field('Password').fill('altra')
  await expect.element(page.getByText('Le password non corrispondono')).toBeVisible()
})

test('a password can be shown, and text can be pasted into it', async () => {
  mount(<RegisterForm />)
  await expect.element(field('Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostra password', exact: true }).click()
  await expect.element(field('Password')).toHaveAttribute('type', 'text')
  const paste = new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true })
  field('Password').element().dispatchEvent(paste)
  expect(paste.defaultPrevented).toBe(false)
})

test('each fault stands at its field and in the summary, and nothing is sent', async () => {
  const calls = answers()
  mount(<RegisterForm />)
  await acceptTerms()
  await fill({ 'Nome visualizzato': 'T', 'Numero di conto': '12a', 'Conferma password': 'Sugar-paper-1881' })
  await submit().click()
  const summary = page.getByRole('alert')
  await expect.element(summary.getByText('Controlla i dati inseriti.')).toBeVisible()
  await expect.element(summary.getByText('Nome visualizzato: Minimo 2 caratteri')).toBeVisible()
  await expect.element(summary.getByText('Numero di conto: Solo cifre, al massimo 20.')).toBeVisible()
  await expect.element(field('Nome visualizzato')).toHaveAccessibleDescription('Minimo 2 caratteri')
  await expect.element(field('Numero di conto')).toHaveAttribute('aria-invalid', 'true')
  expect(document.activeElement).toBe(field('Nome visualizzato').element())
  await expect
    .element(summary.getByText('Conferma password: Le password non corrispondono. Ricontrolla entrambi i campi.'))
    .toBeVisible()
  expect(registrations(calls)).toBe(0)
})

test('the popup shows what will be sent, never a password, and Annulla sends nothing', async () => {
  const calls = answers()
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await submit().click()
  const popup = page.getByRole('alertdialog', { name: 'Conferma Registrazione' })
  await expect.element(popup.getByText('tommaso@galli.example')).toBeVisible()
  await expect.element(popup.getByText('Italia')).toBeVisible()
  await expect.element(popup.getByText('Non inserita')).toBeVisible()
  await expect.element(popup.getByText('@tgalli.fx')).toBeVisible()
  await expect.element(popup.getByText(/^Accettati il \d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}$/)).toBeVisible()
  expect(popup.element().textContent).not.toContain('Sugar-paper-1880')
  await popup.getByRole('button', { name: 'Annulla' }).click()
  await expect.poll(() => popup.elements()).toHaveLength(0)
  expect(registrations(calls)).toBe(0)
  for (const [label, value] of Object.entries(given)) await expect.element(field(label)).toHaveValue(value)
  await expect.element(field('Paese')).toHaveValue('Italia')
  await expect.element(page.getByText(/Hai accettato i/)).toBeVisible()
  await submit().click()
  await expect.element(popup).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => popup.elements()).toHaveLength(0)
  expect(registrations(calls)).toBe(0)
})

test('a double click on Conferma is one request', async () => {
  const calls = answers({ status: 201, body: { message: 'ok', user: {} } })
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await submit().click()
  const button = page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' })
  await expect.element(button).toBeVisible()
  const element = button.element() as HTMLElement
  element.click()
  element.click()
  await expect.element(offer()).toBeVisible()
  expect(registrations(calls)).toBe(1)
})

test('a password that the server would refuse is told before the popup', async () => {
  const calls = answers()
  mount(<RegisterForm />)
  await acceptTerms()
  await fill({ Password: 'tommaso.galli', 'Conferma password': 'tommaso.galli' })
  await submit().click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Controlla i dati inseriti. Password: La password non deve contenere il tuo nome, la tua email o il nome del sito.',
    )
  await expect.poll(() => document.activeElement).toBe(field('Password').element())
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  expect(registrations(calls)).toBe(0)
})

test.each([
  ['Username', 'admin', 'Questo nome utente è riservato.'],
  ['Username', 'a b', 'Da 3 a 30 caratteri: lettere, cifre, punto, trattino e trattino basso.'],
  ['Nome visualizzato', 'Tommaso\u202eGalli', 'Il nome contiene caratteri invisibili o di controllo.'],
  ['Nome visualizzato', 'Tоmmaso', 'Il nome mescola alfabeti diversi: usane uno solo.'],
  ['Nome visualizzato', 'Staff TopTrader', 'Questo nome è riservato.'],
  ['Email', 'tommaso@', 'Inserisci un indirizzo email valido.'],
  ['Server del broker', ' ', 'Campo obbligatorio.'],
  ['Password', 'corta', 'Almeno 8 caratteri.'],
])('%s %j is refused at its field: %s', async (label, value, sentence) => {
  mount(<RegisterForm />)
  await acceptTerms()
  await fill({ [label]: value })
  await submit().click()
  await expect.element(page.getByRole('button', { name: `${label}: ${sentence}` })).toBeVisible()
  await expect.element(field(label)).toHaveAccessibleDescription(sentence)
})

test('a country that was not chosen is a fault at its field', async () => {
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await field('Paese').fill('')
  await submit().click()
  await page.getByRole('button', { name: 'Paese: Scegli un paese.' }).click()
  expect(document.activeElement).toBe(field('Paese').element())
  await expect.element(field('Paese')).toHaveAttribute('aria-invalid', 'true')
})

test.each([
  [{ status: 500, body: null }, 'Errore durante la registrazione'],
  [{ status: 422, body: { detail: 'Email troppo lunga.' } }, 'Email troppo lunga.'],
  [{ status: 429, body: { detail: 'Troppe richieste. Riprova più tardi.' } }, 'Troppe richieste. Riprova più tardi.'],
])('a failure closes the popup and says so in words', async (answer, sentence) => {
  answers(answer)
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await confirm()
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
  await expect.poll(() => document.activeElement?.contains(page.getByRole('alert').element())).toBe(true)
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  await expect.element(field('Username')).toHaveValue(given.Username)
})

test('what was typed outlives a reload of the tab, passwords do not, and it is gone once registered', async () => {
  const calls = answers({ status: 201, body: { message: 'ok', user: {} } })
  const host = mount(<RegisterForm />)
  await fill()
  await page.getByRole('textbox', { name: /^Password investitore/ }).fill('investitore-9')
  host.remove()
  const stored = JSON.stringify({ ...window.sessionStorage })
  for (const secret of ['Sugar-paper-1880', 'investitore-9']) expect(stored).not.toContain(secret)
  mount(<RegisterForm />)
  await expect.element(field('Username')).toHaveValue(given.Username)
  await expect.element(field('Paese')).toHaveValue('Italia')
  await expect.element(field('Server del broker')).toHaveValue(given['Server del broker'])
  await expect.element(field('Password')).toHaveValue('')
  await expect.element(submit()).toBeDisabled()
  await acceptTerms()
  await field('Password').fill(given.Password)
  await field('Conferma password').fill(given.Password)
  await confirm()
  await expect.element(offer()).toBeVisible()
  expect(registrations(calls)).toBe(1)
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain(given.Username)
})

test('a refusal closes the popup and stands at its field', async () => {
  const detail = 'Nome utente già in uso'
  answers({ status: 409, body: { detail, fields: { username: detail } } })
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await confirm()
  await expect.element(page.getByRole('alert')).toHaveTextContent(`${detail} Username: ${detail}`)
  await expect.element(field('Username')).toHaveAccessibleDescription(detail)
  await expect.element(page.getByRole('alert')).toBeInViewport()
  await page.getByRole('button', { name: `Username: ${detail}` }).click()
  expect(document.activeElement).toBe(field('Username').element())
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
})

test('without a connection the sentence is the registration’s own', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'))
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await confirm()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Errore di connessione durante la registrazione')
})

const offer = () => page.getByRole('alertdialog', { name: 'Attiva Basic Leaderboard?' })
const answerOffer = (name: string) => offer().getByRole('button', { name }).click()
const here = () => window.location.pathname + window.location.search

test.each([
  ['Attiva ora', null, '/?view=basic-subscribe'],
  ['Più tardi', null, '/?view=dashboard'],
  ['Attiva ora', '/?view=basic-subscribe&plan=basic_annual', '/?view=basic-subscribe&plan=basic_annual'],
  ['Attiva ora', '/?view=diamond-subscribe', '/?view=basic-subscribe'],
  ['Continua con Diamond', '/?view=diamond-subscribe&plan=annual', '/?view=diamond-subscribe&plan=annual'],
  ['Più tardi', '/?view=diamond-subscribe', '/?view=dashboard'],
  ['Più tardi', '/trader/marta', '/trader/marta'],
])(
  'a success offers Basic; "%s" signs in with what was registered and goes on (from %s)',
  async (name, wanted, there) => {
    const calls = answers(
      { status: 201, body: { message: 'ok', user: {} } },
      { status: 200, body: { access_token: 'token-di-prova', token_type: 'bearer' } },
    )
    mount(<RegisterForm wanted={wanted} />)
    await acceptTerms()
    await fill()
    await confirm()
    await expect.element(offer().getByText(/79,90\sUSDT/)).toBeVisible()
    expect(readToken()).toBeNull()
    expect(registrations(calls)).toBe(1)
    await answerOffer(name)
    await expect.poll(() => readToken()).toBe('token-di-prova')
    await expect.poll(here).toBe(there)
    const [[, init], [, entered]] = calls.mock.calls.filter(([path]) => String(path).startsWith('/api/auth/')) as [
      [string, RequestInit],
      [string, RequestInit],
    ]
    expect(JSON.parse(init?.body as string)).toMatchObject({
      username: 'tgalli.fx',
      country: 'IT',
      investor_password: '',
      terms_accepted_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    })
    expect(JSON.parse(entered.body as string)).toEqual({
      email: 'tommaso@galli.example',
      password: 'Sugar-paper-1880',
    })
  },
)

/** What is said from here on. */
function listen(): ToastMessage[] {
  const said: ToastMessage[] = []
  onTestFinished(connectToasts((message) => said.push(message)))
  // What no region has taken so far was said by other tests.
  said.length = 0
  return said
}

test('Esc is "Più tardi", and says where Basic is found', async () => {
  const said = listen()
  answers(
    { status: 201, body: { message: 'ok', user: {} } },
    { status: 200, body: { access_token: 'token-di-prova', token_type: 'bearer' } },
  )
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await confirm()
  await expect.element(offer()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(here).toBe('/?view=dashboard')
  expect(said.map(({ text }) => text)).toEqual([
    'Registrazione completata. Puoi attivare Basic Leaderboard in seguito dal menu.',
  ])
})

test('where the sign in fails after a success, the account stands and the sign in leads on', async () => {
  const said = listen()
  answers({ status: 201, body: { message: 'ok', user: {} } }, { status: 429, body: { detail: 'Troppe richieste.' } })
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await confirm()
  await answerOffer('Attiva ora')
  await expect.poll(here).toBe(`/?view=auth&return=${encodeURIComponent('/?view=basic-subscribe')}`)
  expect(readToken()).toBeNull()
  expect(said).toEqual([
    { text: 'Registrazione completata! Effettua login per attivare Basic Leaderboard.', tone: 'warn' },
  ])
})

test('Enter in a field does not get round the terms', async () => {
  const calls = answers()
  mount(<RegisterForm />)
  await fill()
  await field('Conferma password').click()
  await userEvent.keyboard('{Enter}')
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  expect(registrations(calls)).toBe(0)
})
