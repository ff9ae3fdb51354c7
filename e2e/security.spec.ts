import type { APIRequestContext, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { password, person, signInAs } from './buyers.ts'
import { expect, test } from './fixtures.ts'
import { press, typeInto } from './keyboard.ts'
import { mailed } from './mailbox.ts'
import { signedIn } from './traders.ts'

// The browser itself logs each 401: a password without its code, a wrong code.
test.use({ refusals: /^Failed to load resource: .* 401 / })

const who = person('sara.guardia', 'Sara Guardia', '51230311')
const second = 'Onda-lunga-1912-blu'
const third = 'Faro-verde-2040-nord'
const stepMs = 30_000

test('password, second factor, sessions, a lost password and the way out, by keyboard alone', async ({
  page,
  request,
}) => {
  const { keyboard } = page
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto('/')
  await signInAs(page, request, who)
  const old = await signedIn(request, who)
  await page.goto('/?view=account#sicurezza')
  await expect(page.getByRole('button', { name: 'Attiva il secondo fattore' })).toBeVisible()

  await test.step('a new password ends every other session', async () => {
    await typeInto(page, 'Password attuale', password)
    await typeInto(page, 'Nuova password', second)
    await typeInto(page, 'Conferma nuova password', second)
    await keyboard.press('Enter')
    await expect(page.getByText('Password aggiornata. 1 altra sessione chiusa.')).toBeVisible()
    expect(await dashboardStatus(request, old)).toBe(401)
  })

  await test.step('one session among others is closed', async () => {
    const other = await signedIn(request, { ...who, password: second })
    await page.reload()
    await expect(page.getByText('Questa sessione')).toBeVisible()
    await press(page, /^Chiudi la sessione /)
    await expect(page.getByText('Sessione chiusa.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Chiudi la sessione / })).toHaveCount(0)
    expect(await dashboardStatus(request, other)).toBe(401)
  })

  const { app, used } = await test.step('the second factor goes on with a code of the app', async () => {
    await press(page, 'Attiva il secondo fattore')
    await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused()
    await keyboard.type(second)
    await keyboard.press('Enter')
    await expect(page.getByLabel('Codice di verifica')).toBeFocused()
    await expect(page.getByRole('img', { name: /^Codice QR/ })).toBeVisible()
    const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    const made = new TOTP({ secret: secret.replaceAll(' ', '') })
    const code = made.generate()
    await keyboard.type(code)
    await keyboard.press('Enter')
    await expect(page.getByText('Salva questi codici di recupero: li vedi solo ora.')).toBeVisible()
    return { app: made, used: code }
  })
  const recovery = await page
    .getByRole('listitem')
    .getByText(/^\w{4}(-\w{4}){3}$/)
    .allTextContents()
  await test.step('its recovery codes are kept', async () => {
    expect(recovery).toHaveLength(10)
    await press(page, 'Ho salvato i codici')
    await expect(page.getByText(/^Attivo dal .* 10 di 10\.$/)).toBeVisible()
    await mailed(request, who.email, /è stato attivato il secondo fattore/)
  })

  await test.step('out, and in again with the code', async () => {
    await leave(page)
    await press(page, 'Accedi/Registrati', 'link')
    await expect(title('Accedi')).toBeFocused()
    await giveNameAndPassword(page, second)
    await expect(page.getByLabel('Codice di verifica')).toBeFocused()
    // The first code is used up; the next one is valid already.
    await keyboard.type(used)
    await keyboard.press('Enter')
    await expect(page.getByLabel('Codice di verifica')).toHaveAccessibleDescription(/^Il codice non è valido/)
    await typeInto(page, 'Codice di verifica', app.generate({ timestamp: Date.now() + stepMs }))
    await keyboard.press('Enter')
    await expect(title('Dashboard')).toBeFocused()
  })

  const link = await test.step('out, and the password is lost: a mail comes', async () => {
    await leave(page)
    await press(page, 'Accedi/Registrati', 'link')
    await expect(title('Accedi')).toBeFocused()
    await press(page, 'Password dimenticata?', 'link')
    await expect(title('Password dimenticata')).toBeFocused()
    await typeInto(page, 'Email', who.email)
    await keyboard.press('Enter')
    await expect(page.getByText(/^Se sara\.guardia@example\.org appartiene a un account/)).toBeVisible()
    return mailed(request, who.email, /^http\S+form=reset#token=\S+$/m)
  })

  await test.step('its link sets a new one, once', async () => {
    expect(link.startsWith(new URL('/?view=auth&form=reset#token=', page.url()).href)).toBe(true)
    await page.goto(link)
    await expect(title('Nuova password')).toBeVisible()
    await expect(page).not.toHaveURL(/token/)
    await typeInto(page, 'Nuova password', third)
    await typeInto(page, 'Conferma password', third)
    await keyboard.press('Enter')
    await expect(page.getByText('Abbiamo chiuso ogni sessione aperta: accedi con la nuova password.')).toBeVisible()
    const again = await request.post('/api/auth/reset-password', {
      data: { token: link.split('#token=')[1], new_password: second, confirm_password: second },
    })
    expect(await again.json()).toMatchObject({ error_type: 'RESET_LINK_DEAD' })
  })

  await test.step('in with it, and with a recovery code', async () => {
    await press(page, 'Accedi', 'link')
    await expect(title('Accedi')).toBeFocused()
    await giveNameAndPassword(page, third)
    await press(page, 'Usa un codice di recupero')
    await expect(page.getByLabel('Codice di recupero')).toBeFocused()
    await keyboard.type(recovery[0] ?? '')
    await keyboard.press('Enter')
    await expect(title('Dashboard')).toBeFocused()
  })

  await test.step('the account goes only with a code', async () => {
    await press(page, /^Il tuo account/, 'link')
    await expect(title('Il tuo account')).toBeFocused()
    await press(page, 'Elimina l’account')
    const question = page.getByRole('alertdialog', { name: 'Eliminare l’account?' })
    await expect(question.getByRole('button', { name: 'Annulla' })).toBeFocused()
    await typeInto(page, 'Password', third)
    await typeInto(page, 'Codice di verifica', recovery[1] ?? '')
    await typeInto(page, 'Conferma con il tuo username', who.username)
    await keyboard.press('Enter')
    await expect(page.getByText('Il tuo account è stato eliminato.')).toBeVisible()
    const gone = await request.post('/api/auth/login', { data: { email: who.email, password: third } })
    expect(await gone.json()).toMatchObject({ error_type: 'INVALID_CREDENTIALS' })
  })
})

async function leave(page: Page): Promise<void> {
  await press(page, 'Logout')
  await expect(page.getByText('Sei uscito.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Classifica TopTrader' })).toBeFocused()
  const storedTokens = await page.evaluate(() => [
    localStorage.getItem('trader_token'),
    sessionStorage.getItem('trader_token'),
  ])
  expect(storedTokens).toEqual([null, null])
}

async function giveNameAndPassword(page: Page, word: string): Promise<void> {
  await typeInto(page, 'Email o username', who.username)
  await typeInto(page, 'Password', word)
  await page.keyboard.press('Enter')
}

async function dashboardStatus(request: APIRequestContext, headers: Record<string, string>): Promise<number> {
  return (await request.get('/api/dashboard', { headers })).status()
}
