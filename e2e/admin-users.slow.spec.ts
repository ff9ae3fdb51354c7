import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { admin, exportList } from './admin.ts'
import { enter, password, person } from './buyers.ts'
import { expect, expectAccessible, expectEveryLook, test } from './fixtures.ts'
import { registered, signedIn } from './traders.ts'

// A wrong password answers 422; a deactivated user is refused, 401 or 403.
test.use({ refusals: /^Failed to load resource: .* (401|403|422)/, actionTimeout: 15_000 })

const ugo = { ...person('ugo.lista', 'Ugo Lista', '51230991'), secret: 'solo-lettura-ugo-42' }

/** With an investor password, and a name that begins a formula. */
async function withSecret(request: APIRequestContext): Promise<void> {
  const { secret, ...who } = ugo
  const made = await request.post('/api/auth/register', {
    data: {
      ...who,
      country: 'IT',
      investor_password: secret,
      confirm_password: password,
      terms_accepted_at: new Date().toISOString(),
    },
  })
  expect(made.status()).toBe(201)
}

test('users are found, given a plan, shown with a reason, deactivated and activated again, and exported', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await withSecret(request)
  const others = Array.from({ length: 3 }, (_, index) =>
    person(`lista.altro${index}`, `Altro ${index}`, `5123099${index + 2}`),
  )
  for (const one of others) await registered(request, one)

  await test.step('who is signed out signs in and comes back; who is no admin reads one sentence', async () => {
    await page.goto('/?view=admin&page=users')
    await page.getByRole('main').getByRole('link', { name: 'Accedi/Registrati' }).click()
    await page.getByLabel('Email o username').fill(ugo.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pagina riservata' })).toBeVisible()
    await expect(page.getByText('Questa pagina è per gli amministratori di TopTrader.')).toBeVisible()
    await expect(page).toHaveTitle('Utenti: amministrazione · TopTrader')
  })

  await enter(page, request, admin)
  await test.step('the tab finds a user and gives a plan', async () => {
    await page.getByRole('button', { name: 'Pannello admin' }).click()
    await page.getByRole('tab', { name: 'Utenti' }).click()
    await page.getByRole('searchbox', { name: 'Cerca nome, email o conto' }).fill(ugo.account_number)
    await expect(page.getByText('1–1 di 1')).toBeVisible()
    await page.getByRole('button', { name: 'Azioni per Ugo Lista' }).click()
    await page.getByRole('menuitem', { name: 'Assegna un piano' }).click()
    await page.getByRole('alertdialog').getByLabel('Tipo').selectOption('basic')
    await page.getByRole('button', { name: '30 giorni' }).click()
    await page.getByRole('button', { name: 'Assegna', exact: true }).click()
    await expect(page.getByText(/^Piano assegnato a @ugo\.lista: scade il /)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Ugo Lista' }).getByText('Basic')).toBeVisible()
    await expectAccessible(page)
  })

  const opener = page.getByRole('button', { name: 'Ugo Lista', exact: true })
  await test.step('the panel leads to all of them, with what was searched, and makes room', async () => {
    await page.getByRole('link', { name: 'Vedi tutti (Utenti)' }).click()
    await expect(page).toHaveURL(`/?view=admin&page=users&q=${ugo.account_number}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Utenti' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Espandi' })).toBeVisible()
    await page.getByRole('dialog', { name: 'Pannello admin' }).getByRole('button', { name: 'Chiudi' }).click()
    await expect(page.getByText('1 risultato')).toBeVisible()
  })

  await test.step('by keyboard: opens the row, and is shown the investor password with a reason', async () => {
    await page.keyboard.press('j')
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    const detail = page.getByRole('region', { name: 'Dettagli: Ugo Lista' })
    await expect(detail.getByText(/^Basic fino al /)).toBeVisible()
    await page.getByRole('button', { name: 'Mostra la password investitore di Ugo Lista' }).press('Enter')
    await page.getByRole('textbox', { name: 'La tua password' }).fill('sbagliata-1')
    await page.getByLabel('Motivo').fill('Verifica del conto')
    await page.keyboard.press('Enter')
    await expect(page.getByText('La password non è corretta: riscrivila.')).toBeVisible()
    await page.getByRole('textbox', { name: 'La tua password' }).fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(ugo.secret)).toBeVisible()
    await page.getByRole('button', { name: 'Nascondi' }).press('Enter')
    await expect(page.getByText(ugo.secret)).toHaveCount(0)
  })

  await test.step('shuts out and lets in again', async () => {
    await page.getByRole('region', { name: 'Dettagli: Ugo Lista' }).getByRole('button', { name: 'Disattiva' }).click()
    await page.clock.fastForward(500)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disattiva' }).click()
    await expect(page.getByText('@ugo.lista è disattivato.')).toBeVisible()
    const refused = await request.post('/api/auth/login', { data: { email: ugo.email, password } })
    expect(refused.ok()).toBe(false)
    await page.getByRole('combobox', { name: 'Stato' }).selectOption('deactivated')
    await expect(page).toHaveURL(/state=deactivated/)
    await opener.click()
    await page.getByRole('region', { name: 'Dettagli: Ugo Lista' }).getByRole('button', { name: 'Riattiva' }).click()
    await page.clock.fastForward(500)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Riattiva' }).click()
    await expect(page.getByText('@ugo.lista è riattivato.')).toBeVisible()
    await expect(page.getByText('Nessun utente con questi filtri.')).toBeVisible()
    await signedIn(request, ugo)
  })

  await test.step('sorts and filters, and goes back', async () => {
    await page.goto('/?view=admin&page=users&q=lista')
    await expect(page.getByText('4 risultati')).toBeVisible()
    await page.getByRole('link', { name: 'Utente', exact: true }).click()
    const names = page.getByRole('row').getByRole('rowheader')
    await expect(names.first()).toContainText('lista.altro0')
    await page.getByRole('link', { name: 'Utente', exact: true }).click()
    await expect(names.first()).toContainText('ugo.lista')
    await page.goBack()
    await expect(names.first()).toContainText('lista.altro0')
    await page.reload()
    await expect(names.first()).toContainText('lista.altro0')
    await opener.click()
    await expect(page.getByText(/^Basic fino al /)).toBeVisible()
    await expectEveryLook(page, [1440, 1024, 768, 390, 360])
  })

  await test.step('takes what is filtered as a file', async () => {
    const file = await exportList(page)
    expect(file.suggestedFilename()).toMatch(/^toptrader-utenti-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.trimEnd().split('\r\n')).toHaveLength(5)
    expect(text).toContain('"ugo.lista"')
    expect(text).not.toContain(ugo.secret)
  })
})
