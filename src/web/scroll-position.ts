/** The scroll position of each entry of the history: stored with the entry, and restored while the screen still grows. */
interface HistoryState {
  scroll?: number
}

/** Longer than a slow phone takes for a screen and its answers. */
const PATIENCE_MS = 10_000
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown']
const held = { y: 0, until: 0 }

/** Scroll position at which this entry of the history was left; 0 for a new one. */
export function storedScroll(): number {
  return (window.history.state as HistoryState | null)?.scroll ?? 0
}

/**
 * Stores the position with this entry of the history. While one is restored it stays: a screen that is still low has another for a moment.
 * An entry that has the position is left alone: a write to the history takes milliseconds on a phone.
 */
export function storeScroll(): void {
  if (isHeld() || storedScroll() === window.scrollY) return
  const state: HistoryState = { ...(window.history.state as HistoryState | null), scroll: window.scrollY }
  window.history.replaceState(state, '')
}

/**
 * Restores the stored position, and holds it while the screen's chunk and answers arrive: what stands meanwhile may be lower than the page
 * was. It ends with the person's first move, whose position it must not take away.
 */
export function restoreScroll(): void {
  for (const name of ownMoves) window.addEventListener(name, releaseScroll, { once: true })
  held.y = storedScroll()
  held.until = performance.now() + PATIENCE_MS
  hold()
}

export function releaseScroll(): void {
  held.until = 0
}

const isHeld = () => performance.now() <= held.until

function hold() {
  if (!isHeld()) return
  window.scrollTo(0, held.y)
  requestAnimationFrame(hold)
}
