import { useSyncExternalStore } from 'react'

/** Events that show use of the page. */
const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'wheel',
  'focusin',
  'click',
  'beforeprint',
] as const

/** After this long everything is there, also for a screen reader that lists a page's headings. Milliseconds. */
const restMs = 10_000

let used = false
let rest: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

function use(): void {
  used = true
  clearTimeout(rest)
  for (const sign of signs) window.removeEventListener(sign, use, { capture: true })
  for (const run of waiting) run()
  waiting.clear()
}

/** Begins as a page that was not used yet. */
export function awaitUse(): void {
  used = false
  clearTimeout(rest)
  rest = setTimeout(use, restMs)
  for (const sign of signs) window.addEventListener(sign, use, { capture: true, passive: true })
}

if (typeof window !== 'undefined') {
  // A person who came here from another view of the app has pressed something.
  if (navigator.userActivation?.hasBeenActive === true) used = true
  else awaitUse()
}

/**
 * Runs work that the first screen does without: at the first use of the page, at once where it is used already.
 * @returns a function that cancels it
 */
export function whenUsed(run: () => void): () => void {
  if (used) run()
  else waiting.add(run)
  return () => waiting.delete(run)
}

/** True from the first use of the page on. */
export const useIsUsed = () =>
  useSyncExternalStore(
    whenUsed,
    () => used,
    () => false,
  )
