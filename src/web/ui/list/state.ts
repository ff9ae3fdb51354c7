import { useMemo } from 'react'
import type { Endpoint, KeyOf, RequestOf } from '#shared/endpoint.ts'
import { q as read } from '#web/api.ts'
import { live } from '#web/query.ts'
import { navigate, parseAddress, useUrl } from '#web/router.ts'

/** Rows on a page. */
export const PAGE_ROWS = 25
/** As far as a list is turned; what lies behind is found by searching. */
const LAST_PAGE = 10_000

export type Order = 'asc' | 'desc'

export interface Sort {
  by: string
  order: Order
}

/** What a list can be asked: the same for its address and for its calls. A constant of its page. */
export interface ListShape {
  /** Address of the page with nothing selected: what it names stays. */
  base: string
  /** Values of `sort_by`. */
  sorts: readonly string[]
  /** The order where the address says none. */
  sort: Sort
  /** By their name in address and call: the values that they may have, or how they look. None of `q`, `p`, `open`, `order`, `sort_by`. */
  filters?: Record<string, readonly string[] | RegExp>
}

export interface ListChange {
  q?: string
  /** Empty takes one away. */
  filters?: Record<string, string>
  sort?: Sort
  page?: number
  /** The row that is open; null for none. */
  open?: string | null
}

export interface ListState {
  q: string
  /** Only those that are set. */
  filters: Record<string, string>
  sort: Sort
  /** From 1. */
  page: number
  open: string | null
  /** Something is searched or filtered. */
  isFiltered: boolean
  /** Of the list's call: `page`, `limit`, `sort_by`, `order`, `q` and filters. */
  query: Record<string, string>
  /** Of the file's call: `q` and filters. */
  fileQuery: Record<string, string>
  /** Address with a change. A change of what is searched, filtered or sorted starts at the first page. */
  href: (change: ListChange) => string
  /** Whether a filter may have this value. */
  takes: (filter: string, value: string) => boolean
}

/** Reads what an address selects; what this list does not know is left out, and never asked for. */
export function listState(shape: ListShape, search: URLSearchParams): ListState {
  const text = search.get('q')?.trim().slice(0, 100) ?? ''
  const takes = (name: string, value: string) => {
    const accepted = shape.filters?.[name] ?? []
    return accepted instanceof RegExp ? accepted.test(value) : accepted.includes(value)
  }
  const filters = Object.fromEntries(
    Object.keys(shape.filters ?? {}).flatMap((name) => {
      const value = search.get(name) ?? ''
      return value !== '' && takes(name, value) ? [[name, value] as const] : []
    }),
  )
  const sort = sortOf(shape, search)
  const page = /^[1-9]\d{0,4}$/.test(search.get('p') ?? '') ? Math.min(Number(search.get('p')), LAST_PAGE) : 1
  const open = search.get('open')
  const fileQuery = { ...(text !== '' && { q: text }), ...filters }
  const now = { q: text, filters, sort, page, open }
  return {
    ...now,
    isFiltered: Object.keys(fileQuery).length > 0,
    query: { ...fileQuery, sort_by: sort.by, order: sort.order, page: String(page), limit: String(PAGE_ROWS) },
    fileQuery,
    href: (change) => addressOf(shape, now, change),
    takes,
  }
}

function sortOf({ sorts, sort }: ListShape, search: URLSearchParams): Sort {
  const by = search.get('sort_by') ?? sort.by
  if (!sorts.includes(by)) return sort
  const order = search.get('order')
  return { by, order: order === 'asc' || order === 'desc' ? order : by === sort.by ? sort.order : 'asc' }
}

function addressOf(shape: ListShape, now: Required<ListChange>, change: ListChange): string {
  const { pathname, search } = parseAddress(shape.base)
  const { q, sort, open, page } = {
    ...now,
    // Turning the page, or another list, shuts the row, and another list starts at its beginning.
    ...(!('open' in change) && { open: null }),
    ...(Object.keys(change).join() !== 'open' && { page: 1 }),
    ...change,
  }
  for (const [name, value] of Object.entries({ ...now.filters, ...change.filters })) {
    if (value !== '') search.set(name, value)
  }
  if (q !== '') search.set('q', q)
  if (sort.by !== shape.sort.by || sort.order !== shape.sort.order) {
    search.set('sort_by', sort.by)
    search.set('order', sort.order)
  }
  if (page > 1) search.set('p', String(page))
  if (open !== null) search.set('open', open)
  return `${pathname}?${search.toString()}`
}

/** The state of a list, which is the address. */
export function useListState(shape: ListShape): ListState {
  const { search } = useUrl()
  return useMemo(() => listState(shape, search), [shape, search])
}

/** Goes to the list with a change. Typing, choosing and opening a row are no steps of the history; turning the page is. */
export function changeList(state: ListState, change: ListChange): void {
  navigate(state.href(change), { replace: change.page === undefined })
}

/**
 * The page that the state names, for `useQuery`: read again every 30 seconds, and what was there before stays until the next one comes.
 * The call takes the names of `ListState.query`; the shape answers for their values.
 */
export function listQuery<E extends Endpoint>(key: KeyOf<E>, { query }: ListState) {
  return live({ ...read<E>(key, { query } as RequestOf<E>), placeholderData: <T>(before: T) => before })
}
