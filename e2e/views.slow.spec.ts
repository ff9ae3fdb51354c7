import type { Page } from '@playwright/test'
import { settle, settleWhole, test } from './demo.ts'
import { addresses, enterAs, everybody } from './every-view.ts'
import { expect } from './fixtures.ts'

test.describe.configure({ timeout: 240_000, mode: 'parallel' })

const titleOf = (page: Page) => page.locator('main h1').first().innerText()
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const isAt = (page: Page, y: number) => expect.poll(async () => Math.abs((await scrolled(page)) - y) <= 2).toBe(true)

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

for (const who of everybody) {
  test(`at 320 px, as at 400 % zoom, no view of a ${who} scrolls sideways, with wide text spacing either`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const views = (await addresses(page, demo))[who]
    await enterAs(page, demo, who)
    const wide: string[] = []
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    for (const address of views) {
      await page.goto(address)
      await settleWhole(page)
      const plain = await width()
      await page.evaluate(spaceText)
      const spaced = await width()
      if (Math.max(plain, spaced) > 320) wide.push(`${address}: ${plain}, spaced ${spaced}`)
    }
    expect(wide).toEqual([])
  })
}

/** The spacing that WCAG 1.4.12 lets a person set. By a sheet of script's own, which the page's policy allows. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}
