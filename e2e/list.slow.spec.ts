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

test('on a phone a row shows place, name, return and drawdown, and opens wherever a finger presses it', async ({
  browser,
  demo,
}) => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, baseURL: demo.url }
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto('/')
  await settle(page)
  const rows = await page.locator('main tbody .board-row').evaluateAll((all) =>
    all.map((row) => {
      const cells = ['.rank', '.name', '.roi', '.drawdown'].map((cell) => row.querySelector(cell))
      const box = row.getBoundingClientRect()
      const href = cells[1]?.getAttribute('href')
      row.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = row.getBoundingClientRect()
      // Everything but the two marks leads to the profile: tags, bars and the row's very foot too.
      const others: string[] = []
      for (let x = left + 3; x < left + width; x += 9) {
        for (let y = top + 1; y < top + height - 1; y += 4) {
          const under = document.elementFromPoint(x, y)
          const leads = under?.closest('a')?.getAttribute('href') === href || under?.closest('button') !== null
          if (!leads) others.push(`${under?.tagName}.${under?.className}`)
        }
      }
      return {
        name: cells[1]?.textContent,
        href,
        isWhole: cells.every((cell) => {
          const shown = cell?.getBoundingClientRect() ?? new DOMRect()
          const isThere = shown.width > 0 && shown.height > 0 && (cell?.textContent ?? '') !== ''
          return isThere && shown.left >= 0 && shown.right <= 360
        }),
        isInside: box.left >= 0 && box.right <= 360,
        others,
      }
    }),
  )
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ isWhole, isInside, href }) => !isWhole || !isInside || href == null)).toEqual([])
  expect(rows.filter(({ others }) => others.length > 0)).toEqual([])
  const row = page.locator('main tbody .board-row').nth(4)
  const name = await row.locator('.name').innerText()
  const { width, height } = (await row.boundingBox()) ?? { width: 0, height: 0 }
  await row.tap({ position: { x: width / 3, y: height - 3 } })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await context.close()
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
      // From its start again: on a busy machine it is over by now.
      Object.assign((spinner as SVGElement).style, { animation: 'none' })
      now()
      Object.assign((spinner as SVGElement).style, { animation: '' })
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
