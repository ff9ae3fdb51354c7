import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { sharedDemo, type SharedDemo } from './shared-demo.ts'

/** Journeys on the demonstration: its lists are long enough to scroll, and have several pages. */
export const test = base.extend<object, { demo: SharedDemo }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      await use(await sharedDemo())
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
})

/** Waits until nothing is loading. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main .skeleton, main[aria-busy=true]')).toHaveCount(0, { timeout: 15_000 })
  await page.evaluate(() => document.fonts.ready)
}

/** Uses the page, so that what stands below its first screen comes, and waits for it. */
export async function settleWhole(page: Page): Promise<void> {
  await settle(page)
  await page.mouse.wheel(0, 1)
  await expect(page.locator('main [data-later]')).toHaveCount(0)
  await settle(page)
}
