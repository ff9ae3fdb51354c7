import { expect, test } from './fixtures.ts'

test('while the menu of a phone is open the page behind it is out of reach', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const behind = () =>
    page.evaluate(() => ({
      inert: ['main', '.foot'].map((part) => document.querySelector<HTMLElement>(part)?.inert),
      overflow: getComputedStyle(document.documentElement).overflowY,
    }))
  const open = { inert: [true, true], overflow: 'hidden' }
  const closed = { inert: [false, false], overflow: 'visible' }
  await page.locator('.phone-menu > summary').click()
  await expect.poll(behind).toEqual(open)
  await page.keyboard.press('Escape')
  await expect.poll(behind).toEqual(closed)
  await page.locator('.phone-menu > summary').click()
  await expect.poll(behind).toEqual(open)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(behind).toEqual(closed)
})
