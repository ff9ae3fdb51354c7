import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { getStats, listLeaderboard } from '#features/leaderboard/contract.ts'
import {
  addressOfSelection,
  leaderboardQueryOf,
  pageSize,
  selectionOf,
  statsInput,
} from '#features/leaderboard/page.ts'
import * as format from '#shared/format/format.ts'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { move, useUrl } from '#web/router.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { keepPlace } from '#web/ui/keep-place.ts'
import { Edition } from '#web/ui/frame/Edition.tsx'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { CoverEngraving } from '#web/ui/CoverEngraving.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Board } from './board/Board.tsx'
import { BoardSkeleton } from './board/BoardSkeleton.tsx'
import { Filters } from './Filters.tsx'
import { Legend } from './Legend.tsx'
import { ToComparison } from './marks/ToComparison.tsx'
import { Method } from './method/Method.tsx'
import { PlatformFigures } from './PlatformFigures.tsx'
import './leaderboard.css'

// Few addresses are made by hand: the code that reads them comes with the first one that has a parameter.
const IgnoredParts = lazy(async () => {
  const module = await import('./IgnoredParts.tsx').catch(() => null)
  return { default: module?.IgnoredParts ?? (() => null) }
})
// The document says it to those without scripts.
const Ignored = import.meta.env.SSR ? (await import('./IgnoredParts.tsx')).Ignored : null
// Few lists are empty: the browser fetches what such a one says when it meets it. React leaves the server's markup alone until then.
const NoTraders = import.meta.env.SSR
  ? (await import('./NoTraders.tsx')).NoTraders
  : lazy(async () => {
      const module = await import('./NoTraders.tsx')
      return { default: module.NoTraders }
    })

export function LeaderboardView() {
  const { search } = useUrl()
  const selection = useMemo(() => selectionOf(search), [search])
  const query = leaderboardQueryOf(search)
  // The document is that of the address without its invalid parts.
  const mayBeInvalid = useHydrated() && search.size > 0
  const list = useQuery({
    ...live(q<typeof listLeaderboard>('GET /api/fresh/leaderboard', { query })),
    placeholderData: keepPreviousData,
  })
  const stats = useQuery(live(q<typeof getStats>('GET /api/fresh/stats', statsInput)))
  const board = useTopOfBoard(selection.page)
  const generatedAt = list.data?.generated_at ?? stats.data?.generated_at ?? null
  const total = list.data?.total ?? 0
  const again = () => {
    void list.refetch()
    void stats.refetch()
  }

  return (
    <main id="contenuto">
      <Edition at={generatedAt} isEmpty={stats.data?.total_traders === 0} />
      <div className="cover">
        <CoverEngraving />
        <div className="page board-cover">
          <h1>Classifica TopTrader</h1>
          <p className="lead">
            Il registro dei trader MetaTrader 4 e 5. Ogni conto è letto da un Expert Advisor: qui contano i numeri
            sincronizzati, non quelli dichiarati.
          </p>
          <div className="board-figures">
            <PlatformFigures stats={stats.data} failed={stats.isError} />
          </div>
          <div className="mt-4">
            <Method />
          </div>
        </div>
      </div>
      <div className="page page-body board-body" ref={board}>
        <Filters selection={selection} total={list.data?.total ?? null} />
        <Suspense>{mayBeInvalid && <IgnoredParts search={search} />}</Suspense>
        <noscript>{Ignored && search.has('ignored') && <Ignored />}</noscript>
        <Freshness
          failure={list.data !== undefined && list.isError ? readError(list.error).message : null}
          generatedAt={generatedAt}
          staleSince={list.data?.stale_since ?? null}
          again={again}
        />
        {/* Stands at the foot, and is reached before the rows: a list has more than a hundred stops. */}
        <ToComparison />
        <div className="mt-4 min-h-screen">
          {list.data !== undefined && total > 0 && list.data.leaderboard.length > 0 && (
            <Board entries={list.data.leaderboard} selection={selection} waiting={list.isPlaceholderData} />
          )}
          {list.data !== undefined && list.data.leaderboard.length === 0 && (
            // The notice has its place before its code is there.
            <div className="panel min-h-[252px]">
              <Suspense>
                <NoTraders selection={selection} total={total} oneLess={list.data.one_less} />
              </Suspense>
            </div>
          )}
          {list.data === undefined && list.isError && <Failure message={readError(list.error).message} again={again} />}
          {list.data === undefined && !list.isError && <BoardSkeleton />}
        </div>
        {list.data !== undefined && list.data.leaderboard.length > 0 && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <span className="text-ui text-ink-3">{pageRange(selection.page, list.data.leaderboard.length, total)}</span>
            <Pagination
              current={selection.page}
              last={Math.ceil(total / pageSize)}
              href={(page) => addressOfSelection({ ...selection, page })}
            />
          </div>
        )}
        <Legend />
      </div>
    </main>
  )
}

/** `1–50 di 148 trader` */
function pageRange(page: number, rows: number, total: number): string {
  const first = (page - 1) * pageSize + 1
  return `${format.range(first, first + rows - 1, total)} trader`
}

/** Turning a page scrolls to the head of the board. Going back is restored by the history. */
function useTopOfBoard(page: number) {
  const board = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current !== page && move() === 'push') board.current?.scrollIntoView({ block: 'start' })
    shown.current = page
  }, [page])
  return board
}

interface FreshnessProps {
  failure: string | null
  generatedAt: string | null
  staleSince: string | null
  again: () => void
}

/** Rows that are shown but not refreshed say since when. */
function Freshness({ failure, generatedAt, staleSince, again }: FreshnessProps) {
  if (staleSince === null && failure === null) return null
  return (
    <div className="mt-4">
      <Alert
        tone="warn"
        lead={`Dati fermi alle ${format.dateTime(staleSince ?? generatedAt)}.`}
        action={
          <Button ref={keepPlace} size="sm" onClick={again}>
            Riprova
          </Button>
        }
      >
        {failure ?? 'La classifica non si sta aggiornando: i valori potrebbero essere cambiati.'}
      </Alert>
    </div>
  )
}

function Failure({ message, again }: { message: string; again: () => void }) {
  return (
    <Alert
      tone="danger"
      lead="Non siamo riusciti a caricare la classifica."
      live
      action={
        <Button ref={keepPlace} size="sm" onClick={again}>
          Riprova
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
