import type { Page } from '@playwright/test'
import { settle, test } from './demo.ts'
import { addresses, enterAs, everybody } from './every-view.ts'
import { expect } from './fixtures.ts'

test.describe.configure({ timeout: 240_000, mode: 'parallel' })

const titleOf = (page: Page) => page.locator('main h1').first().innerText()
/** Asks at each frame: between two tries of `expect.poll` is up to a second. */
const isAt = (page: Page, y: number) =>
  page.waitForFunction((place) => Math.abs(window.scrollY - place) <= 2, y, { timeout: 15_000 })

for (const who of everybody) {
  test(`back, forward and reload bring each view of a ${who} back as it was left`, async ({ page, demo }) => {
    const views = (await addresses(page, demo))[who]
    await enterAs(page, demo, who)
    for (const address of views) {
      await test.step(address, async () => {
        await page.goto(address)
        await settle(page)
        const title = await titleOf(page)
        expect(title).not.toMatch(/non trovat|non più|riservata|scaduta/i)
        const y = await page.evaluate(() => {
          window.scrollTo(0, Math.min(500, document.documentElement.scrollHeight - window.innerHeight))
          return Math.round(window.scrollY)
        })
        // Longer than the router waits with the position.
        await page.waitForTimeout(250)
        const other = address.includes('vetrine') ? 'Classifica' : 'Vetrine Trader'
        // By script: a press would scroll to the navigation first.
        await page
          .getByRole('navigation')
          .first()
          .getByRole('link', { name: other, exact: true })
          .evaluate((link: HTMLElement) => link.click())
        const otherTitle = other === 'Classifica' ? 'Classifica TopTrader' : /Vetrine/
        await expect(page.getByRole('heading', { level: 1, name: otherTitle })).toBeVisible()
        await isAt(page, 0)
        const there = page.url()
        await page.goBack()
        await expect(page).toHaveURL(new URL(address, demo.url).href)
        await expect(page.locator('main h1').first()).toHaveText(title)
        await isAt(page, y)
        await page.goForward()
        await expect(page).toHaveURL(there)
        await isAt(page, 0)
        await page.goBack()
        await expect(page.locator('main h1').first()).toHaveText(title)
        await isAt(page, y)
        await page.reload()
        await expect(page).toHaveURL(new URL(address, demo.url).href)
        await expect(page.locator('main h1').first()).toHaveText(title)
        await isAt(page, y)
      })
    }
  })
}
