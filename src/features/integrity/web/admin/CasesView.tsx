import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { adminAddress, adminPages } from '#shared/admin-pages.ts'
import type { listCases } from '#features/integrity/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { move, navigate, useUrl } from '#web/router.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { Count } from '#web/ui/list/Count.tsx'
import { KeyNote, useListKeys } from '#web/ui/list/keys.tsx'
import { useArrivals } from '#web/ui/list/state.ts'
import type { ListChange } from '#web/ui/list/state.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { listStays } from '#web/screen-texts.ts'
import { QueryError, StaleNotice } from '#web/ui/QueryError.tsx'
import { BackToList } from './BackToList.tsx'
import { CaseFilters } from './CaseFilters.tsx'
import { CaseList, linkId } from './CaseList.tsx'
import { SilentReport } from './SilentReport.tsx'
import { addressOf, pageRows, queryOf, selectionOf, type Selection } from './selection.ts'
import { traderTitle, useTraderIntegrity, type FindUser, type CheckedTrader } from './trader/trader-integrity.ts'

const CaseDetail = lazyWithRetry(
  async () => (await import('./opened.ts')).CaseDetail,
  <output className="skeleton grid h-[320px] place-items-center text-ui text-ink-2">
    Caricamento della verifica...
  </output>,
)
const TraderAccounts = lazyWithRetry(
  async () => (await import('./opened.ts')).TraderAccounts,
  <output className="skeleton mt-3 grid h-[393px] max-[820px]:h-[630px] place-items-center text-ui text-ink-2">
    Caricamento conti...
  </output>,
)
const TraderTools = lazyWithRetry(async () => (await import('./opened.ts')).TraderTools)

interface CasesProps {
  /** The way to any trader's accounts, below the list of all cases. */
  finder: ReactNode
  findUser: FindUser
  /** Actions of admins on a trader's accounts. */
  actionsOn: (trader: CheckedTrader) => ReactNode
}

/** Cases of the accounts, with their evidence and the decision; admins only. */
export function CasesView({ finder, findUser, actionsOn }: CasesProps) {
  const { search } = useUrl()
  const selection = selectionOf(search)
  const { bound, note } = useArrivals(selection.page)
  const list = useQuery({
    ...live(q<typeof listCases>('GET /api/admin/integrity', { query: { ...queryOf(selection), ...bound } })),
    // Turning the page, what was there stays until the next one comes; of another trader nothing does.
    placeholderData: (before: Cases | undefined, prior: { queryKey: readonly unknown[] } | undefined) =>
      traderOf(prior?.queryKey) === selection.trader ? before : undefined,
  })
  note(list.isPlaceholderData ? undefined : list.data?.at)
  // Read by its id, an open case stays open whatever list it has left meanwhile.
  const opened = useQuery({
    ...live(q<typeof listCases>('GET /api/admin/integrity', { query: { case_id: selection.case ?? '' } })),
    enabled: selection.case !== null,
  })
  const { heading, leave } = useFocusOnMove(selection)
  const rows = useRef<HTMLDivElement>(null)
  const finders = useRef<HTMLDivElement>(null)
  useCaseKeys({ rows, finders }, selection, list.data)
  const trader = useTraderIntegrity(selection.trader)
  const isOfOne = selection.trader !== null
  const error = list.error === null ? null : readError(list.error)
  const retry = { error: list.error, isFetching: list.isFetching, onRetry: () => void list.refetch() }
  if (list.data === undefined && error !== null && (error.status === 401 || error.status === 403)) {
    return (
      <EmptyState
        heading="h1"
        title="Pagina riservata"
        text={error.message}
        action={
          <ButtonLink variant="primary" href="/">
            Vai alla classifica
          </ButtonLink>
        }
      />
    )
  }
  const isOpened = ({ case_id: id }: { case_id: string }) => id === selection.case
  const selected = opened.data?.cases.find(isOpened) ?? list.data?.cases.find(isOpened)
  const isSought = selection.case !== null && selected === undefined && opened.isPending
  // An address without a case's id leads to none, and another attempt would not change that.
  const isUnread = selected === undefined && opened.error !== null && readError(opened.error).status !== 422
  const counted = (name: keyof Cases['counts']) => list.data && format.count(list.data.counts[name])
  // On a phone an open case is the page: what stands above the list would push it out of sight.
  const aboveList = selection.case === null ? '' : 'max-[1139px]:hidden'
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {isOfOne ? <TraderTitle parts={traderTitle(trader.data)} /> : adminPages.integrity}
      </h1>
      {isOfOne ? (
        <div className={aboveList}>
          <ButtonLink variant="text" className="-ml-2.5 mt-1" href={adminAddress('integrity')}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
            Tutte le verifiche
          </ButtonLink>
        </div>
      ) : (
        <p className={`lead mt-2 max-w-[720px] ${aboveList}`}>
          Le segnalazioni che una persona deve guardare. Una regola non decide da sola: la decisione è tua, con il
          motivo.
        </p>
      )}
      {isOfOne && (
        <div className={selection.case === null ? '' : 'hidden'}>
          {trader.data !== undefined && <TraderAccounts data={trader.data} findUser={findUser} />}
          {trader.data === undefined && trader.error === null && (
            <output className="skeleton mt-3 grid h-[393px] max-[820px]:h-[630px] place-items-center text-ui text-ink-2">
              Caricamento conti...
            </output>
          )}
          {trader.error !== null && (
            <div className="mt-3">
              <QueryError
                lead={
                  trader.data === undefined ? 'Conti non disponibili.' : 'I conti potrebbero non essere aggiornati.'
                }
                error={trader.error}
                isFetching={trader.isFetching}
                onRetry={() => void trader.refetch()}
              />
            </div>
          )}
          <h2 className="mt-8">Verifiche</h2>
        </div>
      )}
      {!isOfOne && (list.data !== undefined || error === null) && (
        <div className={`mt-5 ${aboveList}`}>
          <KpiStrip>
            <Kpi label="In attesa" figure={counted('waiting')} />
            <Kpi label="Escludono dalla classifica" figure={counted('holding')} />
            <Kpi label="Con risposta del trader" figure={counted('answered')} />
            <Kpi label="Confermate" figure={counted('upheld')} />
          </KpiStrip>
        </div>
      )}
      {list.data === undefined && error !== null && (
        <div className="mt-5">
          <QueryError lead="Verifiche non disponibili." {...retry} />
        </div>
      )}
      <div className={`mt-5 ${aboveList}`}>
        <CaseFilters selection={selection} findings={list.data?.findings ?? []} />
      </div>
      <div className={`list-bar ${aboveList}`}>
        <Count
          state={{
            isCompact: false,
            page: selection.page,
            rows: pageRows,
            fileQuery: queryOf({ ...selection, page: 1 }),
          }}
          result={list}
          ids={list.data?.cases.map(({ case_id: id }) => id)}
          total={list.data?.total}
        />
        <KeyNote />
      </div>
      <div>
        {list.data === undefined && error === null && (
          <output className="skeleton grid h-[320px] place-items-center text-ui text-ink-2">
            Caricamento verifiche...
          </output>
        )}
        {error !== null && list.data !== undefined && <StaleNotice {...retry}>{listStays}</StaleNotice>}
        {list.data !== undefined && (
          <div
            className={
              selection.case === null
                ? ''
                : 'grid grid-cols-[320px_minmax(0,1fr)] items-start gap-8 max-[1139px]:grid-cols-[minmax(0,1fr)]'
            }
          >
            <div ref={rows} className={selection.case === null ? '' : 'max-[1139px]:hidden'}>
              <CaseList cases={list.data.cases} total={list.data.total} selection={selection} />
            </div>
            {(isSought || isUnread) && (
              <div>
                <div className="min-[1140px]:hidden">
                  <BackToList selection={selection} />
                </div>
                {isSought && (
                  <output className="skeleton grid h-[320px] place-items-center text-ui text-ink-2">
                    Caricamento della verifica...
                  </output>
                )}
                {isUnread && (
                  <QueryError
                    lead="Verifica non disponibile."
                    error={opened.error}
                    isFetching={opened.isFetching}
                    onRetry={() => void opened.refetch()}
                  />
                )}
              </div>
            )}
            {selection.case !== null && !isSought && !isUnread && (
              <CaseDetail key={selection.case} selected={selected} selection={selection} onDecided={leave} />
            )}
          </div>
        )}
      </div>
      {selection.case === null && !isOfOne && (
        // The list decides its place. Until then it is invisible, so that it does not move.
        <div
          ref={finders}
          className={`mt-8 grid gap-6 ${list.data === undefined && error === null ? 'invisible' : ''}`}
        >
          {finder}
          <SilentReport />
        </div>
      )}
      {selection.case === null && trader.data !== undefined && (
        <TraderTools key={trader.data.trader.trader_id} data={trader.data} actions={actionsOn(trader.data.trader)} />
      )}
    </>
  )
}

