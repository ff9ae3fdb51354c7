import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
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
  offer,
  registrations,
  startSignedOut,
  submit,
} from '#features/auth/web/testing/registering.ts'

withSheets(authSheet)

startSignedOut()

test('each error stands at its field and in the summary, and nothing is sent', async () => {
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
  await field('Nome visualizzato').fill(given['Nome visualizzato'])
  await field('Numero di conto').fill(given['Numero di conto'])
  await field('Conferma password').fill(given['Conferma password'])
  await expect.poll(() => summary.elements()).toHaveLength(0)
})

test('a double click on Conferma is one request', async () => {
  const calls = answers(created, entered)
  await mountFilled(<RegisterForm />)
  await submit().click()
  const button = page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' })
  await expect.element(button).toBeVisible()
  const element = button.element() as HTMLElement
  element.click()
  element.click()
  await expect.element(offer()).toBeVisible()
  expect(registrations(calls)).toBe(1)
})

test('a password that the server would refuse is reported before the popup', async () => {
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

const refused = [
  ['Username', 'admin', 'Questo username è riservato: scegline un altro.'],
  ['Username', 'a b', 'Da 3 a 30 caratteri: lettere, cifre, punto, trattino e trattino basso.'],
  ['Nome visualizzato', 'Tommaso\u202eGalli', 'Il nome contiene caratteri invisibili o di controllo: toglili.'],
  ['Nome visualizzato', 'Tоmmaso', 'Il nome mescola alfabeti diversi: usane uno solo.'],
  ['Nome visualizzato', 'Staff TopTrader', 'Questo nome è riservato: scegline un altro.'],
  ['Email', 'tommaso@', 'Inserisci un indirizzo email valido.'],
  ['Server del broker', ' ', 'Campo obbligatorio.'],
  ['Password', 'corta', 'Almeno 8 caratteri.'],
] as const

test('each refused value is an error at its field', async () => {
  await mountFilled(<RegisterForm />)
  for (const [label, value, sentence] of refused) {
    await field(label).fill(value)
    await submit().click()
    await expect.element(page.getByRole('button', { name: `${label}: ${sentence}` })).toBeVisible()
    await expect.element(field(label)).toHaveAccessibleDescription(sentence)
    await field(label).fill(given[label])
  }
})

test('a missing country is an error at its field', async () => {
  mount(<RegisterForm />)
  await acceptTerms()
  await fill()
  await field('Paese').fill('')
  await submit().click()
  await page.getByRole('button', { name: 'Paese: Scegli un paese.' }).click()
  expect(document.activeElement).toBe(field('Paese').element())
  await expect.element(field('Paese')).toHaveAttribute('aria-invalid', 'true')
})

test('a refusal closes the popup and stands at its field', async () => {
  const detail = 'Nome utente già in uso'
  answers({ status: 409, body: { detail, fields: { username: detail } } })
  await mountFilled(<RegisterForm />)
  await confirm()
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Controlla i dati inseriti. Username: ${detail}`)
  await expect.element(field('Username')).toHaveAccessibleDescription(detail)
  await expect.element(page.getByRole('alert')).toBeInViewport()
  await page.getByRole('button', { name: `Username: ${detail}` }).click()
  expect(document.activeElement).toBe(field('Username').element())
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
})

test('without a connection the message is the registration’s own', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'))
  await mountFilled(<RegisterForm />)
  await confirm()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Errore di connessione durante la registrazione')
})
