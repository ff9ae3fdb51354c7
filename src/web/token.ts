/** The session's token: in local and session storage under one key, as the specification says. */
const KEY = 'trader_token'

type Listener = () => void
const listeners = new Set<Listener>()

/** Where storage is refused: the session lasts as long as the page. */
let unstored: string | null = null

/** Null without a session and on the server. */
export function readToken(): string | null {
  if (typeof window === 'undefined') return null
  return unstored ?? held(() => localStorage) ?? held(() => sessionStorage)
}

/** Even to name a storage throws where it is refused. */
function held(storage: () => Storage): string | null {
  try {
    return storage().getItem(KEY)
  } catch {
    return null
  }
}

/** Null forgets it, everywhere. */
export function writeToken(token: string | null): void {
  const stored = [store(() => localStorage, token), store(() => sessionStorage, token)]
  unstored = stored.includes(true) ? null : token
  for (const listener of listeners) listener()
}

/** False where the storage is refused or full: the other one may take it, and else the page itself holds it. */
function store(storage: () => Storage, token: string | null): boolean {
  try {
    if (token === null) storage().removeItem(KEY)
    else storage().setItem(KEY, token)
    return true
  } catch {
    return false
  }
}

/** Also hears other tabs. */
export function onTokenChange(listener: Listener): () => void {
  const otherTab = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    // The session storage is this tab's own: what another one began or ended it does not know.
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
