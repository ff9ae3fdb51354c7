import { useSyncExternalStore } from 'react'
import { onTokenChange } from './token.ts'

/** What was begun and not sent, by name: it outlives the screen, and is gone with the page or the session. */
const kept = new Map<string, unknown>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(name: string, value: unknown, empty: unknown): void {
  if (value === empty) kept.delete(name)
  else kept.set(name, value)
  for (const listener of listeners) listener()
}

export const isKept = (name: string) => kept.has(name)

export function forgetKept(): void {
  kept.clear()
  for (const listener of listeners) listener()
}

// Nothing that one person began is there for the next one at the same page.
if (typeof window !== 'undefined') onTokenChange(forgetKept)

/**
 * A state that another tab of a panel, or Esc, does not lose: whoever draws it next has it back.
 * @param empty what it is before anything was begun: always the same object; setting it forgets
 */
export function useKept<T>(name: string, empty: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => (kept.has(name) ? (kept.get(name) as T) : empty),
    () => empty,
  )
  return [value, (next) => keep(name, next, empty)]
}
