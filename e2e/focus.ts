import type { Page } from '@playwright/test'

/**
 * Looks at the element with the focus as a person does: something shows it, with 3:1 to its ground (WCAG 2.4.7, 1.4.11), and nothing covers it
 * whole (2.4.11). Runs in the page.
 * @returns what is wrong; null where the focus is seen
 */
function wrongWithFocus(): string | null {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused === document.documentElement)
    return 'Nothing has the focus'
  const name = `${focused.tagName.toLowerCase()}.${focused.className.toString()} "${(focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 40)}"`
  if (focused instanceof HTMLElement && focused.tabIndex > 0) return `${name} is out of the page's order`

  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pixel = canvas.getContext('2d', { willReadFrequently: true })
  if (pixel === null) throw new Error('This browser has no canvas')
  const read = (colour: string) => {
    pixel.clearRect(0, 0, 1, 1)
    pixel.fillStyle = colour
    pixel.fillRect(0, 0, 1, 1)
    return [...pixel.getImageData(0, 0, 1, 1).data]
  }
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = read(colour).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ground = (element: Element | null): string => {
    if (element === null) return 'white'
    const { backgroundColor } = getComputedStyle(element)
    return read(backgroundColor)[3] === 255 ? backgroundColor : ground(element.parentElement)
  }
  const contrast = (first: string, second: string) => {
    const [dark = 0, bright = 0] = [light(first), light(second)].toSorted((a, b) => a - b)
    return (bright + 0.05) / (dark + 0.05)
  }

  /** The element itself, its mark drawn over the whole row, or what stands around a native control that is not drawn. */
  const around = [
    focused,
    focused.parentElement,
    focused.parentElement?.parentElement,
    focused.closest('label, article, li'),
  ]
  const isDrawn = (element: Element) => element.checkVisibility({ opacityProperty: true }) && element.clientWidth !== 1
  const shown = around
    .filter((element): element is Element => element != null && isDrawn(element))
    .flatMap((element) =>
      [undefined, '::after', '::before'].map((pseudo) => ({ element, style: getComputedStyle(element, pseudo) })),
    )
    .find(({ style }) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5)
  if (shown === undefined) return `Nothing shows the focus of ${name}`
  const isInside = parseFloat(shown.style.outlineOffset) < 0
  const ratio = contrast(shown.style.outlineColor, ground(isInside ? shown.element : shown.element.parentElement))
  if (ratio < 3) return `The focus of ${name} has a contrast of ${ratio.toFixed(1)}`

  // A pointer goes through a clipped part to what contains it.
  for (let part = shown.element.parentElement; part !== null; part = part.parentElement) {
    if (part.clientWidth === 1 && getComputedStyle(part).overflowX === 'hidden')
      return `${name} has the focus, and is clipped`
  }

  const { left, top, right, bottom } = shown.element.getBoundingClientRect()
  const [from, to] = [Math.max(left, 0), Math.min(right, innerWidth)]
  const [above, below] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  const isVisible = [0.05, 0.25, 0.5, 0.75, 0.95].some((x) =>
    [0.1, 0.5, 0.9].some((y) => {
      const hit = document.elementFromPoint(from + (to - from) * x, above + (below - above) * y)
      return hit !== null && to > from && below > above && (shown.element.contains(hit) || hit.contains(shown.element))
    }),
  )
  return isVisible ? null : `${name} has the focus, and is hidden at ${Math.round(left)},${Math.round(top)}`
}

/** Reads what is wrong with the focus; null where it is visible. A part that slides into its place has half a second. */
export async function focusError(page: Page): Promise<string | null> {
  let error = await page.evaluate(wrongWithFocus)
  for (let tries = 0; error !== null && tries < 5; tries += 1) {
    await page.waitForTimeout(100)
    error = await page.evaluate(wrongWithFocus)
  }
  return error
}
