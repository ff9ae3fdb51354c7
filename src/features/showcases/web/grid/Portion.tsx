import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { listShowcases } from '#features/showcases/contract.ts'
import { showcasesQueryOf, type ShowcaseSelection } from '#features/showcases/page.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { CardSkeletons } from './GridStates.tsx'
import { ShowcaseCard } from './ShowcaseCard.tsx'

/** One portion of the list, as screen and document ask for it. */
export function usePortion(selection: ShowcaseSelection, cursor: string | null) {
  return useQuery({
    ...live(q<typeof listShowcases>('GET /api/showcases', { query: showcasesQueryOf(selection, cursor) })),
    placeholderData: keepPreviousData,
  })
}

interface PortionProps {
  selection: ShowcaseSelection
  /** Where it begins; null at the beginning of the list. */
  cursor: string | null
  /** From 1. */
  number: number
  /** The portion that was just asked for: its first card takes the focus. */
  wanted: number | null
  onShown: () => void
}

/** Cards of one portion, and after them those of the next one that is shown: each begins where the one before ends. */
export function Portion({ selection, cursor, number, wanted, onShown }: PortionProps) {
  const { data, error, isFetching, refetch } = usePortion(selection, cursor)
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (data === undefined || wanted !== number) return
    first.current?.focus({ preventScroll: true })
    onShown()
  }, [data, number, wanted, onShown])
  if (data === undefined) {
    if (error === null) return <CardSkeletons count={3} />
    return (
      <div className="cards-fault">
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
          {...(index === 0 && { linkRef: first })}
        />
      ))}
      {number < selection.pages && data.next_cursor !== null && (
        <Portion
          selection={selection}
          cursor={data.next_cursor}
          number={number + 1}
          wanted={wanted}
          onShown={onShown}
        />
      )}
    </>
  )
}
