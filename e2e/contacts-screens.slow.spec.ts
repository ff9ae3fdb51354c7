import { expect, expectAccessible, test } from './fixtures.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 768, 1440]) {
    test(`the page stands at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/?view=contacts')
      await expect(page.getByRole('button', { name: 'Invia il messaggio' })).toBeEnabled()
      for (const summary of (await page.locator('.questions summary').all()).slice(1)) await summary.click()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: 'Invia il messaggio' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectAccessible(page)
    })
  }
}
