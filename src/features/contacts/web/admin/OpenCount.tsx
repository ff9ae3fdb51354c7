import { useQuery } from '@tanstack/react-query'
import * as format from '#shared/format.ts'
import { openCountQuery } from './inbox.ts'

/** Beside the page's name: how many messages wait for an answer. */
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
