import type { Page } from '@playwright/test'
import { settleWhole, test } from './demo.ts'
import { addresses, enterAs } from './every-view.ts'
import { expect, putOn } from './fixtures.ts'
import { focusError } from './focus.ts'

test.describe.configure({ timeout: 600_000, mode: 'parallel' })

/** More than the longest list has. */
const mostStops = 600

/** Marks the element with the focus. @returns whether the keyboard has left the page, or came back to an element; a date has several stops in one */
const isRound = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return true
    if (focused.getAttribute('data-passed') === 'now') return !focused.matches('[type=date]')
    if (focused.hasAttribute('data-passed')) return true
    document.querySelector('[data-passed=now]')?.setAttribute('data-passed', '')
    focused.setAttribute('data-passed', 'now')
    return false
  })

/** @returns what a pointer can press and the Tab key did not reach; one of a group of radio buttons or tabs stands for all */
const missed = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]',
    )
    const isHere = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [hidden]') === null
    const isOfGroup = (element: HTMLElement) =>
      element.matches('[type=radio], [role=tab], [role=option], [tabindex="-1"]')
    return [...all]
      .filter((element) => isHere(element) && !isOfGroup(element) && !element.hasAttribute('data-passed'))
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** Presses Tab from the top of the page to its end. @returns the number of stops, and all that is wrong with them */
async function walk(page: Page): Promise<{ stops: number; errors: string[] }> {
  const errors: string[] = []
  let stops = 0
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    getSelection()?.removeAllRanges()
  })
  for (; stops < mostStops; stops += 1) {
    await page.keyboard.press('Tab')
    if (await isRound(page)) break
    const error = await focusError(page)
    if (error !== null) errors.push(error)
  }
  if (stops === mostStops) errors.push('There is no end')
  for (const one of await missed(page)) errors.push(`Never reached: ${one}`)
  const headings = await page.locator('h1:visible').allTextContents()
  if (headings.length !== 1) errors.push(`Headings of level 1: ${headings.join(', ')}`)
  return { stops, errors }
}

// One look each: visitors come by phone, and both themes and widths are seen. The lists of admins are blocks on a phone.
const looks = [
  { who: 'visitor', width: 360, theme: 'dark', of: /./ },
  { who: 'trader', width: 1440, theme: 'light', of: /./ },
  { who: 'admin', width: 1440, theme: 'light', of: /./ },
  { who: 'admin', width: 360, theme: 'dark', of: /page=(users|payments|showcases|audit)/ },
] as const

for (const { who, width, theme, of } of looks) {
  test(`the Tab key reaches everything in the views of a ${who}, and is visible: ${width} px, ${theme}`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    // Another page or order of the list has the same stops.
    const views = (await addresses(page, demo))[who].filter(
      (address) => of.test(address) && !/^\/\?(?!view)/.test(address),
    )
    await enterAs(page, demo, who)
    const found: string[] = []
    for (const address of views) {
      await page.goto(address)
      await settleWhole(page)
      await putOn(page, theme)
      const { stops, errors } = await walk(page)
      expect(stops, address).toBeGreaterThan(5)
      found.push(...errors.map((error) => `${address}: ${error}`))
    }
    expect(found).toEqual([])
  })
}
