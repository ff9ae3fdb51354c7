import { useCallback, useState, type MouseEvent } from 'react'
import {
  addressOfShowcases,
  lastPage,
  pageSize,
  selectionOf,
  type ShowcaseSelection,
} from '#features/showcases/page.ts'
import { loadingShowcases } from '#features/showcases/texts.ts'
import { ToComparison } from '#features/leaderboard/web/marks/ToComparison.tsx'
import * as format from '#shared/format/format.ts'
import { navigate, useUrl } from '#web/router.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CoverEngraving } from '#web/ui/CoverEngraving.tsx'
import { QueryError, StaleNotice } from '#web/ui/QueryError.tsx'
import { GridFilters } from './GridFilters.tsx'
import { CardSkeletons, NoShowcases } from './GridStates.tsx'
import { Portion, usePortion } from './Portion.tsx'
import type { ViewModule } from '#web/view.ts'

export const view: ViewModule = {
  screen: ShowcasesView,
  head: () => ({
    title: 'Vetrine Diamond · TopTrader',
    description:
      'Le vetrine dei trader Diamond: metodo, servizi e link, accanto ai risultati e al rischio letti dai loro conti.',
    // Filters and orders show the same showcases again.
    canonical: '/?view=vetrine',
  }),
}

/** Every public showcase: those of traders whose Diamond plan lasts. */
export function ShowcasesView() {
  const { search } = useUrl()
  const selection = selectionOf(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = usePortion(selection, null)
  const [requested, setRequested] = useState<number | null>(null)
  const onShown = useCallback(() => setRequested(null), [])
  const again = { error, isFetching, onRetry: () => void refetch() }
  return (
    <main id="contenuto">
      <div className="cover">
        <CoverEngraving />
        <div className="page grid-cover">
          <h1 tabIndex={-1}>Vetrine Diamond</h1>
          <p className="lead mt-3 max-w-[620px]">
            I trader Diamond presentano metodo, risultati e servizi. Le cifre vengono dallo stesso registro della
            classifica.
          </p>
        </div>
      </div>
      <div className="page page-body pt-6">
        <GridFilters selection={selection} total={data?.total ?? null} />
        {data !== undefined && error !== null && (
          <div className="mt-4">
            <StaleNotice {...again}>Le vetrine mostrate restano qui.</StaleNotice>
          </div>
        )}
        <div className="mt-5">
          {data === undefined && error !== null && (
            <QueryError lead="Errore nel caricamento delle vetrine." {...again} />
          )}
          {data === undefined && error === null && (
            <>
              <output className="text-ui text-ink-2">{loadingShowcases}</output>
              <div className="cards mt-3">
                <CardSkeletons count={6} />
              </div>
            </>
          )}
          {data !== undefined && data.showcases.length === 0 && <NoShowcases selection={selection} />}
          {data !== undefined && data.showcases.length > 0 && (
            <>
              <div className="cards" aria-busy={isPlaceholderData}>
                <Portion selection={selection} cursor={null} number={1} requested={requested} onShown={onShown} />
              </div>
              <Foot selection={selection} total={data.total} onMore={setRequested} />
              <ToComparison />
              <p className="mt-6 text-label text-ink-3">I rendimenti passati non garantiscono risultati futuri.</p>
            </>
          )}
        </div>
      </div>
    </main>
  )
}

interface FootProps {
  selection: ShowcaseSelection
  total: number
  /** Called with the number of the requested portion. */
  onMore: (portion: number) => void
}

/** The number of shown cards, and the button for more. It replaces the address, so that going back leaves the grid. */
function Foot({ selection, total, onMore }: FootProps) {
  const shown = Math.min(total, selection.pages * pageSize)
  const href = addressOfShowcases({ ...selection, pages: selection.pages + 1 })
  const more = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onMore(selection.pages + 1)
    navigate(href, { replace: true })
  }
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <output className="text-ui text-ink-3">
        {format.range(1, shown, total)} {total === 1 ? 'vetrina' : 'vetrine'}
      </output>
      {shown < total && selection.pages < lastPage && (
        <ButtonLink href={href} onClick={more}>
          Mostra altre vetrine
        </ButtonLink>
      )}
    </div>
  )
}
