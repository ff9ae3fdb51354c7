import type { APIRequestContext, Page, Request } from '@playwright/test'
import { admin } from './admin.ts'
import { person, signInAs } from './buyers.ts'
import { expect, expectAccessible, expectEveryLook, test } from './fixtures.ts'

// The browser itself logs each failed answer: all of a closed site's are.
test.use({ refusals: /^Failed to load resource: .* 503 / })

const usual = 'Sito in manutenzione. Torneremo presto!'
const closed = (page: Page, message = usual) => page.getByRole('heading', { level: 1, name: message })
/** Names the settings that the legal texts lack. */
const missing = (page: Page) => page.getByText(/^Le pagine legali non dicono del tutto chi gestisce il sito: indica /)
/** Simulates the return to the tab: the page asks at once. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function asAdmin(request: APIRequestContext): Promise<{ authorization: string }> {
  const answer = await request.post('/api/auth/login', { data: admin })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

test.afterEach(async ({ request }) => {
  await request.post('/api/admin/maintenance/toggle?enabled=false', { headers: await asAdmin(request) })
})

test('an admin closes the site; visitors read why, and return to their page', async ({ page, browser, request }) => {
  const visitors = await browser.newContext()
  const visitor = await visitors.newPage()
  await visitor.goto('/?view=contacts')
  await visitor.getByRole('textbox', { name: /^Messaggio/ }).fill('Una domanda lunga, che non voglio riscrivere.')

  await test.step('the admin signs in, and closes it in the panel', async () => {
    await page.goto('/?view=auth')
    await page.getByLabel('Email o username').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await page.getByRole('button', { name: 'Pannello admin' }).click()
    const panel = page.getByRole('dialog', { name: 'Pannello admin' })
    await expect(panel.getByText('Sito attivo')).toBeVisible()
    await panel.getByRole('tab', { name: 'Manutenzione' }).click()
    await panel.getByRole('button', { name: 'Attiva manutenzione' }).click()
    const question = page.getByRole('alertdialog', { name: 'Attivare la manutenzione?' })
    await expect(question).toContainText(usual)
    await expectAccessible(page, ['.ask'])
    await question.getByRole('button', { name: 'Attiva manutenzione' }).click()
    await expect(panel.getByText('In manutenzione', { exact: true })).toBeVisible()
    // Until it is gone it covers the panel's button.
    await expect(question).toHaveCount(0)
    await expectAccessible(page, ['.adm'])
  })

  await test.step('for the admin everything goes on, also after a reload, and no answer stays half read', async () => {
    const open = new Set<Request>()
    page.on('request', (sent) => open.add(sent))
    page.on('requestfinished', (sent) => open.delete(sent))
    page.on('requestfailed', (sent) => open.delete(sent))
    await page.goto('/?platform=MT5')
    await expect(page.getByRole('heading', { level: 1, name: 'Classifica TopTrader' })).toBeVisible()
    await expect(page).toHaveTitle(/^Classifica/)
    await expect(closed(page)).toHaveCount(0)
    // Event streams stay open.
    const unread = () => [...open].map((sent) => sent.url()).filter((url) => url.includes('/api/dashboard'))
    await expect.poll(unread).toEqual([])
  })

  await test.step('a visitor who sends what was written sees the page over it', async () => {
    await visitor.getByLabel(/^Nome/).fill('Piero')
    await visitor.getByLabel(/^Email/).fill('piero@example.org')
    await visitor.getByLabel(/^Oggetto/).selectOption('altro')
    await visitor.getByRole('button', { name: /^Invia/ }).click()
    await expect(closed(visitor)).toBeFocused()
  })

  const late = await visitors.newPage()
  await test.step('one who comes now has the page alone, in every look', async () => {
    const answer = await late.goto('/?platform=MT5')
    expect(answer?.status()).toBe(503)
    await expect(closed(late)).toBeVisible()
    await expectEveryLook(late)
  })

  await test.step('a signed-in user who is no admin reads why, and keeps the session', async () => {
    const who = person('gina.chiusa', 'Gina Chiusa', '51230398')
    const headers = await asAdmin(request)
    await request.post('/api/admin/maintenance/toggle?enabled=false', { headers })
    const others = await browser.newContext()
    const other = await others.newPage()
    await other.goto('/')
    await signInAs(other, request, who)
    await request.post('/api/admin/maintenance/toggle?enabled=true', { headers })
    await other.goto('/?view=dashboard')
    await expect(other.getByText(/durante la manutenzione entrano solo gli amministratori/)).toBeVisible()
    expect(await other.evaluate(() => localStorage.getItem('trader_token'))).not.toBeNull()
    await other.getByRole('link', { name: 'Accesso amministratori' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Accedi' })).toBeVisible()
    await other.getByLabel('Email o username').fill(admin.email)
    await other.getByLabel('Password', { exact: true }).fill(admin.password)
    await other.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect(other).toHaveURL(/view=dashboard/)
    await expect(other.getByRole('button', { name: 'Pannello admin' })).toBeVisible()
    await others.close()
  })

  await test.step('another message shows by itself, and the end brings everybody back', async () => {
    const headers = await asAdmin(request)
    await request.post('/api/admin/maintenance/toggle?enabled=true&message=Ancora+dieci+minuti.', { headers })
    await comeBack(late)
    await expect(closed(late, 'Ancora dieci minuti.')).toBeVisible()
    await request.post('/api/admin/maintenance/toggle?enabled=false', { headers })
    await comeBack(late)
    await expect(late.getByRole('heading', { level: 1, name: 'Classifica TopTrader' })).toBeVisible()
    await expect(late).toHaveURL('/?platform=MT5')
    await comeBack(visitor)
    await expect(visitor.getByRole('dialog')).toHaveCount(0)
    await expect(visitor.getByRole('textbox', { name: /^Messaggio/ })).toHaveValue(
      'Una domanda lunga, che non voglio riscrivere.',
    )
  })
  await test.step('an admin reads it on a page of texts too, and what the text lacks, and opens the site there', async () => {
    await request.post('/api/admin/maintenance/toggle?enabled=true', { headers: await asAdmin(request) })
    await page.goto('/terms/index.html')
    const line = page.getByText('lo vedono solo gli amministratori.')
    await expect(line).toBeVisible()
    await expect(missing(page)).toBeVisible()
    await page.getByRole('button', { name: 'Disattiva' }).click()
    await expect(line).toBeHidden()
    expect(await (await request.get('/api/admin/maintenance/status')).json()).toMatchObject({ enabled: false })
    // A visitor reads the same text without what it lacks.
    await late.goto('/terms/index.html')
    await expect(late.getByRole('link', { name: 'Accedi/Registrati' }).filter({ visible: true })).toBeVisible()
    await expect(missing(late)).toBeHidden()
  })
  await visitors.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the page gives the reason, and leads to the sign-in', async ({ page, request }) => {
    const headers = await asAdmin(request)
    await request.post('/api/admin/maintenance/toggle?enabled=true', { headers })
    await page.goto('/trader/nessuno')
    await expect(closed(page)).toBeVisible()
    await page.getByRole('link', { name: 'Accesso amministratori' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Accedi' })).toBeVisible()
  })
})
