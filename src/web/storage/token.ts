/** The session's token stands in local and session storage under one key, as the specification demands. */
const KEY = 'trader_token'

type Listener = () => void
const listeners = new Set<Listener>()

/** Where storage is refused: the session lasts as long as the page. */
let unstored: string | null = null

/** Null without a session and on the server. */
export function readToken(): string | null {
  if (typeof window === 'undefined') return null
  return unstored ?? stored(() => localStorage) ?? stored(() => sessionStorage)
}

/** Null where storage is refused: then even reading its name throws. */
function stored(storage: () => Storage): string | null {
  try {
    return storage().getItem(KEY)
  } catch {
    return null
  }
}

/** Null removes it everywhere. */
export function writeToken(token: string | null): void {
  const isStored = [store(() => localStorage, token), store(() => sessionStorage, token)]
  unstored = isStored.includes(true) ? null : token
  for (const listener of listeners) listener()
}

/** False where the storage is refused or full. */
function store(storage: () => Storage, token: string | null): boolean {
  try {
    if (token === null) storage().removeItem(KEY)
    else storage().setItem(KEY, token)
    return true
  } catch {
    return false
  }
}

/** Calls the listener for changes in other tabs, too. */
export function onTokenChange(listener: Listener): () => void {
  const otherTab = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    // The session storage is this tab's own: another tab does not change it.
    store(() => sessionStorage, newValue)
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', otherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', otherTab)
  }
}
