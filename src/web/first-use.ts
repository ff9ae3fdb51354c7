// The script of a document that its reader only looks at first. It imports nothing of the app: shared modules would be split out of the first view.

/** The key of `web/storage/token.ts`. */
const KEY = 'trader_token'

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

/** The last button that was pressed while no app listened: pressed again when one does. */
let missed: HTMLButtonElement | null = null
const listening = new AbortController()
window.addEventListener(
  'click',
  ({ target }) =>
    (missed = target instanceof Element ? target.closest<HTMLButtonElement>('button[type=button]') : null),
  { capture: true, signal: listening.signal },
)
window.addEventListener(
  'app-listens',
  () => {
    listening.abort()
    missed?.click()
  },
  { once: true },
)

const given = document.querySelector<HTMLElement>('[data-app]')?.dataset
const abort = new AbortController()
const { signal } = abort

if (isSignedIn() || isUsed()) start()
else {
  for (const sign of signs) window.addEventListener(sign, start, { capture: true, passive: true, signal })
  const rest = () => setTimeout(start, Number(given?.rest))
  if (document.readyState === 'complete') rest()
  else window.addEventListener('load', rest, { signal })
}

/** Fetches the app and its screen together. */
function start(): void {
  if (signal.aborted) return
  abort.abort()
  const [app = '', ...parts] = given?.app?.split(' ') ?? []
  for (const href of parts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  void import(/* @vite-ignore */ app)
}

/** Also where this tab has stored what the form must show. True where storage is refused. */
function isSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null || sessionStorage.length > 0
  } catch {
    return true
  }
}

function isUsed(): boolean {
  if (document.activeElement !== document.body) return true
  const fields = document.querySelectorAll<HTMLInputElement>('#root form input:not([type=checkbox])')
  return [...fields].some(({ value }) => value !== '')
}
