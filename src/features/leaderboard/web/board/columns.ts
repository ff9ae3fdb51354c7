import { useSyncExternalStore } from 'react'

/** The classes of the table that hide columns (`no-days no-live`), as this device keeps them. The style sheet knows the rest. */
export const hiddenColumnsKey = 'board-hidden-columns'

/** Where storage is refused nothing is hidden. */
function read(): string {
  try {
    return localStorage.getItem(hiddenColumnsKey) ?? ''
  } catch {
    return ''
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Empty on the server and in the first paint. */
export const useHiddenColumns = (): string => useSyncExternalStore(subscribe, read, () => '')
