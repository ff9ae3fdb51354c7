import { useSyncExternalStore } from 'react'

/** Running uploads of this page: a save meanwhile would lack their files. */
let count = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  count += by
  for (const listener of listeners) listener()
}

/** @returns to be called once, when the file arrived or failed */
export function uploadStarted(): () => void {
  change(1)
  return () => change(-1)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The number of running uploads. */
export function useRunningUploads(): number {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )
}
