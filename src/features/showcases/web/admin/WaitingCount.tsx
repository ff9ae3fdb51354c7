import { useQuery } from '@tanstack/react-query'
import * as format from '#shared/format/format.ts'
import { waitingQuery } from './queries.ts'

/** The number on the tab: showcases that wait for a decision. */
export function WaitingCount() {
  const { data } = useQuery(waitingQuery())
  if (data === undefined || data.review_count === 0) return null
  return (
    <span className="badge badge-brass figures">
      {format.count(data.review_count)}
      <span className="sr-only"> da moderare</span>
    </span>
  )
}
