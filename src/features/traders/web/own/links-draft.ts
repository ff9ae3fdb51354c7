import { readTraderLink } from '#features/traders/own-links.ts'
import type { TraderLink } from '#shared/text/links.ts'

/** Links as the server keeps them, and what is typed over them. Pure. */

export type StoredLinks = Record<TraderLink, string | null>
/** Only what was touched: a refresh changes the rest in place. */
export type TypedLinks = Partial<Record<TraderLink, string>>

/** What stands in the field. */
export function shownLink(stored: StoredLinks, typed: TypedLinks, name: TraderLink): string {
  return typed[name] ?? stored[name] ?? ''
}

/** What is not saved yet. */
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

/** What stays typed once `sent` was saved: only what was changed again meanwhile. */
export function withoutSent(typed: TypedLinks, sent: TypedLinks): TypedLinks {
  const entries = Object.entries(typed) as [TraderLink, string][]
  return Object.fromEntries(entries.filter(([name, text]) => sent[name] !== text))
}
