/** The session's token: in local and session storage under one key, as the specification says. */
const KEY = 'trader_token'

type Listener = () => void
const listeners = new Set<Listener>()

/** Null without a session, on the server, and where storage is refused. */
export function readToken(): string | null {
  if (typeof window === 'undefined') return null
  try {
    return localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Null forgets it, everywhere. */
export function writeToken(token: string | null): void {
  for (const storage of [localStorage, sessionStorage]) {
    if (token === null) storage.removeItem(KEY)
    else storage.setItem(KEY, token)
  }
  for (const listener of listeners) listener()
}

/** Also hears other tabs. */
export function onTokenChange(listener: Listener): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', otherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', otherTab)
  }
}
