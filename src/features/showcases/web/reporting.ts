import { useEffect } from 'react'
import type { ClickType } from '#features/showcases/analytics-contract.ts'
import type { LinkName } from '#features/showcases/rules/fields.ts'
import { move } from '#web/router.ts'
import { readToken } from '#web/storage/token.ts'
import { placeOf, unknownSource } from '../rules/visit-sources.ts'

/** A click on a part of the page. A button is identified by its text and its place, from 1, among all `cta_buttons` of the answer. */
export type Click =
  | { type: 'cta'; target: string; position: number }
  | { type: 'link'; target: LinkName }
  | { type: Exclude<ClickType, 'cta' | 'link'> }

/** The source of the visit to each showcase, for the clicks that follow. */
const sources = new Map<string, string>()

/**
 * Reports a view of the public version, once a page. The page's data was read before, by a call or with its document,
 * which count no view. The report requests the showcase again with the source, and takes no content (304).
 */
export function useShowcaseView(showcaseId: string, isPublicLook: boolean): void {
  useEffect(() => {
    if (!isPublicLook) return
    const source = sourceNow()
    sources.set(showcaseId, source)
    sendReport(`/api/showcases/${showcaseId}?source=${source}`, {}, { 'if-none-match': '*' })
  }, [showcaseId, isPublicLook])
}

/** Reports a click. */
export function reportClick(showcaseId: string, click: Click): void {
  const body = JSON.stringify({ showcase_id: showcaseId, source: sources.get(showcaseId) ?? unknownSource, ...click })
  sendReport('/api/showcases/track-click', { method: 'POST', body }, { 'content-type': 'application/json' })
}

/** Sends a report without waiting for its answer. It goes on while the browser leaves the page. */
function sendReport(address: string, init: RequestInit, more: Record<string, string>): void {
  const token = readToken()
  const headers = { ...more, ...(token !== null && { authorization: `Bearer ${token}` }) }
  fetch(address, { ...init, keepalive: true, headers }).catch(() => undefined)
}

interface HistoryList {
  currentEntry: { index: number } | null
  entries: () => readonly { url: string | null }[]
}

/** A place of this site, or the host that the visitor came from. */
function sourceNow(): string {
  const { origin } = window.location
  if (move() !== 'load') {
    const { navigation } = window as { navigation?: HistoryList }
    const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
    return before?.startsWith(`${origin}/`) ? placeOf(before) : 'sito'
  }
  const { referrer } = document
  if (referrer.startsWith(`${origin}/`)) return placeOf(referrer)
  return URL.parse(referrer)?.hostname || unknownSource
}
