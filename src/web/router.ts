import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import { storeScroll } from './scroll-position.ts'

/**
 * The address is the state: view, filters, order and page are read from it, so that back, forward, reload and a shared
 * link restore them. Links are plain `<a href>`: one listener handles those that lead to a view.
 */
export type Move = 'load' | 'push' | 'replace' | 'pop'

const listeners = new Set<() => void>()
let lastMove: Move = 'load'

/** Address of the document on the server; in the browser the history's. */
export const AddressContext = createContext('/')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function currentAddress(): string {
  return window.location.pathname + window.location.search
}

export function useAddress(): string {
  const initial = use(AddressContext)
  return useSyncExternalStore(subscribe, currentAddress, () => initial)
}

export interface Address {
  pathname: string
  search: URLSearchParams
}

export function parseAddress(address: string): Address {
  const mark = address.indexOf('?')
  const pathname = mark === -1 ? address : address.slice(0, mark)
  return { pathname, search: new URLSearchParams(mark === -1 ? '' : address.slice(mark)) }
}

export function useUrl(): Address {
  const address = useAddress()
  return useMemo(() => parseAddress(address), [address])
}

/** How the present address was reached. */
export function move(): Move {
  return lastMove
}

/** Goes to an address of the app. `replace` where the old one needs no step back (typing in a search box). */
export function navigate(address: string, { replace = false } = {}): void {
  if (address === currentAddress()) return
  if (replace) window.history.replaceState(window.history.state, '', address)
  else {
    storeScroll()
    window.history.pushState({}, '', address)
  }
  lastMove = replace ? 'replace' : 'push'
  for (const listener of listeners) listener()
}

/** A screen with unsaved work decides here whether a step back or forward waits: it then pushes its own entry again. */
export const guard: { holds?: () => boolean } = {}

/** Listens to the history, stores each entry's scroll position, and handles clicks on links to which `isView` says yes. */
export function startRouter(isView: (address: string) => boolean): () => void {
  const abort = new AbortController()
  const { signal } = abort
  lastMove = 'load'
  window.history.scrollRestoration = 'manual'
  window.addEventListener(
    'popstate',
    () => {
      if (guard.holds?.()) return
      lastMove = 'pop'
      for (const listener of listeners) listener()
    },
    { signal },
  )
  let pending: ReturnType<typeof setTimeout> | undefined
  window.addEventListener(
    'scroll',
    () => {
      clearTimeout(pending)
      pending = setTimeout(storeScroll, 150)
    },
    { signal, passive: true },
  )
  window.addEventListener('pagehide', storeScroll, { signal })
  document.addEventListener(
    'click',
    (event) => {
      const address = addressOfClick(event)
      if (address === null || !isView(address)) return
      event.preventDefault()
      navigate(address)
    },
    { signal },
  )
  return () => {
    clearTimeout(pending)
    abort.abort()
  }
}

/** The address in this site to which a plain click leads; null for every click that the browser handles itself. */
function addressOfClick(event: MouseEvent): string | null {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || modified) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.hasAttribute('download')) return null
  const url = new URL(link.href, window.location.href)
  if (url.origin !== window.location.origin || url.hash !== '') return null
  return url.pathname + url.search
}
