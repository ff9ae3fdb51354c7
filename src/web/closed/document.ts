import { watchStatus } from './watch.ts'

// The script of a closed site's documents. It imports nothing of the app: shared modules would be split out of the first view.

// The build links the sheet in the document.
if (import.meta.env.DEV) void import('../styles/app.css')

/** The key of `web/storage/token.ts`. */
const KEY = 'trader_token'
const storages = [() => localStorage, () => sessionStorage]

function tried<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

const token = storages.map((storage) => tried(() => storage().getItem(KEY))).find((held) => typeof held === 'string')
const headers = { authorization: `Bearer ${token}` }

watchStatus(({ enabled, message }) => {
  if (!enabled) return window.location.reload()
  const title = document.querySelector('.closed h1')
  if (title !== null && title.textContent !== message) title.textContent = message
})
if (token !== undefined) void admit()

/** Shows an admin the requested page; everybody else reads why not. The session is left alone. */
async function admit(): Promise<void> {
  const answer = await fetch('/api/dashboard', { headers, cache: 'no-store' }).catch(() => null)
  // Only the status counts, but an unread body keeps the request open.
  void answer?.text().catch(() => null)
  if (answer?.ok === true) return startApp()
  if (answer?.status !== 503) return
  document.querySelector('.closed-hint')?.removeAttribute('hidden')
  document.querySelector('.closed a.btn')?.addEventListener('click', () => {
    void fetch('/api/auth/logout', { method: 'POST', headers, keepalive: true })
    for (const storage of storages) tried(() => storage().removeItem(KEY))
  })
}

/** The app waits in the document. */
async function startApp(): Promise<void> {
  const app = document.querySelector<HTMLTemplateElement>('#app')
  const { script, title } = app?.dataset ?? {}
  if (app === null || script === undefined) return
  document.querySelector('#closed')?.remove()
  document.body.prepend(app.content)
  document.title = title ?? document.title
  await import(/* @vite-ignore */ script)
}
