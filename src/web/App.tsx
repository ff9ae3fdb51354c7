import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, createElement, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { notSignedIn } from '#shared/screen-texts.ts'
import { updateHead } from './head.ts'
import { PageContext } from './page.ts'
import type { PageFacts } from './page.ts'
import { removeFailedQueries } from './query.ts'
import { AddressContext, storedScroll, move, parseAddress, useAddress } from './router.ts'
import { hasExpired, useSessionChange, useToken } from './session.ts'
import { useHydrated } from './hooks/useHydrated.ts'
import { onFirstToast, toast } from './toasts.ts'
import { EmptyState } from './ui/EmptyState.tsx'
import { Footer } from './ui/frame/Footer.tsx'
import type { FootMenu } from './ui/frame/Footer.tsx'
import { DemoBanner } from './ui/frame/Edition.tsx'
import { Masthead } from './ui/frame/Masthead.tsx'
import type { ViewerTools } from './ui/frame/ViewerName.tsx'
import { hrefOf, useEntries } from './navigation.ts'
import { ScreenError } from './ui/frame/ScreenError.tsx'
import { enableStyle, loadView, matchView, moduleOf } from './view.ts'
import type { Match, View } from './view.ts'
import { pageNotFoundText, pageNotFoundTitle, signInNeedsScript } from './texts.ts'

interface AppProps {
  /** Address of the document. */
  address: string
  page: PageFacts
  client: QueryClient
  views: readonly View[]
  footMenus: readonly FootMenu[]
  /** Tools of signed-in people, beside their name. */
  tools?: ViewerTools
}

/** The content of `#root`, the same on the server and in the browser. */
export function App({ address, client, ...frame }: AppProps) {
  return (
    <PageContext value={frame.page}>
      <AddressContext value={address}>
        <QueryClientProvider client={client}>
          <Frame {...frame} />
        </QueryClientProvider>
      </AddressContext>
    </PageContext>
  )
}

