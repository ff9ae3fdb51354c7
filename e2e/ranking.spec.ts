import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectEveryLook, test } from './fixtures.ts'
import { mailed } from './mailbox.ts'
import { assignPlan } from './traders.ts'

const run = promisify(execFile)
const account = 'src/features/ea/fixtures/real-accounts/mt4-02.json'
const trader = {
  name: 'Giulia Sorrentino',
  username: 'giulia.sorrentino',
  email: 'giulia@example.org',
  password: 'Cavallo-Blu-77',
}

test('the page of filters counts who meets them', async ({ page }) => {
  await page.goto('/?view=filters&months_min=12')
  await expect(page.getByRole('button', { name: /^Mostra \d+ trader$/ })).toBeVisible()
  await expectAccessible(page)
})

test('a registered trader syncs a real account and is publicly ranked', async ({ page, request, baseURL }) => {
  const url = baseURL ?? ''
  await test.step('the ranking is empty, and says so', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Classifica TopTrader' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('register', () => register(page))
  await test.step('the link of the mail, and a press, confirm the address', async () => {
    const notice = page.getByText('Conferma il tuo indirizzo.').first()
    await page.goto('/?view=dashboard')
    await expect(notice).toBeVisible()
    await page.goto(await mailed(request, trader.email, /^http\S+form=confirm&token=\S+$/m))
    await expect(page).not.toHaveURL(/token/)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
    await expect(page.getByText('Indirizzo confermato.')).toBeVisible()
    await page.getByRole('link', { name: 'Vai alla dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
  const token = await page.evaluate(() => localStorage.getItem('trader_token'))
  expect(token).not.toBeNull()
  const mine = { authorization: `Bearer ${token}` }

  await test.step('an admin assigns the plan; without it there is no token', async () => {
    const refused = await request.post('/api/generate-ea-token', { headers: mine })
    expect(refused.status()).toBe(403)
    expect(await refused.json()).toMatchObject({ error_type: 'SUBSCRIPTION_REQUIRED' })
    await assignPlan(request, mine, 'basic')
  })

  await test.step('the advisor sends the account', async () => {
    const made = await request.post('/api/generate-ea-token', { headers: mine })
    const { ea_token: advisorToken } = (await made.json()) as { ea_token: string }
    const replay = [
      'scripts/replay.ts',
      account,
      '--url',
      url,
      '--token',
      advisorToken,
      '--shift-to-now',
      '--interval',
      '1',
    ]
    const { stdout } = await run('node', replay)
    expect(stdout).toContain('Fatto: 21 operazioni importate, 2 osservate.')
  })

  await test.step('within two seconds the trader is first', async () => {
    const listed = async () => {
      const answer = await request.get('/api/fresh/leaderboard')
      return answer.ok() && (await answer.text()).includes(trader.name)
    }
    await expect.poll(listed, { timeout: 2_000, intervals: [100] }).toBe(true)
    await page.goto('/')
    const row = page.getByRole('main').getByRole('link', { name: trader.name })
    await expect(row).toBeVisible()
    await expect(page.locator('body')).toContainText('@giulia.sorrentino')
    await expectAccessible(page)
  })

  await test.step('by keyboard the row is followed and marked; its list and the comparison are one press away', async () => {
    await page.getByRole('main').getByRole('link', { name: trader.name }).focus()
    for (const name of [`Segui ${trader.name}`, `Confronta ${trader.name}`]) {
      await page.keyboard.press('Tab')
      const mark = page.getByRole('button', { name })
      await expect(mark).toBeFocused()
      await page.keyboard.press('Space')
      await expect(mark).toHaveAttribute('aria-pressed', 'true')
    }
    await page.getByRole('link', { name: 'Seguiti (1)' }).click()
    await expect(page).toHaveURL(/\?traders=giulia\.sorrentino$/)
    await page.reload()
    await expect(page.getByRole('button', { name: `Segui ${trader.name}` })).toHaveAttribute('aria-pressed', 'true')
    await expectEveryLook(page)
    await page.getByRole('link', { name: 'Confronta (1)' }).click()
    await expect(page).toHaveURL(/\/confronta\?t=giulia\.sorrentino$/)
    await expect(page.getByText('Manca il secondo trader.')).toBeVisible()
    await page.goto('/')
  })

  await test.step('filters stand in the address; back and reload restore them', async () => {
    await page.getByRole('button', { name: 'Filtri' }).click()
    await page.getByLabel('Piattaforma').selectOption('MT5')
    await expect(page).toHaveURL(/platform=MT5/)
    await expect(page.getByRole('main').getByRole('link', { name: trader.name })).toHaveCount(0)
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Filtri (1)' }).click()
    await expect(page.getByLabel('Piattaforma')).toHaveValue('MT5')
    await page.goBack()
    await expect(page.getByRole('main').getByRole('link', { name: trader.name })).toBeVisible()
  })

  await test.step('the row opens the profile', async () => {
    await page.getByRole('main').getByRole('link', { name: trader.name }).click()
    await expect(page).toHaveURL(/\/trader\/giulia\.sorrentino$/)
    await expect(page.getByRole('heading', { level: 1, name: trader.name })).toBeVisible()
    await expect(page.getByText('Perché questa posizione')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Storico importato' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Classifica TopTrader' })).toBeVisible()
  })
})

test('an unknown trader’s page says so, with status 404', async ({ page }) => {
  const answer = await page.request.get('/trader/nessuno.davvero')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Trader non trovato')
})

async function register(page: Page): Promise<void> {
  await page.goto('/?view=auth&form=register')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Nome visualizzato').fill(trader.name)
  await page.getByLabel('Username').fill(trader.username)
  await page.getByLabel('Paese').fill('Ital')
  await page.getByRole('option', { name: 'Italia' }).click()
  await page.getByLabel('Email').fill(trader.email)
  await page.getByLabel('Server del broker').fill('ICMarkets-Live')
  await page.getByLabel('Numero di conto').fill('51234567')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(trader.password)
  await page.getByRole('textbox', { name: 'Conferma password' }).fill(trader.password)
  await expect(page.getByText('Le password corrispondono')).toBeVisible()
  const submit = page.getByRole('button', { name: 'Registrati' })
  await expect(submit).toBeDisabled()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Termini e Condizioni' }).click()
  const accept = page.getByRole('button', { name: 'Accetto' })
  await expect(accept).toBeDisabled()
  await page.getByRole('region', { name: 'Testo dei Termini e Condizioni' }).press('End')
  await expect(accept).toBeEnabled()
  await expectAccessible(page)
  await accept.click()
  await submit.click()
  const dialog = page.getByRole('alertdialog', { name: 'Conferma Registrazione' })
  await expect(dialog).toContainText(trader.email)
  await dialog.getByRole('button', { name: 'Conferma' }).click()
  const offer = page.getByRole('alertdialog', { name: 'Attiva Basic Leaderboard?' })
  await expect(offer).toContainText(`Apri il link che abbiamo inviato a ${trader.email}`)
  await offer.getByRole('button', { name: 'Più tardi' }).click()
  await expect(
    page.getByText('Registrazione completata. Puoi attivare Basic Leaderboard in seguito dal menu.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/\?view=dashboard$/)
}
