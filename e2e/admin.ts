import type { Download, Page } from '@playwright/test'

/** The admin that each server makes at its first start. */
export const admin = { email: 'admin@example.org', password: 'Registro-di-prova-2026' }

/** Takes the list on screen as a file for spreadsheets. */
export async function exportList(page: Page): Promise<Download> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Esporta CSV' }).click()
  await page.getByRole('menuitem', { name: 'Per fogli di calcolo' }).click()
  return download
}
