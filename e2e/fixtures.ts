import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'
import { axeOptions, findingsOf } from '../src/web/testing/axe.ts'
import { startOwnServer, type OwnServer } from './own-server.ts'

interface Worker {
  server: OwnServer
}

interface Journey {
  page: Page
  /** The browser's own messages about calls that the journey has refused or cut. */
  refusals: RegExp | null
}

/** Playwright's own message, where it keeps the service worker out. */
const blockedWorker = 'Service Worker registration blocked by Playwright'

/** Every page of every journey: no console error, no refused script or style, no uncaught exception. */
export const test = base.extend<Journey, Worker>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use, { workerIndex, project }) => {
      const { stop, ...server } = await startOwnServer(join(project.outputDir, `server-${workerIndex}.log`))
      await use(server)
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  refusals: [null, { option: true }],
  page: async ({ page, refusals }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      const isError = message.type() === 'error' || message.type() === 'warning'
      const isExpected = refusals?.test(message.text()) === true || message.text() === blockedWorker
      if (isError && !isExpected) errors.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => errors.push(`exception: ${error.stack ?? error.message}`))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // oxlint-disable-next-line no-console -- the console is how the page reports to the fixture
        console.error(`policy ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`)
      })
    })
    await use(page)
    expect(errors).toEqual([])
  },
})

/** Waits until no transition runs: the colours in between belong to no state. Endless animations may go on. */
async function expectAtRest(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const moving = document
          .getAnimations()
          .filter(
            ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          )
        for (const animation of moving) animation.finish()
        return moving.length
      }),
    )
    .toBe(0)
}

/**
 * Expects no finding of axe on the present page.
 * @param parts selectors of the tested parts; the whole page without them
 */
export async function expectAccessible(page: Page, parts: readonly string[] = []): Promise<void> {
  await expectAtRest(page)
  // Runs axe in the page itself: a second page for each check would cost a third more, and the product has no frame that needs one.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options(axeOptions)
  for (const part of parts) axe.include(part)
  const { violations } = await axe.analyze()
  // Findings that axe leaves open are read on every screen by `src/site/web/accessibility.slow.test.tsx`.
  expect(findingsOf({ violations, incomplete: [] })).toEqual([])
}

export const themes = ['light', 'dark'] as const

/** Sets the theme as the page's own button does: the system's preference is only read when a page loads. */
export async function putOn(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark')
}

/**
 * Expects no finding of axe and no sideways scrolling at every width: light at the first one and dark at the next, in turn. A theme changes
 * colours and a width changes the layout, so not every pair needs a look: `accessibility.slow.test.tsx` has every pair, on every screen.
 * Ends light, at the first width.
 */
export async function expectEveryLook(page: Page, widths: readonly number[] = [1440, 768, 360]): Promise<void> {
  const [first = 1440, ...others] = widths
  const looks = [
    ...others.map((width, index) => ({ width, theme: themes[(index + 1) % 2] ?? 'light' })),
    { width: first, theme: 'light' as const },
  ]
  for (const { width, theme } of looks) {
    await test.step(`${width} px, ${theme}`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await putOn(page, theme)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }
}

export { expect }
