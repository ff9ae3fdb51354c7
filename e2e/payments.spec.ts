import type { APIRequestContext, Page } from '@playwright/test'
import { admin } from '../playwright.config.ts'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openInvoice, payAll } from './invoice.ts'

const password = 'Cavallo-Blu-77'
const person = (username: string, name: string, account: string) => ({
  username,
  display_name: name,
  email: `${username}@example.org`,
  broker_server: 'Broker-Live',
  account_number: account,
  password,
})
const buyer = person('paola.greco', 'Paola Greco', '51230077')
const short = person('bruno.sala', 'Bruno Sala', '51230078')

test('who registers pays for Basic, has an advisor’s token, syncs, and stands in the ranking', async ({
  page,
  request,
}) => {
  await test.step('a visitor reads what Diamond is', async () => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Principale' })
    await nav.getByRole('link', { name: 'Diamond info' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La tua vetrina, con i numeri del registro')
    await expect(page.getByText('249,99')).toBeVisible()
  })

  await test.step('registers, and chooses Basic', async () => {
    await register(page, buyer)
    const offer = page.getByRole('alertdialog', { name: 'Attiva Basic Leaderboard?' })
    await expect(offer).toContainText(/79,90\sUSDT/)
    await expectAccessible(page)
    await offer.getByRole('button', { name: 'Attiva ora' }).click()
    await expect(page).toHaveURL(/view=basic-subscribe/)
    await expect(page.getByRole('heading', { level: 1, name: 'Basic Leaderboard' })).toBeFocused()
    const nav = page.getByRole('navigation', { name: 'Principale' })
    await expect(nav.getByRole('link', { name: 'Passa a Diamond' })).toBeVisible()
    await expect(nav.getByRole('link', { name: 'Attiva Basic' })).toBeVisible()
  })

  await test.step('pays exactly, on the page of the provider', async () => {
    await page.getByRole('radio', { name: /Trimestrale/ }).check({ force: true })
    const invoice = await openInvoice(page)
    await expect(page).toHaveURL(/view=payment&order=TT-/)
    await payAll(invoice)
    // The page may have heard of it by itself: then there is nothing left to ask.
    await page
      .getByRole('button', { name: 'Controlla adesso' })
      .click({ timeout: 3_000 })
      .catch(() => undefined)
    const done = page.getByRole('alertdialog', { name: 'Abbonamento attivo' })
    await expect(page.getByRole('heading', { name: 'Abbonamento attivo' }).first()).toBeVisible({ timeout: 40_000 })
    if (await done.isVisible()) await done.getByRole('button').click()
    else await page.goto('/?view=dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('BASIC ATTIVO', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Attiva Basic' })).toHaveCount(0)
    await page.getByRole('link', { name: /^Ricevuta/ }).click()
    await expect(page.getByRole('main')).toContainText(/24,90\sUSDT/)
    await expect(page.getByRole('main')).toContainText(buyer.email)
  })

  await test.step('the token is given, a sync accepted, and the ranking has one more', async () => {
    const headers = await session(page)
    const made = await request.post('/api/generate-ea-token', { headers })
    const { ea_token: token } = (await made.json()) as { ea_token: string }
    const sent = await request.post('/api/ea/sync', {
      headers: { authorization: `Bearer ${token}` },
      data: syncRequestOf({ now: Date.now(), login: buyer.account_number, server: 'Broker-Live', balance: 1000 }),
    })
    expect(await sent.json()).toMatchObject({ ok: true })
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByRole('link', { name: buyer.display_name })).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 15_000 })
  })
})

