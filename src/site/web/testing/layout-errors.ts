/** Edges, in px, that rounding may move. */
const slack = 1
/** The least width and height of a target (WCAG 2.5.8), px. */
const leastTarget = 24

const targets = 'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=tab], [tabindex="0"][role]'
/** The least height of the site's buttons and fields where a finger presses them, px (WCAG 2.5.5). */
const leastOfFinger = 44
/** The last three stand on the pages of texts. */
const ofFingers = '.btn, .icon-button, .input, .mark, .pager > a, .button, .theme, .menu > summary'
/** Kinds that are lower: their height in px, and why. */
const lower: Record<string, { least: number; why: string }> = {
  '.btn-sm': { least: 36, why: 'a second action: the one that a page is for is larger' },
  '.input-shell > .icon-button': { least: 40, why: 'stands in its field' },
  '.copy-box > .btn': { least: 42, why: 'fills a box of 44 px, its edge included' },
  '.mark': { least: 32, why: 'a row has two, and its link covers the rest: the profile has both as buttons of 44 px' },
}

/** Parts with an edge of their own, beyond which nothing of theirs may stand. */
const boxes = '.panel, .kpis, .alert, .board, .empty, nav.contents, .demo, form, dialog'

/** Targets on the page that are smaller than a finger's: WCAG leaves out those within a line of text. */
export function smallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((one) => {
    // A box to tick is pressed by its label, a row by what its link covers.
    const pressed = one.matches('input') ? (one.closest('label') ?? one) : one
    if (!isDrawn(pressed) || isInText(pressed) || getComputedStyle(one, '::after').position === 'absolute') return []
    const { width, height } = pressed.getBoundingClientRect()
    const isLarge = Math.min(width, height) > leastTarget - 0.1
    return isLarge ? [] : [`${Math.round(width)} by ${Math.round(height)} px to press: ${nameOf(one)}`]
  })
}

/** Buttons and fields that a finger misses. */
export function missedByFingers(): string[] {
  return [...document.querySelectorAll<HTMLElement>(ofFingers)].flatMap((one) => {
    if (!isDrawn(one)) return []
    const { height } = one.getBoundingClientRect()
    const kind = Object.keys(lower).find((each) => one.matches(each))
    const least = lower[kind ?? '']?.least ?? leastOfFinger
    return height > least - 0.1 ? [] : [`${Math.round(height)} px for a finger: ${nameOf(one)}`]
  })
}

/** Parts that make the page scroll sideways, that hide content of their own, or that stand beyond their box. */
export function overflows(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  for (const one of document.querySelectorAll<HTMLElement>('main *, header *, footer *, .adm *')) {
    // The mark of a definition has an empty rim, which may stand over an edge.
    if (!isDrawn(one) || one.closest('svg, .cover > .engraving') !== null || one.matches('.term-mark')) continue
    const { overflowX, textOverflow } = getComputedStyle(one)
    const hides = (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis'
    if (hides && one.scrollWidth > one.clientWidth + slack && !one.matches('.cover'))
      found.push(`${one.scrollWidth - one.clientWidth} px are cut: ${nameOf(one)}`)
    const box = one.parentElement?.closest(boxes)
    const beyond =
      box === undefined || box === null ? 0 : one.getBoundingClientRect().right - box.getBoundingClientRect().right
    if (box !== null && box !== undefined && beyond > slack && !scrolls(one, box))
      found.push(`${Math.round(beyond)} px beyond its box: ${nameOf(one)}`)
  }
  return found
}

/** Drawn, and not for screen readers alone. */
function isDrawn(one: HTMLElement): boolean {
  const { width, height, bottom } = one.getBoundingClientRect()
  if (width <= 1 || height <= 1 || bottom + window.scrollY < 0) return false
  return (
    one.checkVisibility({ visibilityProperty: true }) && one.closest('.sr-only, [inert], [aria-hidden=true]') === null
  )
}

/** A link within a line of text: the block around it says more. */
function isInText(one: HTMLElement): boolean {
  if (getComputedStyle(one).display !== 'inline') return false
  let block = one.parentElement
  while (block !== null && getComputedStyle(block).display === 'inline') block = block.parentElement
  const links = [...(block?.querySelectorAll('a, button') ?? [])].map((link) => link.textContent).join('')
  return (block?.textContent ?? '').replaceAll(/[\s·,|]/g, '').length > links.replaceAll(/[\s·,|]/g, '').length
}

/** Whether a part between the two scrolls its content. */
function scrolls(one: HTMLElement, box: Element): boolean {
  for (let part = one.parentElement; part !== null && part !== box.parentElement; part = part.parentElement)
    if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(part).overflowX)) return true
  return false
}

function nameOf(one: HTMLElement): string {
  const text = (one.getAttribute('aria-label') ?? one.textContent).trim().replaceAll(/\s+/g, ' ')
  return `${one.tagName.toLowerCase()}.${one.className} "${text.slice(0, 40)}"`
}
