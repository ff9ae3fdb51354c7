import { expect, test } from './fixtures.ts'

test('with the system’s own colours only the current entry of the navigation is underlined', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/?view=vetrine')
  const isUnderlined = (name: string) =>
    page
      .getByRole('navigation')
      .first()
      .getByRole('link', { name, exact: true })
      .evaluate((link) => {
        const { borderBottomColor } = getComputedStyle(link)
        return borderBottomColor !== getComputedStyle(document.body).backgroundColor
      })
  await expect(page.getByRole('link', { name: 'Vetrine Trader', exact: true }).first()).toHaveAttribute('aria-current')
  expect(await isUnderlined('Vetrine Trader')).toBe(true)
  expect(await isUnderlined('Classifica')).toBe(false)
})
