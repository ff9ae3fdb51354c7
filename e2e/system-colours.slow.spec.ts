import type { Locator, Page } from '@playwright/test'
import { settle, test } from './demo.ts'
import { enterAs } from './every-view.ts'
import { expect } from './fixtures.ts'

test('with the system’s own colours the marks of the board and the lines of a chart are still seen', async ({
  page,
  demo,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const used = () =>
    page.evaluate(() => {
      const probe = document.createElement('span')
      document.body.append(probe)
      const named = (name: string) => {
        probe.style.backgroundColor = name
        return getComputedStyle(probe).backgroundColor
      }
      const system = { text: named('CanvasText'), ground: named('Canvas'), chosen: named('Highlight') }
      probe.remove()
      return system
    })
  await page.goto('/')
  await settle(page)
  const system = await used()
  const board = await page.evaluate(() => {
    const style = (selector: string, pseudo?: string) => {
      const element = document.querySelector(selector)
      if (element === null) throw new Error(`Nothing is ${selector}`)
      return getComputedStyle(element, pseudo)
    }
    return {
      tag: style('.tag', '::before').backgroundColor,
      connection: style('.source', '::before').backgroundColor,
      triangle: style('.roi.is-gain', '::before').backgroundColor,
      definition: style('.term-mark', '::before').backgroundColor,
      fall: style('.fall').borderTopWidth,
      podium: style('.is-podium > .rank').borderLeftWidth,
      spark: style('.trend path').stroke,
      badge: style('.who > .tag').borderTopColor,
    }
  })
  for (const mark of ['tag', 'connection', 'triangle', 'spark', 'badge'] as const)
    expect(board[mark], mark).toBe(system.text)
  expect(board.definition).not.toBe(system.ground)
  expect([board.fall, board.podium]).toEqual(['1px', '3px'])

  await test.step('a pressed mark is outlined, and so is the focus', async () => {
    const mark = page.getByRole('button', { name: /^Segui / }).first()
    await mark.click()
    await expect(mark).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('Shift+Tab')
    expect(
      await page
        .locator(':focus')
        .evaluate((one) =>
          [getComputedStyle(one), getComputedStyle(one, '::after')].some(
            ({ outlineStyle }) => outlineStyle === 'solid',
          ),
        ),
    ).toBe(true)
  })

  await test.step('letters on a chosen ground and the current entry of the navigation are seen', async () => {
    expect(await underlined(page.getByRole('navigation').first().getByRole('link'))).toEqual(['Classifica'])
    for (const address of ['/', '/terms/index.html', '/offline/index.html']) {
      await page.goto(address)
      await settle(page)
      expect(await coveredLetters(page), address).toEqual([])
    }
    await page.goto('/?view=basic-subscribe')
    await settle(page)
    await expect(page.getByRole('button', { name: 'Vai al pagamento' })).toHaveCSS('background-color', system.chosen)
    expect(await coveredLetters(page)).toEqual([])
  })

  await test.step('the lines of a chart', async () => {
    const { leaderboard } = (await (await page.request.get('/api/fresh/leaderboard?limit=1')).json()) as {
      leaderboard: { username: string }[]
    }
    await page.goto(`${demo.url}/trader/${leaderboard[0]?.username}`)
    await settle(page)
    const lines = await page
      .locator('figure svg path')
      .evaluateAll((all) => all.map((path) => getComputedStyle(path).stroke).filter((stroke) => stroke !== 'none'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((stroke) => stroke === system.ground)).toEqual([])
    expect(lines).toContain(system.text)
    const tokens = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--chart-line'),
    )
    expect(tokens).toBe('CanvasText')
  })
})

test('with the system’s own colours an admin sees the current page, the chosen tab and the edge of the panel', async ({
  page,
  demo,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enterAs(page, demo, 'admin')
  await page.goto('/?view=admin&page=payments')
  await settle(page)
  expect(await underlined(page.getByRole('navigation', { name: 'Amministrazione' }).getByRole('link'))).toEqual([
    'Pagamenti',
  ])
  await page.getByRole('button', { name: 'Pannello admin' }).click()
  await expect(page.getByRole('tab')).toHaveCount(4)
  expect(await underlined(page.getByRole('tab'))).toEqual(['Pagamenti'])
  await expect(page.locator('.adm')).toHaveCSS('border-left-style', 'solid')
})

/** The entries with a line below them. */
const underlined = (entries: Locator) =>
  entries.evaluateAll((all) =>
    all
      .filter((one) => getComputedStyle(one).borderBottomColor !== getComputedStyle(document.body).backgroundColor)
      .map((one) => one.textContent),
  )

/** Texts on the ground of what is chosen, behind which the browser puts a ground of its own. */
const coveredLetters = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('span')
    probe.style.backgroundColor = 'Highlight'
    document.body.append(probe)
    const chosen = getComputedStyle(probe).backgroundColor
    probe.remove()
    return [...document.querySelectorAll<HTMLElement>('main *, header *')]
      .filter((one) => one.textContent.trim() !== '' && getComputedStyle(one).backgroundColor === chosen)
      .filter((one) => getComputedStyle(one).getPropertyValue('forced-color-adjust') !== 'none')
      .map((one) => one.textContent)
  })

test('a person who asks for more contrast gets one ink and lines of 3:1', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', colorScheme })
    await page.goto('/')
    await settle(page)
    const { label, ink, line, ground } = await page.evaluate(() => {
      const of = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body)
      return {
        label: of('.kpi dt').color,
        ink: of('h1').color,
        line: of('.board').borderLeftColor,
        ground: of('.board').backgroundColor,
      }
    })
    expect(label).toBe(ink)
    expect(contrast(line, ground)).toBeGreaterThanOrEqual(3)
  }
})

/** @param first and second as `rgb(…)` @returns the ratio of WCAG, 1 to 21 */
function contrast(first: string, second: string): number {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, bright = 0] = [light(first), light(second)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}
