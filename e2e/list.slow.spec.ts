import type { Page } from '@playwright/test'
import { settle, test } from './demo.ts'
import { expect } from './fixtures.ts'

const sortByDrawdown = (page: Page) =>
  page
    .getByRole('columnheader', { name: /^Drawdown/ })
    .getByRole('link')
    .click()

test('filters and the order are read from the address after a reload, and step by step on the way back', async ({
  page,
}) => {
  await page.goto('/')
  await settle(page)
  await page.getByRole('button', { name: /^Filtri/ }).click()
  await page.getByLabel('Piattaforma').selectOption('MT5')
  await expect(page).toHaveURL(/platform=MT5/)
  await sortByDrawdown(page)
  await expect(page).toHaveURL(/sort_by=drawdown/)
  await page.reload()
  await settle(page)
  await expect(page.getByRole('columnheader', { name: /^Drawdown/ })).toHaveAttribute('aria-sort', /ending$/)
  await expect(page.getByRole('button', { name: 'Filtri (1)' })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/sort_by/)
  await expect(page).toHaveURL(/platform=MT5/)
  await page.goBack()
  await expect(page).not.toHaveURL(/platform/)
  await expect(page.getByRole('button', { name: 'Filtri', exact: true })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Filtri (1)' })).toBeVisible()
})

test('on a phone a row shows place, name, return and drawdown, and its name covers it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await settle(page)
  const rows = await page.locator('main tbody .board-row').evaluateAll((all) =>
    all.map((row) => {
      const cells = ['.rank', '.name', '.roi', '.drawdown'].map((cell) => row.querySelector(cell))
      const box = row.getBoundingClientRect()
      row.scrollIntoView({ block: 'center' })
      const shown = row.getBoundingClientRect()
      // The row leads to the profile wherever it is pressed, but for its marks.
      const under = document.elementFromPoint(shown.left + shown.width / 2, shown.bottom - 6)
      return {
        name: cells[1]?.textContent,
        href: cells[1]?.getAttribute('href'),
        isWhole: cells.every((cell) => {
          const { left, right, width, height } = cell?.getBoundingClientRect() ?? new DOMRect()
          return width > 0 && height > 0 && left >= 0 && right <= 360 && (cell?.textContent ?? '') !== ''
        }),
        isInside: box.left >= 0 && box.right <= 360,
        leads: under?.closest('a')?.getAttribute('href') ?? null,
      }
    }),
  )
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ isWhole, isInside, href }) => !isWhole || !isInside || href === null)).toEqual([])
  expect(rows.filter(({ href, leads }) => href !== leads)).toEqual([])
})

test('each press is answered before the server answers', async ({ page }) => {
  await page.goto('/')
  await settle(page)
  let isHeld = true
  await page.route('**/api/**', async (route) => {
    await expect.poll(() => isHeld, { timeout: 60_000 }).toBe(false)
    await route.continue().catch(() => undefined)
  })
  const board = page.getByRole('table', { name: 'Classifica dei trader' })
  await test.step('another order: the rows are dimmed, and the address says it', async () => {
    await sortByDrawdown(page)
    await expect(page).toHaveURL(/sort_by=drawdown/, { timeout: 1_000 })
    await expect(board).toHaveAttribute('aria-busy', 'true', { timeout: 1_000 })
  })
  await test.step('a mark is set at once', async () => {
    const mark = page.getByRole('button', { name: /^Segui / }).first()
    await mark.click()
    await expect(mark).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 })
  })
  await test.step('another view shows its frame', async () => {
    await page.locator('main tbody .name').first().click()
    await expect(page).toHaveURL(/\/trader\//, { timeout: 1_000 })
    await expect(page.getByText('Caricamento profilo...')).toBeVisible({ timeout: 1_000 })
  })
  await test.step('a form that is sent says so', async () => {
    await page.getByRole('link', { name: 'Accedi/Registrati' }).first().click()
    await page.getByLabel('Email o username').fill('nessuno@example.org')
    await page.getByLabel('Password', { exact: true }).fill('una-password-1')
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect(page.locator('main button[aria-busy=true]')).toBeVisible({ timeout: 1_000 })
    // The word comes at once, the spinner only where it takes longer.
    const opacities = await page.locator('main button[aria-busy=true] .spin').evaluate(async (spinner) => {
      const now = () => getComputedStyle(spinner).opacity
      const [animation] = spinner.getAnimations().filter((one) => (one as CSSAnimation).animationName === 'appear')
      if (animation === undefined) return []
      animation.currentTime = 299
      const before = now()
      animation.currentTime = 301
      return [before, now()]
    })
    expect(opacities).toEqual(['0', '1'])
  })
  isHeld = false
})
