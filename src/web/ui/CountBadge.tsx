import * as format from '#shared/format/format.ts'

/** The number of things that wait, beside the name of their page; nothing where none does. @param what follows the number for screen readers */
export function CountBadge({ count, what }: { count: number | undefined; what: string }) {
  if (count === undefined || count === 0) return null
  return (
    <span className="badge badge-brass figures">
      {format.count(count)}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
