import { expect, expectAccessible, test } from './fixtures.ts'

const password = 'Onda-lunga-1912-blu'

/** The requests of the page, and its bytes of script. */
function fetched(): { requests: number; script: number } {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = files.filter(({ name }) => name.endsWith('.js'))
  return { requests: 1 + files.length, script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) }
}

for (const [width, colorScheme] of [
  [1440, 'light'],
  [768, 'dark'],
  [360, 'light'],
] as const) {
  test(`a person registers with the keyboard alone, ${width} px wide, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const { keyboard } = page
    const focused = page.locator(':focus')
    const expectNoSidewaysScroll = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.goto('/?view=auth&form=register')
    await page.waitForLoadState('networkidle')
    // The app comes when the form is used: until then there is less script than the board's, by far.
    const atRest = await page.evaluate(fetched)
    expect(atRest.requests).toBeLessThanOrEqual(8)
    expect(atRest.script).toBeLessThan(5_000)
    // The first press of all fetches the app, and counts.
    const theme = page.getByRole('button', { name: /^Passa al tema/ })
    if (await theme.isVisible()) {
      await theme.click()
      await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /^(?!.*dark)/ : /dark/)
      await theme.click()
    }
    await page.getByLabel('Nome visualizzato').focus()
    await expect(page.getByRole('combobox', { name: 'Paese' })).toBeEditable()
    await expectAccessible(page)

    await test.step('who one is', async () => {
      await page.getByLabel('Nome visualizzato').focus()
      await keyboard.type('Rosa Chen')
      await keyboard.press('Tab')
      await keyboard.type(`rosa.chen.${width}`)
      await keyboard.press('Tab')
      await expect(focused).toHaveAccessibleName('Paese')
      await keyboard.type('switz')
      await expect(page.getByRole('option').first()).toHaveText('Svizzera')
      // The open list hides the rest from screen readers: it is tested by itself.
      await expectAccessible(page, ['[role=listbox]', '[role=combobox]'])
      await expectNoSidewaysScroll()
      await keyboard.press('Enter')
      await expect(page.getByLabel('Paese')).toHaveValue('Svizzera')
      await keyboard.press('Tab')
      await keyboard.type(`rosa.${width}@chen.example`)
    })

    await test.step('the account, on a server that nobody knows yet', async () => {
      await keyboard.press('Tab')
      await expect(focused).toHaveAccessibleName('Server del broker')
      await keyboard.type('Ignoto-Live')
      await keyboard.press('Tab')
      await keyboard.type('4433221')
      await keyboard.press('Tab')
      await expect(focused).toHaveAccessibleName(/^Password investitore/)
    })

    await test.step('the password, shown and hidden, and its repetition', async () => {
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await expect(focused).toHaveAccessibleName('Password')
      await keyboard.type(password)
      await expect(page.getByText('Robustezza: Ottima')).toBeVisible()
      await keyboard.press('Tab')
      await keyboard.press('Space')
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
      await keyboard.press('Space')
      await keyboard.press('Tab')
      await keyboard.type(`${password}x`)
      await expect(page.getByText('Le password non corrispondono')).toBeVisible()
      await expectAccessible(page)
      await keyboard.press('Backspace')
      await expect(page.getByText('Le password corrispondono')).toBeVisible()
    })

    await test.step('the terms, read to their end', async () => {
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await expect(focused).toHaveRole('checkbox')
      await keyboard.press('Space')
      const accept = page.getByRole('button', { name: 'Accetto' })
      await expect(accept).toBeDisabled()
      const terms = page.getByRole('region', { name: 'Testo dei Termini e Condizioni' })
      await expect(terms).toBeFocused()
      const position = () => terms.evaluate(({ scrollTop }) => scrollTop)
      await expectAccessible(page)
      for (let press = 0; press < 60 && !(await accept.isEnabled()); press += 1) {
        const before = await position()
        await keyboard.press('PageDown')
        await expect.poll(async () => (await accept.isEnabled()) || (await position()) > before).toBe(true)
      }
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await expect(accept).toBeFocused()
      await keyboard.press('Enter')
      await expect(
        page.getByText(/Hai accettato i Termini e Condizioni il \d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}/),
      ).toBeVisible()
      await expect(page.getByRole('checkbox')).toBeFocused()
    })

    await test.step('a reload keeps what was typed, but no password', async () => {
      await page.reload()
      await page.waitForLoadState('networkidle')
      await expect(page.getByLabel('Paese')).toHaveValue('Svizzera')
      await expect(page.getByLabel('Server del broker')).toHaveValue('Ignoto-Live')
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
      await expect(page.getByRole('button', { name: 'Registrati' })).toBeDisabled()
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('textbox', { name: 'Conferma password' }).fill(password)
      await page.getByRole('button', { name: 'Termini e Condizioni' }).focus()
      await keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Testo dei Termini e Condizioni' })).toBeFocused()
      await keyboard.press('End')
      await expect(page.getByRole('button', { name: 'Accetto' })).toBeEnabled()
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await keyboard.press('Enter')
    })

    await test.step('the data are shown before they are sent, kept by Esc, and sent once', async () => {
      await page.getByRole('button', { name: 'Registrati' }).focus()
      await keyboard.press('Enter')
      const popup = page.getByRole('alertdialog', { name: 'Conferma Registrazione' })
      await expect(popup).toContainText('Svizzera')
      await expect(popup).not.toContainText(password)
      await expectAccessible(page)
      await expectNoSidewaysScroll()
      await keyboard.press('Escape')
      await expect(popup).toBeHidden()
      await expect(page.getByRole('button', { name: 'Registrati' })).toBeFocused()
      await keyboard.press('Enter')
      await popup.getByRole('button', { name: 'Conferma' }).focus()
      await keyboard.press('Enter')
    })

    await test.step('the offer, and the plans with the session kept in both storages', async () => {
      const offer = page.getByRole('alertdialog', { name: 'Attiva Basic Leaderboard?' })
      await expect(offer).toBeVisible()
      await expectAccessible(page)
      await offer.getByRole('button', { name: 'Attiva ora' }).focus()
      await keyboard.press('Enter')
      await expect(page).toHaveURL(/\?view=basic-subscribe$/)
      const storedTokens = await page.evaluate(() => [
        localStorage.getItem('trader_token'),
        sessionStorage.getItem('trader_token'),
        sessionStorage.getItem('registration_draft'),
      ])
      expect(storedTokens[0]).toMatch(/^\S{20,}$/)
      expect(storedTokens).toEqual([storedTokens[0], storedTokens[0], null])
    })
  })
}

test('a taken name is reported at its field, and the other fields keep their text', async ({ page, request }) => {
  const data = {
    display_name: 'Primo Arrivato',
    username: 'primo.arrivato',
    country: 'IT',
    broker_server: 'Ignoto-Live',
    account_number: '1',
    investor_password: '',
    email: 'primo@example.org',
    password,
    confirm_password: password,
    terms_accepted_at: new Date().toISOString(),
  }
  expect((await request.post('/api/auth/register', { data })).status()).toBe(201)
  await page.goto('/?view=auth&form=register')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Nome visualizzato').fill('Secondo')
  await page.getByLabel('Username').fill('Primo.Arrivato')
  await page.getByLabel('Paese').fill('it')
  await page.getByRole('option', { name: 'Italia' }).click()
  await page.getByLabel('Email').fill('secondo@example.org')
  await page.getByLabel('Server del broker').fill('Ignoto-Live')
  await page.getByLabel('Numero di conto').fill('2')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Conferma password' }).fill(password)
  await page.getByRole('button', { name: 'Termini e Condizioni' }).click()
  await page.getByRole('button', { name: 'Vai alla fine' }).click()
  await page.getByRole('button', { name: 'Accetto' }).click()
  await page.getByRole('button', { name: 'Registrati' }).click()
  // The browser itself logs every refused request.
  page.removeAllListeners('console')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByRole('alert')).toContainText('Nome utente già in uso')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Username: Nome utente già in uso' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Paese')).toHaveValue('Italia')
})
