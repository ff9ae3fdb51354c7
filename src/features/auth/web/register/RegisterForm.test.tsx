import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connectToasts } from '#web/toasts.ts'
import type { ToastMessage } from '#web/toasts.ts'
import { readToken } from '#web/storage/token.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import authSheet from '#features/auth/web/auth.css?inline'
import { RegisterForm } from './RegisterForm.tsx'
import {
  acceptTerms,
  answers,
  confirm,
  created,
  entered,
  field,
  fill,
  given,
  mountFilled,
  tabStorage,
  offer,
  registrations,
  startSignedOut,
  submit,
} from '#features/auth/web/testing/registering.ts'

withSheets(authSheet)

const answerOffer = (name: string) => offer().getByRole('button', { name }).click()
const here = () => window.location.pathname + window.location.search

startSignedOut()

test('the button is disabled, and says why, until the terms are accepted', async () => {
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

test.each([
  [{ status: 500, body: null }, 'Errore durante la registrazione'],
  [
    { status: 422, body: { detail: 'Email troppo lunga: al massimo 254 caratteri.' } },
    'Email troppo lunga: al massimo 254 caratteri.',
  ],
  [{ status: 429, body: { detail: 'Troppe richieste. Riprova più tardi.' } }, 'Troppe richieste. Riprova più tardi.'],
])('a failure closes the popup and says so in words', async (answer, sentence) => {
  answers(answer)
  await mountFilled(<RegisterForm />)
  await confirm()
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
  await expect.poll(() => document.activeElement?.contains(page.getByRole('alert').element())).toBe(true)
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  await expect.element(field('Username')).toHaveValue(given.Username)
})

test('typed texts survive a reload of the tab, passwords do not, and a registration clears them', async () => {
  const calls = answers(created, entered)
  const host = mount(<RegisterForm />)
  await fill()
  await page.getByRole('textbox', { name: /^Password investitore/ }).fill('investitore-9')
  host.remove()
  for (const secret of ['Sugar-paper-1880', 'investitore-9']) expect(tabStorage()).not.toContain(secret)
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
  expect(tabStorage()).not.toContain(given.Username)
})

test.each([
  ['Attiva ora', null, '/?view=basic-subscribe'],
  ['Più tardi', null, '/?view=dashboard'],
  ['Attiva ora', '/?view=basic-subscribe&plan=basic_annual', '/?view=basic-subscribe&plan=basic_annual'],
  ['Attiva ora', '/?view=diamond-subscribe', '/?view=basic-subscribe'],
  ['Continua con Diamond', '/?view=diamond-subscribe&plan=annual', '/?view=diamond-subscribe&plan=annual'],
  ['Più tardi', '/?view=diamond-subscribe', '/?view=dashboard'],
  ['Più tardi', '/trader/marta', '/trader/marta'],
])(
  'a success signs in with what was registered and offers Basic; "%s" goes on (from %s)',
  async (name, wanted, there) => {
    const calls = answers(created, entered)
    await mountFilled(<RegisterForm returnTo={wanted} />)
    await confirm()
    await expect.element(offer().getByText(/79,90\sUSDT/)).toBeVisible()
    expect(readToken()).toBe('token-di-prova')
    expect(registrations(calls)).toBe(1)
    await answerOffer(name)
    await expect.poll(here).toBe(there)
    const [registered, signedIn] = ['/api/auth/register', '/api/auth/login'].map((path) =>
      JSON.parse(calls.mock.calls.find(([called]) => called === path)?.[1]?.body as string),
    ) as unknown[]
    expect(registered).toMatchObject({
      username: 'tgalli.fx',
      country: 'IT',
      investor_password: '',
      terms_accepted_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    })
    expect(signedIn).toEqual({
      email: 'tommaso@galli.example',
      password: 'Sugar-paper-1880',
    })
  },
)

test('where mail is set up the offer says that a link was sent, and what it does', async () => {
  const message =
    'Apri il link che abbiamo inviato a tommaso@galli.example: finché non confermi, il tuo profilo non è pubblico.'
  answers(created, entered, { status: 200, body: { warnings: [{ code: 'email_unproven', message }] } })
  await mountFilled(<RegisterForm />)
  await confirm()
  await expect.element(offer().getByText(message)).toBeVisible()
  await answerOffer('Attiva ora')
})

/** All announcements from here on. */
function listen(): ToastMessage[] {
  const said: ToastMessage[] = []
  onTestFinished(connectToasts((message) => said.push(message)))
  // Announcements that no region has taken yet come from other tests.
  said.length = 0
  return said
}

test('Esc is "Più tardi", and names the place of Basic', async () => {
  const said = listen()
  answers(created, entered)
  await mountFilled(<RegisterForm />)
  await confirm()
  await expect.element(offer()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(here).toBe('/?view=dashboard')
  expect(said.map(({ text }) => text)).toEqual([
    'Registrazione completata. Puoi attivare Basic Leaderboard in seguito dal menu.',
  ])
})

test('when the sign-in fails after a registration, the account stays and the sign-in form opens', async () => {
  const said = listen()
  answers(created, { status: 429, body: { detail: 'Troppe richieste.' } })
  await mountFilled(<RegisterForm />)
  await confirm()
  await expect.poll(here).toBe(`/?view=auth&return=${encodeURIComponent('/?view=basic-subscribe')}`)
  expect(readToken()).toBeNull()
  expect(said).toEqual([
    { text: 'Registrazione completata! Effettua login per attivare Basic Leaderboard.', tone: 'warn' },
  ])
})

test('Enter in a field does not bypass the terms', async () => {
  const calls = answers()
  mount(<RegisterForm />)
  await fill()
  await field('Conferma password').click()
  await userEvent.keyboard('{Enter}')
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  expect(registrations(calls)).toBe(0)
})
