import { useSyncExternalStore } from 'react'

const nothingChanges = () => () => undefined

/**
 * False on the server and in the browser's first paint, true once React has hydrated the page.
 * As `enabled` of a query it says that documents go without that answer.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )
}
