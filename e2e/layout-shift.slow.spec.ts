import type { Page } from '@playwright/test'
import { settle, settleWhole, test } from './demo.ts'
import { addresses, enterAs, everybody } from './every-view.ts'
import { expect } from './fixtures.ts'

test.describe.configure({ timeout: 300_000, mode: 'parallel' })

/** Sum of a view's layout shifts, at most. */
const most = 0.01

interface Shift {
  value: number
  /** The parts that moved, and how far. */
  moved: string[]
}

/** Keeps every layout shift, also one that follows an action: answers come late, and an excuse of half a second would hide what they move. */
function watchShifts(): void {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  const describe = ({ node, previousRect: from, currentRect: to }: LayoutShiftSource) =>
    `${node instanceof Element ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}` : (node?.textContent ?? '')}: ${from.x},${from.y} to ${to.x},${to.y}`
  const wasMoved = () => (globalThis as unknown as { isMove?: true }).isMove === true
  // A part that is gone again has no node any more.
  const isOfRow = (node: Node | null) =>
    node === null ||
    (node instanceof Element ? node : node.parentElement)?.closest('tr.board-row, tr.board-group') != null
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      // Rows in another order are what the person asked for: each trader's row goes to its new place. No row moves while a page loads.
      const isOrder = wasMoved() && sources.every(({ node }) => isOfRow(node))
      if (!isOrder) shifts.push({ value, moved: sources.map(describe) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface LayoutShiftSource {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}
type LayoutShift = PerformanceEntry & { value: number; sources: LayoutShiftSource[] }

/** Takes the shifts since the last time. @returns null where they stay below the bar */
async function tooMany(page: Page, what: string): Promise<string | null> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts.splice(0))
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum <= most) return null
  const worst = shifts.toSorted((a, b) => b.value - a.value)[0]
  return `${what}: ${sum.toFixed(3)}, most of it ${worst?.value.toFixed(3)} by ${worst?.moved.join('; ')}`
}

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
    test(`nothing moves by itself in the views of a ${who}, ${width} px wide`, async ({ page, demo }) => {
      await page.setViewportSize({ width, height: 800 })
      const views = (await addresses(page, demo))[who]
      await enterAs(page, demo, who)
      await page.addInitScript(watchShifts)
      const found: (string | null)[] = []
      for (const address of views) {
        await page.goto(address)
        await settleWhole(page)
        found.push(await tooMany(page, `load ${address}`))
      }
      await slowDown(page)
      // From the last view round to it again.
      await page.goto('/')
      await settle(page)
      await tooMany(page, '')
      await page.evaluate(() => Object.assign(globalThis, { isMove: true }))
      for (const address of views) {
        await follow(page, address)
        await expect(page).toHaveURL(new URL(address, demo.url).href)
        await settle(page)
        await page.waitForTimeout(400)
        await settle(page)
        found.push(await tooMany(page, `move to ${address}`))
      }
      expect(found.filter((one) => one !== null)).toEqual([])
    })
  }
}
