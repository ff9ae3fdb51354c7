import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, createElement, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { updateHead } from './head.ts'
import { PageContext } from './page.ts'
import type { PageFacts } from './page.ts'
import { forgetFailures } from './query.ts'
import { AddressContext, keptScroll, move, parseAddress, useAddress } from './router.ts'
import { hasExpired, useSessionChange, useToken } from './session.ts'
import { useTakenOver } from './useHydrated.ts'
import { onFirstToast, toast } from './toasts.ts'
import { EmptyState } from './ui/EmptyState.tsx'
import { Footer } from './ui/frame/Footer.tsx'
import type { FootMenu } from './ui/frame/Footer.tsx'
import { DemoBanner } from './ui/frame/Edition.tsx'
import { Masthead } from './ui/frame/Masthead.tsx'
import type { ViewerTools } from './ui/frame/Masthead.tsx'
import { hrefOf, useEntries } from './navigation.ts'
import { ScreenFault } from './ui/frame/ScreenError.tsx'
import { enableStyle, loadScreen, matchView, namingOf, screenOf } from './view.ts'
import type { Match, View } from './view.ts'

interface AppProps {
  /** Address of the document. */
  address: string
  page: PageFacts
  client: QueryClient
  views: readonly View[]
  footMenus: readonly FootMenu[]
  /** What the frame holds for who is signed in, beside the name. */
  tools?: ViewerTools
}

/** The whole of `#root`, the same on the server and in the browser. */
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
  // Whoever loses the session on an own page loses the page: what takes its place is an arrival.
  const isLost = token === null && hasExpired()
  useSessionChange()
  useArrival(address, keyOf(address, match) + (isLost && match?.view.access === 'user'))
  useHead(address, match, page.origin)
  const entries = useEntries(views, match)
  const signIn = views.find((view) => view.name === 'auth')
  useEffect(() => {
    if (isLost && match?.view.access !== 'user') toast('Sessione scaduta. Accedi di nuovo.', 'warn')
    // Once for each session, wherever its owner goes.
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
      <ScreenFault key={keyOf(address, match)}>
        <Screen address={address} match={match} />
      </ScreenFault>
      <Footer menus={footMenus} />
      <ToastRegion />
    </>
  )
}

/** Names what is shown: a change of it is a change of view, one of filters or page is not. A `form` is a screen. */
function keyOf(address: string, match: Match | null): string {
  if (match === null) return address
  const form = parseAddress(address).search.get('form') ?? ''
  return `${match.view.name} ${JSON.stringify(match.params)} ${form}`
}

function Screen({ address, match }: { address: string; match: Match | null }) {
  const signedIn = useToken() !== null
  const isTakenOver = useTakenOver()
  if (match === null) {
    return <Notice title="Pagina non trovata" text="L’indirizzo non porta a nessuna pagina del registro." />
  }
  if (match.view.access === 'user' && !signedIn) {
    // The server knows nobody: until the browser says who is there, nobody is turned away.
    if (!isTakenOver) return <Arriving noScript="Per accedere serve JavaScript." />
    return (
      <Notice
        title={hasExpired() ? 'Sessione scaduta' : 'Accesso non autorizzato'}
        text={hasExpired() ? 'Accedi di nuovo: torni a questa pagina.' : 'Accedi per vedere questa pagina.'}
        href={signInAndBack(address)}
        action="Accedi/Registrati"
      />
    )
  }
  return (
    <Suspense fallback={<Arriving />}>
      <LoadedScreen match={match} />
    </Suspense>
  )
}

const signInAndBack = (address: string) => `/?view=auth&return=${encodeURIComponent(address)}`

function Arriving({ noScript }: { noScript?: string }) {
  return (
    <main className="page min-h-screen" id="contenuto" aria-busy="true">
      {noScript !== undefined && <noscript>{noScript}</noscript>}
    </main>
  )
}

function LoadedScreen({ match: { view, params } }: { match: Match }) {
  // Always, also for a screen that is here: a drawing that waited for one is taken up again call by call.
  const screen = use(arrival(view))
  // Here, not with the address: which sheet is this view's is known once its parts are there.
  useLayoutEffect(() => enableStyle(view), [view])
  return screen === undefined ? null : createElement(screen, params)
}

