import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ListState, Order } from './state.ts'

interface SortHeadProps {
  title: string
  sort?: { by: string; first: Order }
  isNumber?: boolean
  state: Pick<ListState, 'sort' | 'href' | 'isCompact'>
}

/** Head of a column: a link to its order, or to the other direction of the present order. */
export function SortHead({ title, sort, isNumber = false, state }: SortHeadProps) {
  const look = isNumber ? 'num' : undefined
  if (sort === undefined || state.isCompact) {
    return (
      <th scope="col" className={look}>
        {title}
      </th>
    )
  }
  const now = state.sort.by === sort.by ? state.sort.order : null
  const next = now === null ? sort.first : now === 'asc' ? 'desc' : 'asc'
  const Icon = now === null ? ChevronsUpDown : now === 'asc' ? ArrowUp : ArrowDown
  return (
    <th scope="col" className={look} aria-sort={now === null ? undefined : now === 'asc' ? 'ascending' : 'descending'}>
      <a className="list-sort" href={state.href({ sort: { by: sort.by, order: next } })}>
        {title}
        <Icon size={13} strokeWidth={2} aria-hidden />
      </a>
    </th>
  )
}
