import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { sharedDemo, type SharedDemo } from './shared-demo.ts'
import { trafficOf, waitForQuiet } from './traffic.ts'

/** Journeys on the demonstration: its lists are long enough to scroll, and have several pages. */
export const test = base.extend<object, { demo: SharedDemo }>({
  // Their address is the demonstration's, so no worker starts a server of its own for them.
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      await use(await sharedDemo())
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
  page: async ({ page }, use) => {
    trafficOf(page)
    await use(page)
  },
})

/** Longer than a part needs from an answer to the request that follows from it, where both are drawn. Milliseconds. */
const betweenRequestsMs = 100

/**
 * Waits until nothing is loading.
 * @param quietMs without a request
 */
export async function settle(page: Page, quietMs = betweenRequestsMs): Promise<void> {
  const traffic = trafficOf(page)
  await page.waitForLoadState('load')
  let last: number
  do {
    await waitForQuiet(page, quietMs)
    last = traffic.last
    await expect(page.locator('main .skeleton, main[aria-busy=true]')).toHaveCount(0, { timeout: 15_000 })
    await page.waitForFunction(isViewerShown, null, { timeout: 15_000 })
    await page.evaluate(drawn)
  } while (traffic.last !== last)
}

/** False while the name of a signed-in person is still to come: on a busy machine its request begins late. */
function isViewerShown(): boolean {
  return localStorage.getItem('trader_token') === null || document.querySelector('.viewer-link') !== null
}

/** Waits until the page has drawn what it has, and has nothing to do. */
async function drawn(): Promise<void> {
  await document.fonts.ready
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
  await new Promise((resolve) => {
    requestIdleCallback(resolve, { timeout: 1_000 })
  })
}

/** Uses the page, so that what stands below its first screen comes, and waits for it. */
export async function settleWhole(page: Page): Promise<void> {
  await settle(page)
  await page.mouse.wheel(0, 1)
  await expect(page.locator('main [data-later]')).toHaveCount(0)
  await settle(page)
}
