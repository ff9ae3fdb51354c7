import { useSyncExternalStore } from 'react'
import { onTokenChange } from './token.ts'

/** Drafts that were not sent, by name. They outlive the screen and end with the page or the session. */
const drafts = new Map<string, unknown>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function store(name: string, value: unknown, empty: unknown): void {
  if (value === empty) drafts.delete(name)
  else drafts.set(name, value)
  for (const listener of listeners) listener()
}

export function clearSessionState(): void {
  drafts.clear()
  for (const listener of listeners) listener()
}

// The next person at the same page finds none of the drafts.
if (typeof window !== 'undefined') onTokenChange(clearSessionState)

/**
 * State that survives another tab of a panel and Esc: the next component that uses the name has it back.
 * @param empty the initial value: always the same object; setting it deletes the draft
 */
export function useSessionState<T>(name: string, empty: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => (drafts.has(name) ? (drafts.get(name) as T) : empty),
    () => empty,
  )
  return [value, (next) => store(name, next, empty)]
}
