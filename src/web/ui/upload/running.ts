import { useSyncExternalStore } from 'react'

/** Files on their way from this page: what is saved meanwhile would lack them. */
let count = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  count += by
  for (const listener of listeners) listener()
}

/** @returns to be called once, when the file arrived or will not */
export function uploadStarted(): () => void {
  change(1)
  return () => change(-1)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many files are on their way. */
export function useRunningUploads(): number {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )
}
