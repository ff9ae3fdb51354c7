import type { ReactNode } from 'react'
import type { ListRows } from './ListTable.tsx'
import type { ListState } from './state.ts'

/** The part of `useQuery`'s result that a list reads. */
export interface ListResult {
  error: unknown
  isFetching: boolean
  /** The rows belong to the query before. */
  isPlaceholderData: boolean
  /** `paused`: there is no connection. */
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

export interface ListProps<Row> extends ListRows<Row> {
  title: string
  /** The panel's tab carries the title already. */
  isTitleHidden?: boolean
  /** Below the title of a page. */
  lead?: string | undefined
  /** Between title and tools: figures, notices, a choice of lists. */
  children?: ReactNode
  state: ListState
  result: ListResult
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** On all pages. */
  total: number | undefined
  searchLabel: string
  /** The search text that finds a row by the id in the address, where the search knows ids. */
  seek?: (id: string) => string
  filters?: ReactNode
  csv?: { path: string; name: string }
  /** Buttons for the list as a whole. */
  actions?: ReactNode
  texts: {
    loading: string
    /** The list has no row at all. */
    empty: string
    noMatch: string
    /** Without a full stop: the reason follows. */
    error: string
    /** The panel's link to the page. */
    all?: string
  }
}
