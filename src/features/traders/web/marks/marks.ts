import { useSyncExternalStore } from 'react'
import { maximumCompared } from '../../compare-page.ts'

/** A list of usernames that stays on this device, newest last. */
export interface NameList {
  read: () => readonly string[]
  /** Adds or removes a name. False where the list is full. */
  toggle: (name: string) => boolean
  subscribe: (listener: () => void) => () => void
}

const none: readonly string[] = []

/** @param most names; without storage (a private window, a full disk) the list lives as long as the page */
function nameList(key: string, most: number): NameList {
  let unstored: string | null = null
  let held: { text: string; names: readonly string[] } = { text: '', names: none }
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }

  function storedText(): string {
    try {
      return unstored ?? localStorage.getItem(key) ?? ''
    } catch {
      return unstored ?? ''
    }
  }

  // The same array for the same text: React compares it.
  function read(): readonly string[] {
    const text = storedText()
    if (text !== held.text) held = { text, names: text.split(',').filter(Boolean).slice(0, most) }
    return held.names
  }

  return {
    read,
    toggle(name) {
      const names = read()
      const isListed = names.includes(name)
      if (!isListed && names.length >= most) return false
      const text = (isListed ? names.filter((other) => other !== name) : [...names, name]).join(',')
      try {
        localStorage.setItem(key, text)
        unstored = null
      } catch {
        unstored = text
      }
      tell()
      return true
    },
    subscribe(listener) {
      listeners.add(listener)
      // Other tabs of this site.
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

/** Traders marked for a comparison. */
export const comparedNames = nameList('compared-traders', maximumCompared)
/** Traders whom the visitor follows. */
export const followedNames = nameList('followed-traders', Infinity)

/** The names of a list; none on the server and in the first paint. */
export function useNames(list: NameList): readonly string[] {
  return useSyncExternalStore(list.subscribe, list.read, () => none)
}