/** On a phone the name has a line of its own, so that nothing moves when it comes. */
function TraderTitle({ parts: [start, name] }: { parts: [string, string] }) {
  return (
    <>
      {start} <span className="[overflow-wrap:anywhere] max-[820px]:block">{name}</span>
    </>
  )
}

type Cases = ResponseOf<typeof listCases>

/** The keys of every list: on the links of the cases, and on the field that finds a trader. */
function useCaseKeys(
  { rows, finders }: Record<'rows' | 'finders', RefObject<HTMLDivElement | null>>,
  selection: Selection,
  data: Cases | undefined,
): void {
  const search = {
    get current() {
      return finders.current?.querySelector('input') ?? null
    },
  }
  const state = {
    page: selection.page,
    open: selection.case,
    go: ({ page, open }: ListChange) =>
      navigate(addressOf(selection, page === undefined ? { case: open ?? null } : { page })),
  }
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / pageRows))
  useListKeys({ root: rows, search, state, last, onTurn: () => undefined })
}

/** The trader whose cases a key of the list requests; null for those of everybody. */
function traderOf(key: readonly unknown[] | undefined): string | null {
  const input = key?.[1] as { query?: { trader_id?: string } } | undefined
  return input?.query?.trader_id ?? null
}

/**
 * After a case the keyboard goes on from its link in the list; from the title where the case has left it, and where the page is of another
 * trader.
 */
function useFocusOnMove({ case: open, trader }: Selection) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef({ open, trader })
  useEffect(() => {
    const { open: left, trader: previous } = before.current
    before.current = { open, trader }
    if (open !== null) return
    if (trader !== previous) {
      // On the way back the frame restores the position: the title is out of sight.
      if (move() === 'pop') return
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    } else if (left !== null) {
      const link = document.getElementById(linkId(left))
      ;(link ?? heading.current)?.focus()
    }
  }, [open, trader])
  // A decided case is about to leave the list, and its link with it.
  const leave = () => {
    before.current = { ...before.current, open: '' }
  }
  return { heading, leave }
}
