import { useSyncExternalStore } from 'react'

const nothingChanges = () => () => undefined

/** False on the server and in the browser's first paint, true once the page answers to the hand. */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )
}
