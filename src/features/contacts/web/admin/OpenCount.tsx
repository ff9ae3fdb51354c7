import { useQuery } from '@tanstack/react-query'
import * as format from '#shared/format/format.ts'
import { openCountQuery } from './inbox.ts'

/** Number of unhandled messages, beside the page's name. */
export function OpenCount() {
  const { data } = useQuery(openCountQuery())
  if (data === undefined || data.open_count === 0) return null
  return (
    <span className="badge badge-brass figures">
      {format.count(data.open_count)}
      <span className="sr-only"> da gestire</span>
    </span>
  )
}