function Frame({ views, page, footMenus, tools }: Omit<AppProps, 'address' | 'client'>) {
  const address = useAddress()
  const match = matchView(views, parseAddress(address))
  const token = useToken()
  // An expired session replaces a page for signed-in people by a notice: that counts as a change of view.
  const isLost = token === null && hasExpired()
  useSessionChange()
  useViewChange(address, keyOf(address, match) + (isLost && match?.view.access === 'user'))
  useHead(address, match, page.origin)
  const entries = useEntries(views, match)
  const signIn = views.find((view) => view.name === 'auth')
  useEffect(() => {
    if (isLost && match?.view.access !== 'user') toast('Sessione scaduta. Accedi di nuovo.', 'warn')
    // Announced once for each session, on whatever view.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isLost])
  return (
    <>
      <a className="skip" href="#contenuto">
        Vai al contenuto
      </a>
      <Masthead
        entries={entries}
        signInHref={
          signIn === undefined ? null : isLost && signIn !== match?.view ? signInAndBack(address) : hrefOf(signIn)
        }
        tools={tools}
      />
      {page.demo && <DemoBanner />}
      <ScreenError key={keyOf(address, match)}>
        <Screen address={address} match={match} />
      </ScreenError>
      <Footer menus={footMenus} />
      <ToastRegion />
    </>
  )
}

/** Identifies the shown view. Another key is another view; other filters or another page keep the key. A `form` is a screen. */
function keyOf(address: string, match: Match | null): string {
  if (match === null) return address
  const form = parseAddress(address).search.get('form') ?? ''
  return `${match.view.name} ${JSON.stringify(match.params)} ${form}`
}

function Screen({ address, match }: { address: string; match: Match | null }) {
  const signedIn = useToken() !== null
  const isHydrated = useHydrated()
  if (match === null) {
    return <Notice title="Pagina non trovata" text={pageNotFoundText} />
  }
  if (match.view.access === 'user' && !signedIn) {
    // The server knows no session: the notice waits until the browser has read its token.
    if (!isHydrated) return <LoadingScreen noScript={signInNeedsScript} />
    return (
      <Notice
        title={hasExpired() ? 'Sessione scaduta' : notSignedIn}
        text={hasExpired() ? 'Accedi di nuovo: torni a questa pagina.' : 'Accedi per vedere questa pagina.'}
        href={signInAndBack(address)}
        action="Accedi/Registrati"
      />
    )
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      <LoadedScreen match={match} />
    </Suspense>
  )
}

const signInAndBack = (address: string) => `/?view=auth&return=${encodeURIComponent(address)}`

function LoadingScreen({ noScript }: { noScript?: string }) {
  return (
    <main className="page min-h-screen" id="contenuto" aria-busy="true">
      {noScript !== undefined && <noscript>{noScript}</noscript>}
    </main>
  )
}

function LoadedScreen({ match: { view, params } }: { match: Match }) {
  // Always, also for a loaded screen: React replays a suspended drawing call by call.
  const module = use(pendingModule(view))
  // Not earlier: the source, once loaded, names the view's sheet.
  useLayoutEffect(() => enableStyle(view), [view])
  return module === undefined ? null : createElement(module.screen, params)
}

type PendingModule = ReturnType<typeof loadView>

const pending = new Map<View, PendingModule>()

function pendingModule(view: View): PendingModule {
  const module = moduleOf(view)
  if (module !== undefined) return fulfilled(module)
  let promise = pending.get(view)
  if (promise === undefined) {
    // A failed one stays, and `ScreenError` shows it: a new attempt at each drawing would never end.
    promise = loadView(view)
    pending.set(view, promise)
  }
  return promise
}

/** A promise that React reads without suspending: a loaded screen is drawn at once. */
function fulfilled(module: Awaited<PendingModule>): PendingModule {
  return Object.assign(Promise.resolve(module), { status: 'fulfilled', value: module })
}

interface NoticeProps {
  title: string
  text: string
  href?: string
  action?: string
}

function Notice({ title, text, href = '/', action = 'Vai alla classifica' }: NoticeProps) {
  return (
    <main className="page pt-16" id="contenuto">
      <EmptyState
        heading="h1"
        title={title}
        text={text}
        action={
          <a className="btn btn-primary" href={href}>
            {action}
          </a>
        }
      />
    </main>
  )
}

/** A new view begins at the top with the focus on its title. Going back restores the scroll position and focuses the link that led away. */
function useViewChange(address: string, key: string) {
  const client = useQueryClient()
  const before = useRef<string | null>(null)
  const left = useRef(address)
  useLayoutEffect(() => {
    const changed = before.current !== null && before.current !== key
    const first = before.current === null
    before.current = key
    const from = left.current
    left.current = address
    if (changed) removeFailedQueries(client)
    if (move() === 'push' && changed) window.scrollTo(0, 0)
    if (move() === 'pop' || (first && storedScroll() > 0)) restoreScroll(storedScroll())
    if (!changed) return undefined
    return move() === 'pop' && storedScroll() > 0 ? focusLinkTo(from) : focusTitle()
  }, [address, key, client])
}

const PATIENCE_MS = 1_500

/** Tries at each frame until the page is high enough: the screen's chunk or answer may still be loading. */
function restoreScroll(y: number) {
  if (y === 0) return window.scrollTo(0, 0)
  const start = performance.now()
  const attempt = () => {
    window.scrollTo(0, y)
    const isOver = performance.now() - start > PATIENCE_MS
    if (Math.abs(window.scrollY - y) > 2 && !isOver) requestAnimationFrame(attempt)
  }
  attempt()
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

/** Updates title and meta data while answers arrive. */
function useHead(address: string, match: Match | null, origin: string) {
  const client = useQueryClient()
  useEffect(() => {
    let current = true
    const show = ({ view, params }: Match) => {
      const module = moduleOf(view)
      if (module !== undefined) updateHead(module.head(parseAddress(address), params, client), origin)
    }
    const update = () => {
      if (match === null) document.title = pageNotFoundTitle
      else {
        // A view's head comes with its screen; where that fails, `ScreenError` shows it.
        pendingModule(match.view).then(
          () => current && show(match),
          () => undefined,
        )
      }
    }
    // The document's own head holds until an answer comes: it may be the preview of an unapproved showcase.
    if (move() !== 'load') update()
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && ['success', 'error'].includes(event.action.type)) update()
    })
    return () => {
      current = false
      unsubscribe()
    }
    // The match follows from the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address, client, origin])
}

function ToastRegion() {
  const [region, setRegion] = useState<typeof import('./ui/frame/Toasts.tsx')>()
  // A message whose region failed to load waits for the next one, which requests the region again.
  useEffect(() => onFirstToast(() => void import('./ui/frame/Toasts.tsx').then(setRegion, () => undefined)), [])
  return region && <region.Toasts />
}
