import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { shapeOf } from '#features/showcases/rules/shape.ts'

/** What somebody is writing, on this device: it outlives a reload, a crash and a session that ends. */
export interface Draft {
  content: ShowcaseContent
  /** Typed into the services' field and not one of them yet. */
  service: string
  /** The saved version that it was made on; null where nothing was saved yet. */
  base: number | null
}

/** By account: nobody finds what another one wrote at the same browser. */
const keyOf = (traderId: string) => `showcase-draft:${traderId}`

/** Null where there is none, and where storage is refused. */
export function storedDraft(traderId: string): string | null {
  try {
    return localStorage.getItem(keyOf(traderId))
  } catch {
    return null
  }
}

/** @returns false where the device keeps nothing */
export function storeDraft(traderId: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(keyOf(traderId))
    else localStorage.setItem(keyOf(traderId), text)
    return true
  } catch {
    return false
  }
}

/** Calls back when another tab of this browser keeps or forgets a draft. */
export function onOtherTab(traderId: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key === keyOf(traderId)) listener()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

export function writeDraft({ content, service, base }: Draft): string {
  return JSON.stringify({ base, content, ...(service !== '' && { service }) })
}

/** Null where the text is none of ours; what an older page left out is empty. */
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
