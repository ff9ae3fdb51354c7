import type { Page } from '@playwright/test'
import { settle, test } from './demo.ts'
import { addresses, enterAs, everybody } from './every-view.ts'
import { expect } from './fixtures.ts'
import { tooManyShifts, watchShifts } from './shifts.ts'

// Loads of views, which move nothing either: `view-loads.slow.spec.ts`.

test.describe.configure({ timeout: 300_000, mode: 'parallel' })

/** Longer than React keeps back what follows a part that is loading. Milliseconds. */
const restMs = 400

/** Follows a link of the site to the address, as a press on it would. */
const follow = (page: Page, address: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
    link.remove()
  }, address)

/** Answers and modules come one after the other, slower than people press. */
async function slowDown(page: Page): Promise<void> {
  await page.route(/\/(?:api|assets)\//, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    await route.continue().catch(() => undefined)
  })
}

for (const who of everybody) {
  for (const width of [360, 1440]) {
    test(`nothing moves by itself on the way through the views of a ${who}, ${width} px wide`, async ({
      page,
      demo,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      const views = (await addresses(page, demo))[who]
      await enterAs(page, demo, who)
      await page.addInitScript(watchShifts)
      const found: (string | null)[] = []
      await slowDown(page)
      // From the last view round to it again.
      await page.goto('/')
      await settle(page)
      await tooManyShifts(page, '')
      await page.evaluate(() => Object.assign(globalThis, { isMove: true }))
      for (const address of views) {
        await follow(page, address)
        await expect(page).toHaveURL(new URL(address, demo.url).href)
        await settle(page, restMs)
        found.push(await tooManyShifts(page, `move to ${address}`))
      }
      expect(found.filter((one) => one !== null)).toEqual([])
    })
  }
}
