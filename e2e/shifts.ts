import type { Page } from '@playwright/test'

/** Sum of a view's layout shifts, at most. */
const most = 0.01

interface Shift {
  value: number
  /** The parts that moved, and how far. */
  moved: string[]
}

/** Keeps every layout shift, also one that follows an action: answers come late, and an excuse of half a second would hide what they move. */
export function watchShifts(): void {
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
export async function tooManyShifts(page: Page, what: string): Promise<string | null> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts.splice(0))
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum <= most) return null
  const worst = shifts.toSorted((a, b) => b.value - a.value)[0]
  return `${what}: ${sum.toFixed(3)}, most of it ${worst?.value.toFixed(3)} by ${worst?.moved.join('; ')}`
}
