import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { listShowcases } from '#features/showcases/contract.ts'
import { showcasesQueryOf, type ShowcaseSelection } from '#features/showcases/page.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { CardSkeletons } from './GridStates.tsx'
import { ShowcaseCard } from './ShowcaseCard.tsx'

/** One portion of the list, by the query that screen and document share. */
export function usePortion(selection: ShowcaseSelection, cursor: string | null) {
  return useQuery({
    ...live(q<typeof listShowcases>('GET /api/showcases', { query: showcasesQueryOf(selection, cursor) })),
    placeholderData: keepPreviousData,
  })
}

interface PortionProps {
  selection: ShowcaseSelection
  /** The position where the portion begins; null for the first one. */
  cursor: string | null
  /** The portion's number, from 1. */
  number: number
  /** The portion that was just requested, whose first card takes the focus. */
  requested: number | null
  onShown: () => void
}

/** The cards of one portion, followed by the next shown portion, which begins where this one ends. */
export function Portion({ selection, cursor, number, requested, onShown }: PortionProps) {
  const { data, error, isFetching, refetch } = usePortion(selection, cursor)
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (data === undefined || requested !== number) return
    first.current?.focus({ preventScroll: true })
    onShown()
  }, [data, number, requested, onShown])
  if (data === undefined) {
    if (error === null) return <CardSkeletons count={3} />
    return (
      <div className="cards-error">
        <QueryError
          lead="Le altre vetrine non sono arrivate."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  return (
    <>
      {data.showcases.map((card, index) => (
        <ShowcaseCard
          key={card.showcase_id}
          card={card}
          isFirst={number === 1 && index < 3}
          window={(selection.sort_by ?? 'roi_30') === 'roi_30' ? 30 : 90}
          showsRisk={selection.risk_level !== undefined}
          {...(index === 0 && { linkRef: first })}
        />
      ))}
      {number < selection.pages && data.next_cursor !== null && (
        <Portion
          selection={selection}
          cursor={data.next_cursor}
          number={number + 1}
          requested={requested}
          onShown={onShown}
        />
      )}
    </>
  )
}
