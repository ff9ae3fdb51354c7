import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { shapeOf } from '#features/showcases/rules/shape.ts'

/** A draft on this device. It survives a reload, a crash and the end of a session. */
export interface Draft {
  content: ShowcaseContent
  /** Typed into the services' field and not one of them yet. */
  service: string
  /** The saved version that it was made on; null where nothing was saved yet. */
  base: number | null
}

/** The key holds the account, so that no other user of this browser finds the draft. */
const keyOf = (traderId: string) => `showcase-draft:${traderId}`

/** The stored draft as text; null where there is none, and where storage is refused. */
export function storedDraft(traderId: string): string | null {
  try {
    return localStorage.getItem(keyOf(traderId))
  } catch {
    return null
  }
}

/** @returns false where storage is refused */
export function storeDraft(traderId: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(keyOf(traderId))
    else localStorage.setItem(keyOf(traderId), text)
    return true
  } catch {
    return false
  }
}

/** Calls back when another tab of this browser stores or clears a draft. */
export function onOtherTab(traderId: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === keyOf(traderId)) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** The text of a draft for the device. */
export function writeDraft({ content, service, base }: Draft): string {
  return JSON.stringify({ base, content, ...(service !== '' && { service }) })
}

/** Reads a stored draft; null for a text that is none. Fields that an older page did not write are empty. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const { base, content, service } = JSON.parse(text) as Record<string, unknown>
    if (!(content instanceof Object)) return null
    return {
      base: typeof base === 'number' ? base : null,
      content: shapeOf(content),
      service: typeof service === 'string' ? service : '',
    }
  } catch {
    return null
  }
}
