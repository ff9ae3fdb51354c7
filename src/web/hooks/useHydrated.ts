import { useSyncExternalStore } from 'react'

const nothingChanges = () => () => undefined

/**
 * False on the server and in the browser's first paint, true once React has hydrated the page. As a query's `enabled` it says that
 * documents lack that answer.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )
}
