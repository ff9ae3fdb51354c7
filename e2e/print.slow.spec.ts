import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { staticPages } from '../src/features/legal/static-pages.ts'
import { settle, test } from './demo.ts'
import { addresses, enterAs } from './every-view.ts'
import { expect } from './fixtures.ts'

/** Prints the page on A4 as the browser's own dialog does. @returns its number of pages */
async function printed(page: Page): Promise<number> {
  const file = await PDFDocument.load(await page.pdf({ format: 'A4' }))
  return file.getPageCount()
}

/** Expects paper: black text, and nothing to press. */
async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const role of ['navigation', 'button'] as const)
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0)
  expect(
    await page.evaluate(() =>
      [document.body, document.querySelector('main')].map((part) => part && getComputedStyle(part).color),
    ),
  ).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)'])
  await page.emulateMedia({ media: null })
}

test('a receipt is one page, in both themes, without what is for the screen', async ({ page, demo }) => {
  const receipt = (await addresses(page, demo)).trader.find((address) => address.includes('view=receipt')) ?? ''
  await enterAs(page, demo, 'trader')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(receipt)
    await settle(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Ricevuta di pagamento' })).toBeVisible()
    expect(await printed(page)).toBe(1)
    await expectPaper(page)
  }
})

test('the pages that people keep are printed without navigation', async ({ page }) => {
  for (const { name } of staticPages({}, { year: 2026, demo: true, theme: '' })) {
    await page.goto(`/${name}/index.html`)
    await page.waitForLoadState('networkidle')
    expect(await printed(page), name).toBeGreaterThan(0)
    await expectPaper(page)
  }
})

test('on a printed profile links to other sites are written out', async ({ page, demo }) => {
  const profile = (await addresses(page, demo)).visitor.find((address) => address.startsWith('/trader/')) ?? ''
  await page.goto(profile)
  await settle(page)
  await page.emulateMedia({ media: 'print' })
  const written = await page
    .locator('main a[href^="http"]:visible')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content))
  expect(written).not.toEqual([])
  expect(written.filter((content) => !content.includes('http'))).toEqual([])
})
