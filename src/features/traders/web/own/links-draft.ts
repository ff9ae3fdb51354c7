import { readTraderLink } from '#features/traders/own-links.ts'
import type { TraderLink } from '#shared/text/links.ts'

/** The links that the server stores, and the texts typed over them. Pure. */

export type StoredLinks = Record<TraderLink, string | null>
/** The touched fields only: a refresh changes the rest in place. */
export type TypedLinks = Partial<Record<TraderLink, string>>

/** The content of the field. */
export function shownLink(stored: StoredLinks, typed: TypedLinks, name: TraderLink): string {
  return typed[name] ?? stored[name] ?? ''
}

/** The unsaved changes. */
export function changedLinks(stored: StoredLinks, typed: TypedLinks): TypedLinks {
  const entries = Object.entries(typed) as [TraderLink, string][]
  return Object.fromEntries(entries.filter(([name, text]) => text.trim() !== (stored[name] ?? '')))
}

/** A sentence at each changed link that would be refused. */
export function linkErrors(changed: TypedLinks, host: string): Partial<Record<TraderLink, string>> {
  const errors: Partial<Record<TraderLink, string>> = {}
  for (const [name, text] of Object.entries(changed) as [TraderLink, string][]) {
    const read = readTraderLink(name, text, host)
    if (!read.ok) errors[name] = read.sentence
  }
  return errors
}

/** The texts that stay typed after `sent` was saved: those that changed again meanwhile. */
export function withoutSent(typed: TypedLinks, sent: TypedLinks): TypedLinks {
  const entries = Object.entries(typed) as [TraderLink, string][]
  return Object.fromEntries(entries.filter(([name, text]) => sent[name] !== text))
}
