import { useQuery } from '@tanstack/react-query'
import {
  Suspense,
  createElement,
  lazy,
  useEffect,
  useRef,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react'
import { adminAddress, adminPageOf, adminPages, type AdminPageName } from '#shared/admin-pages.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { q } from '#web/api.ts'
import { move, useUrl } from '#web/router.ts'
import { useViewer } from '#web/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { pages, type AdminPage } from './pages.ts'
import type { ViewModule } from '#web/view.ts'
import { unlistedHead } from '#web/view-head.ts'

const contents = new Map<string, ComponentType>(
  pages.map(({ page, load }) => [page, lazy(async () => ({ default: await load() }))]),
)

const titles = new Map(pages.map(({ page, title }) => [page, title]))

export const view: ViewModule = {
  screen: AdminView,
  head({ search }, _, answers) {
    const name = adminPageOf(search)
    const title = name === null ? 'Pagina non trovata' : (titles.get(name)?.(search, answers) ?? adminPages[name])
    return unlistedHead(`${title}: amministrazione`, '/?view=admin')
  },
}

/** The pages behind the panel's tabs: their navigation, and the one that the address names. For admins. */
export function AdminView() {
  const { search } = useUrl()
  const viewer = useViewer()
  // The frame sends this request. Here its cached answer is read.
  const query = useQuery({ ...q<Endpoint>('GET /api/dashboard', {}), enabled: false })
  const name = adminPageOf(search)
  const Content = name === null ? undefined : contents.get(name)
  // Kept outside of Suspense: a page may be left before its code arrives.
  const shown = useRef(name)
  if (viewer === null) {
    return (
      <Main>
        {query.error === null ? (
          <Waiting page={name} />
        ) : (
          <QueryError
            lead="Non sappiamo se puoi vedere questa pagina."
            error={query.error}
            isFetching={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </Main>
    )
  }
  if (!viewer.is_admin) {
    return (
      <Main>
        <EmptyState
          heading="h1"
          title="Pagina riservata"
          text="Questa pagina è per gli amministratori di TopTrader."
          action={
            <ButtonLink variant="primary" href="/">
              Vai alla classifica
            </ButtonLink>
          }
        />
      </Main>
    )
  }
  return (
    <Main>
      <PageNav entries={pages} current={name} />
      {name === null || Content === undefined ? (
        <EmptyState
          heading="h1"
          title="Pagina non trovata"
          text="L’indirizzo non porta a nessuna pagina di amministrazione."
          action={
            <ButtonLink variant="primary" href={adminAddress('users')}>
              Vai agli utenti
            </ButtonLink>
          }
        />
      ) : (
        <Suspense fallback={<Waiting page={name} />}>
          <Arrival page={name} shownRef={shown} />
          {createElement(Content, { key: name })}
        </Suspense>
      )}
    </Main>
  )
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main className="page pt-6 pb-16 max-[820px]:pt-4" id="contenuto">
      {children}
    </main>
  )
}

/** The page's name is there before its code. */
function Waiting({ page }: { page: AdminPageName | null }) {
  return (
    <>
      {page !== null && <h1 tabIndex={-1}>{adminPages[page]}</h1>}
      <output className="skeleton mt-6 grid h-dvh justify-center pt-[140px] text-ui text-ink-2">Caricamento...</output>
    </>
  )
}

function PageNav({ entries, current }: { entries: readonly AdminPage[]; current: string | null }) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const row = nav.current
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !link) return
    // On a narrow screen the row scrolls, and begins where the shown page is in the middle, also after the screen is turned.
    const resize = new ResizeObserver(() => {
      row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
    })
    resize.observe(row)
    return () => resize.disconnect()
  }, [current])
  return (
    <nav ref={nav} className="adm-pages" aria-label="Amministrazione">
      {entries.map(({ page, Count }) => (
        <a key={page} href={adminAddress(page)} aria-current={page === current ? 'page' : undefined}>
          {adminPages[page]}
          {Count !== undefined && <Count />}
        </a>
      ))}
    </nav>
  )
}

/** Pages change as views do: scrolled to the top, with the focus at the title. On the way back the frame restores the position. */
function Arrival({ page, shownRef }: { page: AdminPageName; shownRef: RefObject<AdminPageName | null> }) {
  useEffect(() => {
    if (shownRef.current === page) return
    shownRef.current = page
    if (move() === 'pop') return
    window.scrollTo(0, 0)
    const title = document.querySelector<HTMLElement>('#contenuto h1')
    if (title === null) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [page, shownRef])
  return null
}
