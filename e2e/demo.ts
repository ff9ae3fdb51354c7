import type { Page } from '@playwright/test'
import { startDemo, type RunningDemo } from '../scripts/demo/start.ts'
import { expect, test as base } from './fixtures.ts'
import { freePort } from './own-server.ts'

/** Journeys on the demonstration: its lists are long enough to scroll, and have several pages. */
export const test = base.extend<object, { demo: RunningDemo }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const demo = await startDemo(await freePort())
      await use(demo)
      await demo.stop()
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
