import { expect, type Page } from '@playwright/test'

/** The invoice in its own window, as the click on "Vai al pagamento" opens it. */
export async function openInvoice(page: Page): Promise<Page> {
  const coming = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Vai al pagamento' }).click()
  const invoice = await coming
  await invoice.waitForURL(/\/sandbox\/pay\//)
  await expect(page).toHaveURL(/view=payment&order=TT-/)
  return invoice
}

/** By the page that plays the provider. */
export async function payAll(invoice: Page): Promise<void> {
  await invoice.getByLabel('Moneta').first().selectOption('usdtbsc')
  await invoice.getByRole('button', { name: 'Paga tutto in una volta' }).click()
  await invoice.waitForLoadState()
  await invoice.close()
}
