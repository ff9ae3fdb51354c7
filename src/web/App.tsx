import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, createElement, memo, use, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { notSignedIn } from '#shared/screen-texts.ts'
import { updateHead } from './head.ts'
import { PageContext } from './page.ts'
import type { PageFacts } from './page.ts'
import { AddressContext, move, parseAddress, useAddress } from './router.ts'
import { hasExpired, useSessionChange, useToken } from './session.ts'
import { useHydrated } from './hooks/useHydrated.ts'
import { useViewChange } from './hooks/useViewChange.ts'
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
  /** Tools of admins, beside their name. */
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
  const match = useMemo(() => matchView(views, parseAddress(address)), [views, address])
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

/**
 * The server's screen is hydrated in slices, so that the page answers meanwhile. Drawn again before its end it would be hydrated by one
 * long task: so it is drawn again for another address alone.
 */
const Screen = memo(function Screen({ address, match }: { address: string; match: Match | null }) {
  if (match === null) {
    return <Notice title="Pagina non trovata" text={pageNotFoundText} />
  }
  return match.view.access === 'user' ? <OwnScreen address={address} match={match} /> : <ShownScreen match={match} />
})

function OwnScreen({ address, match }: { address: string; match: Match }) {
  const signedIn = useToken() !== null
  const isHydrated = useHydrated()
  if (signedIn) return <ShownScreen match={match} />
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

function ShownScreen({ match }: { match: Match }) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <LoadedScreen match={match} />
    </Suspense>
  )
}

const signInAndBack = (address: string) => `/?view=auth&return=${encodeURIComponent(address)}`

function LoadingScreen({ noScript }: { noScript?: string }) {
  return (
    <main className="page" id="contenuto" aria-busy="true">
      {noScript !== undefined && <noscript>{noScript}</noscript>}
      <output className="loading">Caricamento...</output>
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
