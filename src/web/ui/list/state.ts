import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Endpoint, KeyOf, RequestOf } from '#shared/endpoint.ts'
import { q as read } from '#web/api.ts'
import { live } from '#web/query.ts'
import { navigate, parseAddress, useUrl } from '#web/router.ts'

const PAGE_ROWS = 25
/** The last page that a list turns to. A search finds the rows behind it. */
const LAST_PAGE = 10_000

export type Order = 'asc' | 'desc'

export interface Sort {
  by: string
  order: Order
}

/** The selections that a list offers, in its address and in its calls. A constant of its page. */
export interface ListShape {
  /** Address of the page with nothing selected. Its own parameters stay in every address. */
  base: string
  /** Values of `sort_by`. */
  sorts: readonly string[]
  /** The order where the address names none. */
  sort: Sort
  /** By name in address and call: the values or the pattern. None is called `q`, `p`, `open`, `order` or `sort_by`. */
  filters?: Record<string, readonly string[] | RegExp>
}

export interface ListChange {
  q?: string
  /** An empty value removes a filter. */
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
  /** Rows on a page. */
  rows: number
  open: string | null
  /** The list is searched or filtered. */
  isFiltered: boolean
  /** The first rows alone, as the admin panel shows them: no filters, no order, no pages. */
  isCompact: boolean
  /** Query of the list's call: `page`, `limit`, `sort_by`, `order`, `q` and filters. */
  query: Record<string, string>
  /** Query of the file's call: `q`, filters and order. */
  fileQuery: Record<string, string>
  /** Address with a change. A change of search, filter or order starts at the first page. */
  href: (change: ListChange) => string
  /** Applies a change. Only a turned page is a step of the history. */
  go: (change: ListChange) => void
  /** Whether a filter may have this value. */
  accepts: (filter: string, value: string) => boolean
}

/** Reads an address's selection. Unknown values are left out, and never requested. */
export function listState(
  shape: ListShape,
  search: URLSearchParams,
  rows = PAGE_ROWS,
): Omit<ListState, 'go' | 'isCompact'> {
  const text = search.get('q')?.trim().slice(0, 100) ?? ''
  const accepts = (name: string, value: string) => {
    const accepted = shape.filters?.[name] ?? []
    return accepted instanceof RegExp ? accepted.test(value) : accepted.includes(value)
  }
  const filters = Object.fromEntries(
    Object.keys(shape.filters ?? {}).flatMap((name) => {
      const value = search.get(name) ?? ''
      return value !== '' && accepts(name, value) ? [[name, value] as const] : []
    }),
  )
  const sort = sortOf(shape, search)
  const page = /^[1-9]\d{0,4}$/.test(search.get('p') ?? '') ? Math.min(Number(search.get('p')), LAST_PAGE) : 1
  const open = search.get('open')
  const chosen = { ...(text !== '' && { q: text }), ...filters }
  const fileQuery = { ...chosen, sort_by: sort.by, order: sort.order }
  const now = { q: text, filters, sort, page, open }
  return {
    ...now,
    rows,
    isFiltered: Object.keys(chosen).length > 0,
    query: { ...fileQuery, page: String(page), limit: String(rows) },
    fileQuery,
    href: (change) => addressOf(shape, now, change),
    accepts,
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
    // Another page or another selection closes the row. Another selection starts at its first page.
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

/**
 * The state of a list: the address. In the admin panel, which lies over any page, it is an address of its own.
 * @param compactRows how many rows the panel shows; without it the list is a page
 */
export function useListState(shape: ListShape, compactRows?: number): ListState {
  const { search } = useUrl()
  const [own, setOwn] = useState(shape.base)
  return useMemo(() => {
    const isCompact = compactRows !== undefined
    const state = listState(shape, isCompact ? parseAddress(own).search : search, compactRows)
    const go = (change: ListChange) => {
      if (isCompact) setOwn(state.href(change))
      else navigate(state.href(change), { replace: change.page === undefined })
    }
    return { ...state, isCompact, go }
  }, [shape, search, compactRows, own])
}

/** A change that removes every filter. */
export const withoutFilters = ({ filters }: Pick<ListState, 'filters'>) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, '']))

/**
 * One page of a list, for `useQuery`: refreshed every 30 seconds. The rows before stay until the next ones arrive. The call
 * accepts the names of `ListState.query`; the shape answers for their values.
 */
function listQuery<E extends Endpoint>(key: KeyOf<E>, query: Record<string, string>) {
  return live({ ...read<E>(key, { query } as RequestOf<E>), placeholderData: <T>(before: T) => before })
}

/** The answer of a list's call. */
type ListAnswer = { at: string }

/**
 * Later pages show the rows of the moment when the first page was read, or the page that an address opened: a row that arrives meanwhile
 * repeats or skips none.
 */
export function useArrivals(page: number) {
  const [read, setRead] = useState<{ page: number; at: string } | null>(null)
  const isOfNow = page === 1 || read === null || read.page === page
  return {
    /** The query of a page that follows has it beside its own. */
    bound: isOfNow ? {} : { until: read.at },
    /** @param at the moment when the page was read; undefined until it is there */
    note: (at: string | undefined) => {
      if (isOfNow && at !== undefined && (at !== read?.at || page !== read.page)) setRead({ page, at })
    },
  }
}

/** The page that the state names. */
export function useListResult<E extends Endpoint>(key: KeyOf<E>, state: Pick<ListState, 'query' | 'page'>) {
  const { bound, note } = useArrivals(state.page)
  const result = useQuery(listQuery<E>(key, { ...state.query, ...bound }))
  note(result.isPlaceholderData ? undefined : (result.data as ListAnswer | undefined)?.at)
  return result
}