test('what is short stays short and is said; a lost notification is made good by Riprova; an admin sees both', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await signInAs(page, request, short)

  const order = await test.step('60 % is paid: the page says what is missing, and nothing is active', async () => {
    await page.goto('/?view=basic-subscribe&plan=basic_annual')
    const invoice = await openInvoice(page)
    await invoice.getByLabel('Quota pagata (%)').first().fill('60')
    await payAll(invoice)
    await page.getByRole('button', { name: 'Controlla adesso' }).click()
    await expect(page.getByText(/^Sono arrivati 47,9\d\sUSDT di 79,90\sUSDT/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Apri la fattura/ })).toHaveCount(0)
    await page.goto('/?view=dashboard')
    await expect(page.getByText('NON ABBONATO', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Riprova attivazione' }).click()
    await expect(page.getByText('Stato attuale: partially_paid. Riprova tra poco.')).toBeVisible()
    return lastOrder(page, request)
  })

  await test.step('the rest, paid to the same address, is a deposit that a person looks at', async () => {
    const { payment_id } = await status(page, request, order)
    const pay = await invoiceOf(page, request, order)
    const deposit = await request.post(pay, {
      form: { action: 'deposit', payment_id: payment_id ?? '', share: '40' },
      headers: { accept: 'application/json' },
    })
    expect(deposit.status()).toBe(200)
    await expect(async () => {
      await page.goto('/?view=dashboard')
      await page.getByRole('button', { name: 'Riprova attivazione' }).click()
      await expect(page.getByText(/^Stato attuale: /).first()).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText('NON ABBONATO', { exact: true })).toBeVisible()
    await page.goto(`/?view=payment&order=${order}`)
    await expect(page.getByText(/^È arrivato un secondo versamento di .* Non pagare di nuovo/)).toBeVisible()
  })

  await test.step('Diamond is paid and no notification comes: Riprova activates it', async () => {
    await page.goto('/?view=diamond-subscribe&plan=monthly')
    const invoice = await openInvoice(page)
    await invoice.getByLabel('Notifiche').first().selectOption('lost')
    await payAll(invoice)
    await page.goto('/?view=dashboard')
    await expect(page.getByText('NON ABBONATO', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Riprova attivazione' }).click()
    await expect(page.getByText('Attivazione completata!')).toBeVisible()
    await expect(page.getByText('DIAMOND ATTIVO', { exact: true })).toBeVisible()
    const nav = page.getByRole('navigation', { name: 'Principale' })
    await expect(nav.getByRole('link', { name: 'Passa a Diamond' })).toHaveCount(0)
    await expect(nav.getByRole('link', { name: 'Diamond info' })).toHaveCount(0)
  })

  await test.step('an admin finds both orders in the panel, which stays open from view to view', async () => {
    await enter(page, request, admin)
    await page.getByRole('button', { name: 'Pannello admin' }).click()
    const panel = page.getByRole('dialog', { name: 'Pannello admin' })
    await panel.getByLabel('Cerca ordine, pagamento, email o username').fill(short.email)
    const rows = panel.getByRole('row').filter({ hasText: short.email })
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Completato' })).toContainText('24,99')
    await expect(rows.filter({ hasText: '79,90' })).toContainText(/Da riconciliare|Da verificare/)
    await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Classifica' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Classifica TopTrader' })).toBeVisible()
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: 'Pannello admin' })).toBeFocused()
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`the screens of payments have no finding of axe, at any width (${theme})`, async ({ page, request }) => {
    test.setTimeout(300_000)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const reader = person(`lettore.${theme}`, 'Lea Riva', theme === 'light' ? '51230081' : '51230082')
    await page.goto('/')
    await signInAs(page, request, reader)
    const paid = await order(page, request, 'basic_monthly')
    await request.post(paid.invoice_url, { form: { action: 'pay', coin: 'usdtbsc' }, maxRedirects: 0 })
    await expect(async () => {
      expect((await status(page, request, paid.order_id)).activated).toBe(true)
    }).toPass({ timeout: 20_000 })
    const open = await order(page, request, 'monthly')
    const screens = [
      '/?view=basic-subscribe',
      '/?view=diamond-subscribe',
      `/?view=payment&order=${open.order_id}`,
      `/?view=payment&order=${paid.order_id}`,
      `/?view=receipt&order=${paid.order_id}`,
      '/?view=dashboard',
      '/?view=diamond-info',
    ]
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const address of screens) {
        await test.step(`${address} at ${width} px`, async () => {
          await page.goto(address)
          await page.waitForLoadState('networkidle')
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectAccessible(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        })
      }
    }
    await test.step('a message that passes by', async () => {
      await page.goto(`/?view=payment&order=${open.order_id}`)
      await page.getByRole('button', { name: 'Copia il numero dell’ordine' }).click()
      const message = page.locator('.toast')
      await expect(message).toBeVisible()
      // Under the pointer it stays.
      await message.hover()
      await expectAccessible(page)
    })
    await enter(page, request, admin)
    for (const width of [360, 768, 1440]) {
      await test.step(`the panel at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/')
        await page.waitForLoadState('networkidle')
        if (width <= 820) await page.locator('.phone-menu > summary').click()
        await page.getByRole('button', { name: 'Pannello admin' }).click()
        await expect(page.getByRole('dialog').getByText('Pagamenti totali')).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page)
      })
    }
  })
}

async function register(page: Page, who: typeof buyer): Promise<void> {
  await page.goto('/?view=auth&form=register')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Nome visualizzato').fill(who.display_name)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Paese').selectOption({ label: 'Italia' })
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Server del broker').fill(who.broker_server)
  await page.getByLabel('Numero di conto').fill(who.account_number)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Conferma password' }).fill(password)
  await page.getByRole('button', { name: 'Termini e Condizioni' }).click()
  await page.getByRole('region', { name: 'Testo dei Termini e Condizioni' }).press('End')
  await page.getByRole('button', { name: 'Accetto' }).click()
  await page.getByRole('button', { name: 'Registrati' }).click()
  await page
    .getByRole('alertdialog', { name: 'Conferma Registrazione' })
    .getByRole('button', { name: 'Conferma' })
    .click()
}

async function signInAs(page: Page, request: APIRequestContext, who: typeof buyer): Promise<void> {
  const data = {
    ...who,
    country: 'IT',
    investor_password: '',
    confirm_password: password,
    terms_accepted_at: new Date().toISOString(),
  }
  expect((await request.post('/api/auth/register', { data })).ok()).toBe(true)
  await enter(page, request, who)
}

async function enter(page: Page, request: APIRequestContext, who: { email: string; password: string }): Promise<void> {
  const data = { email: who.email, password: who.password }
  const { access_token: token } = (await (await request.post('/api/auth/login', { data })).json()) as {
    access_token: string
  }
  await page.evaluate((given) => {
    localStorage.setItem('trader_token', given)
    sessionStorage.setItem('trader_token', given)
  }, token)
  await page.goto('/?view=dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

async function session(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await page.evaluate(() => localStorage.getItem('trader_token'))) ?? ''}` }
}

interface Own {
  trader_id: string
  subscription: { recent_payments: { order_id: string }[] }
}

async function own(page: Page, request: APIRequestContext): Promise<Own> {
  return (await (await request.get('/api/dashboard', { headers: await session(page) })).json()) as Own
}

async function lastOrder(page: Page, request: APIRequestContext): Promise<string> {
  return (await own(page, request)).subscription.recent_payments[0]?.order_id ?? ''
}

interface State {
  activated: boolean
  payment_id: string | null
  invoice_url: string | null
}

async function status(page: Page, request: APIRequestContext, orderId: string): Promise<State> {
  const answer = await request.get(`/api/crypto/payment-status/${orderId}`, { headers: await session(page) })
  return (await answer.json()) as State
}

async function order(page: Page, request: APIRequestContext, plan: string) {
  const { trader_id: id } = await own(page, request)
  const made = await request.post('/api/crypto/create-payment', {
    headers: await session(page),
    data: { user_id: id, plan },
  })
  return (await made.json()) as { order_id: string; invoice_url: string }
}

async function invoiceOf(page: Page, request: APIRequestContext, orderId: string): Promise<string> {
  return (await status(page, request, orderId)).invoice_url ?? ''
}
