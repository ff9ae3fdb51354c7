import { useSyncExternalStore } from 'react'

/** Texts that the storage refused (a private window, a full disk): they live as long as the page. */
const unstored = new Map<string, string>()

/** A text that this device keeps; empty for none. */
export function readStored(key: string): string {
  try {
    return unstored.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return unstored.get(key) ?? ''
  }
}

export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
  // The browser tells other windows alone.
  window.dispatchEvent(new Event('storage'))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** A text that this device keeps, as it changes; empty on the server and in the first paint. */
export const useStored = (key: string): string =>
  useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => '',
  )
