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
const waiting = new Set<() => void>()
const abort = new AbortController()

function use(): void {
  if (used) return
  used = true
  abort.abort()
  for (const run of waiting) run()
  waiting.clear()
}

if (typeof window !== 'undefined') {
  // A person who came here from another view of the app has pressed something.
  if (navigator.userActivation?.hasBeenActive === true) used = true
  else {
    for (const sign of signs) {
      window.addEventListener(sign, use, { capture: true, passive: true, signal: abort.signal })
    }
    setTimeout(use, restMs)
  }
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
