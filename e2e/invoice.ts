import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './fixtures.ts'

/** Opens the invoice in its own window, as the click on "Vai al pagamento" does. */
export async function openInvoice(page: Page): Promise<Page> {
  const coming = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Vai al pagamento' }).click()
  const invoice = await coming
  await invoice.waitForURL(/\/sandbox\/pay\//)
  await expect(page).toHaveURL(/view=payment&order=TT-/)
  return invoice
}

/** Pays on the page that plays the provider. */
export async function payAll(invoice: Page): Promise<void> {
  await invoice.getByLabel('Moneta').first().selectOption('usdtbsc')
  await invoice.getByRole('button', { name: 'Paga tutto in una volta' }).click()
  await invoice.waitForLoadState()
  await invoice.close()
}

/** Expects the plan to be active and announced by one dialog: its button reads the account again and leads to the dashboard. */
export async function expectAnnouncedOnce(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Abbonamento attivo' })
  await expect(dialog).toContainText(/è attivo fino al \d\d\/\d\d\/\d{4}\./, { timeout: 15_000 })
  await expectAccessible(page)
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/dashboard')
  await dialog.getByRole('button', { name: 'Vai alla dashboard' }).click()
  expect((await read).status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
}
