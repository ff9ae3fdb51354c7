import { admin } from './admin.ts'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { enter, lastOrder, person, register, session, signInAs, status } from './buyers.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { provenEmail } from './mailbox.ts'
import { expectAnnouncedOnce, openInvoice, payAll } from './invoice.ts'

const buyer = person('paola.greco', 'Paola Greco', '51230077')
const short = person('bruno.sala', 'Bruno Sala', '51230078')

test('a new trader pays for Basic, has an advisor’s token, syncs, and is ranked', async ({ page, request }) => {
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
    // No notification comes: the plan becomes active by the reconciliation, and not before.
    await invoice.getByLabel('Notifiche').first().selectOption('lost')
    await payAll(invoice)
    await expect(page.getByRole('heading', { level: 1, name: 'In attesa del pagamento' })).toBeVisible()
    await page.getByRole('button', { name: 'Controlla adesso' }).click()
    await expectAnnouncedOnce(page)
    await expect(page.getByText('BASIC ATTIVO', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Attiva Basic' })).toHaveCount(0)
    await page.getByRole('link', { name: /^Ricevuta/ }).click()
    await expect(page.getByRole('main')).toContainText(/24,90\sUSDT/)
    await expect(page.getByRole('main')).toContainText(buyer.email)
  })

  await test.step('the token is given, a sync accepted, and the ranking has one more', async () => {
    await provenEmail(request, buyer.email)
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
      await expect(page.getByRole('main').getByRole('link', { name: buyer.display_name })).toBeVisible({
        timeout: 1_000,
      })
    }).toPass({ timeout: 15_000 })
  })
})

test('an underpaid order stays so and says so; Riprova replaces a lost notification; an admin sees both', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await signInAs(page, request, short)

  const { order, pay } =
    await test.step('60 % is paid: the page says what is missing, and nothing is active', async () => {
      await page.goto('/?view=basic-subscribe&plan=basic_annual')
      const invoice = await openInvoice(page)
      await invoice.getByLabel('Quota pagata (%)').first().fill('60')
      await payAll(invoice)
      await page.getByRole('button', { name: 'Controlla adesso' }).click()
      await expect(page.getByText(/^Sono arrivati 47,9\d\sUSDT di 79,90\sUSDT/)).toBeVisible()
      await expect(page.getByRole('link', { name: /^Apri il pagamento/ })).toHaveCount(0)
      await page.goto('/?view=dashboard')
      await expect(page.getByText('NON ABBONATO', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Riprova attivazione' }).click()
      await expect(page.getByText('Stato attuale: partially_paid. Riprova tra poco.')).toBeVisible()
      const { origin, pathname } = new URL(invoice.url())
      return { order: await lastOrder(page, request), pay: `${origin}${pathname}` }
    })

  await test.step('the rest, paid to the same address, is a deposit that a person looks at', async () => {
    const { payment_id } = await status(page, request, order)
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
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByText('DIAMOND ATTIVO', { exact: true })).toBeVisible()
    const nav = page.getByRole('navigation', { name: 'Principale' })
    await expect(nav.getByRole('link', { name: 'Passa a Diamond' })).toHaveCount(0)
    await expect(nav.getByRole('link', { name: 'Diamond info' })).toHaveCount(0)
  })

  await test.step('an admin finds both orders in the panel, which stays open from view to view', async () => {
    await enter(page, request, admin)
    await page.getByRole('button', { name: 'Pannello admin' }).click()
    const panel = page.getByRole('dialog', { name: 'Pannello admin' })
    await panel.getByLabel('Cerca ordine, email o username').fill(short.email)
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
