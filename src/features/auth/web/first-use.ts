import { readToken } from '#web/storage/token.ts'
import { preloadWhenIdle } from '#web/ui/lazyWithRetry.tsx'
import { formOf } from './form-names.ts'

/** A pointer, a key, a scroll, the focus or the press of a screen reader, a text that the browser fills in, a step in the history. */
const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'scroll',
  'focusin',
  'input',
  'click',
  'popstate',
] as const

/**
 * Resolves when somebody begins to use a form that the server has drawn, or when the loaded page idles. It resolves at once where the form
 * must change by itself: for signed-in people, for a link with a token, for what this tab has stored, and where the browser draws the form.
 */
export async function firstUse(): Promise<void> {
  if (!isDrawn() || isUsed() || needsScript()) return
  await new Promise<void>((resolve) => {
    const abort = new AbortController()
    const end = () => {
      abort.abort()
      resolve()
    }
    for (const sign of signs) window.addEventListener(sign, end, { capture: true, passive: true, signal: abort.signal })
    const whenIdle = () => void preloadWhenIdle({ preload: end })
    if (document.readyState === 'complete') whenIdle()
    else window.addEventListener('load', whenIdle, { signal: abort.signal })
  })
}

const isDrawn = () => document.querySelector('#root form') !== null

function isUsed(): boolean {
  if (document.activeElement !== document.body) return true
  const fields = document.querySelectorAll<HTMLInputElement>('#root form input:not([type=checkbox])')
  return [...fields].some(({ value }) => value !== '')
}

function needsScript(): boolean {
  const form = formOf(new URLSearchParams(window.location.search))
  if (readToken() !== null || form === 'confirm' || form === 'reset') return true
  try {
    return window.sessionStorage.length > 0
  } catch {
    return false
  }
}
