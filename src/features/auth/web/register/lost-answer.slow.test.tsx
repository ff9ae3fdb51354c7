import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { navigate } from '#web/router.ts'
import { connectToasts } from '#web/toasts.ts'
import { readToken, writeToken } from '#web/storage/token.ts'
import '#features/auth/web/auth.css'
import { AuthView } from '#features/auth/web/AuthView.tsx'
import {
  answers,
  confirm,
  created,
  entered,
  field,
  mountFilled,
  offer,
  registrations,
  startSignedOut,
} from '#features/auth/web/testing/registering.ts'

const here = () => window.location.pathname + window.location.search
const taken = (code: string, field: string, detail: string) => ({
  status: 409,
  body: { detail, error_type: code, fields: { [field]: detail } },
})
const usernameTaken = taken('USERNAME_TAKEN', 'username', 'Nome utente già in uso')
const emailTaken = taken('EMAIL_TAKEN', 'email', 'Email già in uso: accedi, o usane un’altra.')
const unknown = { status: 401, body: { detail: 'Credenziali non valide', error_type: 'INVALID_CREDENTIALS' } }

async function register() {
  const host = await mountFilled(<AuthView />)
  await confirm()
  return host
}

function listen(): string[] {
  const said: string[] = []
  onTestFinished(connectToasts(({ text }) => said.push(text)))
  said.length = 0
  return said
}

startSignedOut()

test('a registration whose answer is lost signs in with the given data, and goes on', async () => {
  const calls = answers('lost', entered)
  await register()
  await expect.element(offer()).toBeVisible()
  expect(readToken()).toBe('token-di-prova')
  expect(registrations(calls)).toBe(1)
})

test('when both answers were lost, the next attempt finds the account and reports no taken name', async () => {
  const calls = answers('lost', 'lost', usernameTaken, entered)
  await register()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Errore di connessione durante la registrazione')
  await confirm()
  await expect.element(offer()).toBeVisible()
  expect(registrations(calls)).toBe(2)
})

test('a name that another person has is reported after a lost answer too', async () => {
  answers('lost', unknown, usernameTaken, unknown)
  await register()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await confirm()
  await expect.element(page.getByRole('button', { name: 'Username: Nome utente già in uso' })).toBeVisible()
  expect(readToken()).toBeNull()
})

test('a taken e-mail is reported once, with the ways on', async () => {
  answers(emailTaken)
  await register()
  const summary = page.getByRole('alert')
  await expect.element(summary.getByText('Controlla i dati inseriti.')).toBeVisible()
  expect(summary.element().textContent.split('Email già in uso: accedi, o usane un’altra.')).toHaveLength(2)
  await expect.element(summary.getByRole('link', { name: 'Accedi' })).toHaveAttribute('href', '/?view=auth')
  await expect
    .element(summary.getByRole('link', { name: 'Password dimenticata?' }))
    .toHaveAttribute('href', '/?view=auth&form=forgot')
})

test('the tab remembers that the offer is open', async () => {
  answers(created, entered)
  await register()
  await expect.element(offer()).toBeVisible()
  expect(window.sessionStorage.getItem('registration_offer')).not.toBeNull()
})

test('a page that loads while the offer is open shows it', async () => {
  window.sessionStorage.setItem('registration_offer', 'open')
  writeToken('token-di-prova')
  mount(<AuthView />)
  await expect.element(offer()).toBeVisible()
  expect(here()).toBe('/?view=auth&form=register')
})

test('a step back from the offer says that the account exists', async () => {
  const said = listen()
  answers(created, entered)
  await register()
  await expect.element(offer()).toBeVisible()
  navigate('/?view=auth')
  await expect.poll(here).toBe('/?view=dashboard')
  expect(said).toEqual(['Registrazione completata. Puoi attivare Basic Leaderboard in seguito dal menu.'])
  expect(window.sessionStorage.getItem('registration_offer')).toBeNull()
})

test.each([
  ['/?view=auth', '/?view=dashboard'],
  ['/?view=auth&form=register', '/?view=dashboard'],
  ['/?view=auth&return=%2Ftrader%2Fmarta', '/trader/marta'],
])('who is signed in goes on from %s to %s', async (from, to) => {
  window.history.replaceState({}, '', from)
  writeToken('token-di-prova')
  mount(<AuthView />)
  await expect.poll(here).toBe(to)
})

test('a signed-in user may set a new password', async () => {
  window.history.replaceState({}, '', '/?view=auth&form=forgot')
  writeToken('token-di-prova')
  mount(<AuthView />)
  await expect.element(page.getByRole('heading', { name: 'Password dimenticata' })).toBeVisible()
  expect(here()).toBe('/?view=auth&form=forgot')
})

test('a ticked box looks ticked in forced colours, which draw no picture', async () => {
  mount(<AuthView />)
  await expect.element(field('Username')).toBeVisible()
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  expect(textOf(rules)).toMatch(/forced-colors: active\)[^}]*\{[^@]*\.check input \{ appearance: auto/)
})

const textOf = (rules: readonly CSSRule[]) => rules.map((rule) => rule.cssText).join('\n')