type Arrival = ReturnType<typeof loadScreen>

const arriving = new Map<View, Arrival>()

function arrival(view: View): Arrival {
  const screen = screenOf(view)
  if (screen !== undefined) return present(screen)
  let promise = arriving.get(view)
  if (promise === undefined) {
    // Kept when it fails, too: `ScreenFault` shows that, where a new attempt at each drawing would go on for ever.
    promise = loadScreen(view)
    arriving.set(view, promise)
  }
  return promise
}

/** A promise that React reads without waiting for it: a screen that is here is drawn at once. */
function present(screen: Awaited<Arrival>): Arrival {
  return Object.assign(Promise.resolve(screen), { status: 'fulfilled', value: screen })
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

/** On a change of view: to the top, focus on the title. Going back: where the page stood, focus on the link that left it. */
function useArrival(address: string, key: string) {
  const client = useQueryClient()
  const before = useRef<string | null>(null)
  const left = useRef(address)
  useLayoutEffect(() => {
    const changed = before.current !== null && before.current !== key
    const first = before.current === null
    before.current = key
    const from = left.current
    left.current = address
    if (changed) forgetFailures(client)
    if (move() === 'push' && changed) window.scrollTo(0, 0)
    if (move() === 'pop' || (first && keptScroll() > 0)) restoreScroll(keptScroll())
    if (!changed) return undefined
    return move() === 'pop' && keptScroll() > 0 ? focusLinkTo(from) : focusTitle()
  }, [address, key, client])
}

const PATIENCE_MS = 1_500

/** Frames until the page is high enough, since a screen's chunk or answer may still be on its way. */
function restoreScroll(y: number) {
  if (y === 0) return window.scrollTo(0, 0)
  const start = performance.now()
  const attempt = () => {
    window.scrollTo(0, y)
    const late = performance.now() - start > PATIENCE_MS
    if (Math.abs(window.scrollY - y) > 2 && !late) requestAnimationFrame(attempt)
  }
  attempt()
}

const isFree = () => document.activeElement === null || document.activeElement === document.body

/**
 * The title may be replaced whenever an answer arrives, seconds later too: each one of this view takes the focus, until
 * somebody moved on. Returns what ends it.
 */
function focusTitle(): () => void {
  const origin = document.activeElement
  let held: HTMLElement | null = null
  const attempt = () => {
    const title = document.querySelector<HTMLElement>('#root h1')
    // The first may take the focus from the link that led here; nothing else that somebody chose gives it up.
    const isOrigin = held === null && document.activeElement === origin
    if (title === null || title === held || !(isFree() || isOrigin)) return
    held = title
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }
  return whileArriving(attempt, () => held !== null && !isFree() && document.activeElement !== held)
}

/** The row that was left has the focus again; where it is gone nothing does, since the title is out of sight. */
function focusLinkTo(address: string): () => void {
  let found = false
  const attempt = () => {
    const link = document.querySelector<HTMLElement>(`#root main a[href="${CSS.escape(address)}"]`)
    if (link === null || !isFree()) return
    found = true
    link.focus({ preventScroll: true })
  }
  return whileArriving(attempt, () => found)
}

/** Attempts at once and at each change of the page, until it is `over` or ended. */
function whileArriving(attempt: () => void, over: () => boolean): () => void {
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

/** Keeps the title true while answers arrive. */
function useHead(address: string, match: Match | null, origin: string) {
  const client = useQueryClient()
  useEffect(() => {
    let current = true
    const show = ({ view, params }: Match) => {
      const naming = namingOf(view)
      if (naming !== undefined) updateHead(naming.head(parseAddress(address), params, client), origin)
    }
    const update = () => {
      if (match === null) document.title = 'Pagina non trovata · TopTrader'
      else {
        // What names a view comes with its screen; where that fails, the screen's place says so.
        const arrived = () => current && show(match)
        arrival(match.view).then(arrived, () => undefined)
      }
    }
    // What the document says of itself holds until an answer comes: the preview of what nobody approved, say.
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
  // Where it does not come the message waits for the next one, which asks again; the page stays as it is.
  useEffect(() => onFirstToast(() => void import('./ui/frame/Toasts.tsx').then(setRegion, () => undefined)), [])
  return region && <region.Toasts />
}
