import { useEffect } from 'react'
import type { getShowcase } from '#features/showcases/contract.ts'
import type { ClickType } from '#features/showcases/analytics-contract.ts'
import type { LinkName } from '#features/showcases/contract.ts'
import { send } from '#web/api.ts'
import { move } from '#web/router.ts'
import { readToken } from '#web/token.ts'
import { placeOf } from '../rules/places.ts'

/** What was clicked. A button is told by its text and its place, from 1, among all `cta_buttons` of the answer. */
export type Click =
  | { type: 'cta'; target: string; position: number }
  | { type: 'link'; target: LinkName }
  | { type: Exclude<ClickType, 'cta' | 'link'> }

/** Where the visitor of each showcase came from, for the clicks that follow. */
const sources = new Map<string, string>()

/** Reports, once a page, that somebody looks at the public version. The answer of a document counts nobody: this does. */
export function useShowcaseView(showcaseId: string, isPublicLook: boolean): void {
  useEffect(() => {
    if (!isPublicLook) return
    const source = sourceNow()
    sources.set(showcaseId, source)
    send<typeof getShowcase>('GET /api/showcases/:showcase_id', {
      params: { showcase_id: showcaseId },
      query: { source },
    }).catch(() => undefined)
  }, [showcaseId, isPublicLook])
}

/** Reports a click and waits for nothing: it goes on while the browser leaves the page. */
export function reportClick(showcaseId: string, click: Click): void {
  const token = readToken()
  fetch('/api/showcases/track-click', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ showcase_id: showcaseId, source: sources.get(showcaseId) ?? '', ...click }),
  }).catch(() => undefined)
}

interface HistoryList {
  currentEntry: { index: number } | null
  entries: () => readonly { url: string | null }[]
}

/** A place of this site, or the host that the visitor came from; empty where neither is known. */
function sourceNow(): string {
  const { origin } = window.location
  if (move() !== 'load') {
    const { navigation } = window as { navigation?: HistoryList }
    const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
    return before?.startsWith(`${origin}/`) ? placeOf(before) : 'sito'
  }
  const { referrer } = document
  if (referrer.startsWith(`${origin}/`)) return placeOf(referrer)
  return URL.parse(referrer)?.hostname ?? ''
}
