import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { removeFailedQueries } from '../query.ts'
import { move } from '../router.ts'
import { releaseScroll, restoreScroll, storedScroll } from '../scroll-position.ts'

/** A new view begins at the top with the focus on its title. Going back restores the scroll position and focuses the link that led away. */
export function useViewChange(address: string, key: string) {
  const client = useQueryClient()
  const before = useRef<string | null>(null)
  const left = useRef(address)
  useLayoutEffect(() => {
    const changed = before.current !== null && before.current !== key
    const first = before.current === null
    before.current = key
    const from = left.current
    left.current = address
    if (changed) {
      removeFailedQueries(client)
      releaseScroll()
    }
    if (move() === 'push' && changed) window.scrollTo(0, 0)
    if (move() === 'pop' || (first && storedScroll() > 0)) restoreScroll()
    if (!changed) return undefined
    return move() === 'pop' && storedScroll() > 0 ? focusLinkTo(from) : focusTitle()
  }, [address, key, client])
}

const isFree = () => document.activeElement === null || document.activeElement === document.body

/**
 * Focuses the view's title, and each one that replaces it when an answer arrives, until the person moves the focus.
 * @returns ends it
 */
function focusTitle(): () => void {
  const origin = document.activeElement
  let focused: HTMLElement | null = null
  const attempt = () => {
    const title = document.querySelector<HTMLElement>('#root h1')
    // The first title may take the focus from the link that led here, and from nothing else.
    const isOrigin = focused === null && document.activeElement === origin
    if (title === null || title === focused || !(isFree() || isOrigin)) return
    focused = title
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }
  return onEachChange(attempt, () => focused !== null && !isFree() && document.activeElement !== focused)
}

/** Focuses the link that the person had followed. Where it is gone the focus stays: the title is out of sight. */
function focusLinkTo(address: string): () => void {
  let found = false
  const attempt = () => {
    const link = document.querySelector<HTMLElement>(`#root main a[href="${CSS.escape(address)}"]`)
    if (link === null || !isFree()) return
    found = true
    link.focus({ preventScroll: true })
  }
  return onEachChange(attempt, () => found)
}

/** Attempts at once and at each change of the page. @returns ends it; `over` ends it too */
function onEachChange(attempt: () => void, over: () => boolean): () => void {
  const observer = new MutationObserver(() => {
    if (over()) observer.disconnect()
    else attempt()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const frame = requestAnimationFrame(attempt)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}
