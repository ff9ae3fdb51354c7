import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '#web/query.ts'
import { parseAddress } from '#web/router.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { readToken, writeToken } from '#web/storage/token.ts'
import authSheet from './auth.css?inline'
import { AuthView, view } from './AuthView.tsx'

withSheets(authSheet)

function at(address: string) {
  window.history.replaceState({}, '', address)
  mount(<AuthView />)
}

function answer(status: number, body: unknown) {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })))
}

beforeEach(() => writeToken(null))
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

test.each([
  ['/?view=auth', 'Accedi · TopTrader'],
  ['/?view=auth&form=register', 'Registrati · TopTrader'],
  ['/?view=auth&form=forgot', 'Password dimenticata · TopTrader'],
])('%s has its own title', (address, title) => {
  expect(view.head(parseAddress(address), {}, createQueryClient()).title).toBe(title)
})

test('each form has its address, and a link to the other', async () => {
  at('/?view=auth')
  await expect.element(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  const toRegister = page.getByRole('link', { name: 'Registrati' })
  await expect.element(toRegister).toHaveAttribute('href', '/?view=auth&form=register')
  at('/?view=auth&form=register&return=%2F%3Fview%3Ddiamond-subscribe')
  const toLogin = page.getByRole('link', { name: 'Accedi' })
  await expect.element(toLogin).toHaveAttribute('href', '/?view=auth&return=%2F%3Fview%3Ddiamond-subscribe')
  at('/?view=auth&form=register')
  await expect.element(page.getByRole('heading', { name: 'Registrati' })).toBeVisible()
})

test('the steps beside the form say from when an account is ranked: a sync alone does not do it', async () => {
  await page.viewport(1280, 800)
  at('/?view=auth')
  const steps = page.getByRole('complementary')
  await expect.element(steps.getByText(/Il conto è in classifica dalla prima operazione chiusa\.$/)).toBeVisible()
})

test.each([
  ['', '?view=dashboard'],
  [
    `&return=${encodeURIComponent('/?view=basic-subscribe&plan=basic_annual')}`,
    '?view=basic-subscribe&plan=basic_annual',
  ],
  ['&return=//evil.example/', '?view=dashboard'],
])('a right sign in keeps the token and goes on (%s)', async (wanted, search) => {
  answer(200, { access_token: 'token-di-prova', token_type: 'bearer' })
  at(`/?view=auth${wanted}`)
  await page.getByLabelText('Email o username').fill('marta@ferrero.example')
  await page.getByLabelText('Password', { exact: true }).fill('Sugar-paper-1880')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect.poll(() => readToken()).toBe('token-di-prova')
  await expect.poll(() => window.location.search).toBe(search)
})

test('a refused sign-in says so and keeps the typed texts', async () => {
  answer(401, { detail: 'Credenziali non valide' })
  at('/?view=auth')
  await page.getByLabelText('Email o username').fill('marta@ferrero.example')
  await page.getByLabelText('Password', { exact: true }).fill('sbagliata')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Credenziali non valide. Controlla i dati e riprova.')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByLabelText('Email o username')).toHaveValue('marta@ferrero.example')
  expect(readToken()).toBeNull()
})

test('empty fields are named and no request is sent', async () => {
  answer(500, {})
  at('/?view=auth')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect.element(page.getByLabelText('Email o username')).toHaveAccessibleDescription('Campo obbligatorio.')
  await expect
    .element(page.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription('Campo obbligatorio.')
  expect(window.fetch).not.toHaveBeenCalled()
})

test.each([
  [
    'no connection',
    () => vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline')),
    'Errore di connessione',
  ],
  ['an answer without a sentence', () => answer(502, null), "Errore durante l'autenticazione"],
])('%s has its sentence', async (_, prepare, sentence) => {
  prepare()
  at('/?view=auth')
  await page.getByLabelText('Email o username').fill('marta')
  await page.getByLabelText('Password', { exact: true }).fill('Sugar-paper-1880')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
})
