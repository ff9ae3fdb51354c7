import { useState } from 'react'

/** A page as it was read. */
interface ReadPage {
  /** Search, filters and order. */
  selection: string
  /** From 1. */
  page: number
  /** Its rows’ ids. */
  ids: readonly string[]
  /** Rows on all pages. */
  total: number
}

/** The pages that a person has read since the one that set the moment of the list (`useArrivals`). */
export interface Walk {
  selection: string
  start: number
  total: number
  pages: Readonly<Record<number, readonly string[]>>
  /** A row was read on two pages, or rows left the list: later pages may repeat or skip some. */
  hasMoved: boolean
}

/** The walk with one more page. The first page, and the one that the walk began with, are of now: they begin it anew. */
export function walkOn(walk: Walk | null, { selection, page, ids, total }: ReadPage): Walk {
  if (walk === null || walk.selection !== selection || page === 1 || page === walk.start) {
    return { selection, start: page, total, pages: { [page]: ids }, hasMoved: false }
  }
  const others = Object.entries(walk.pages).flatMap(([other, read]) => (Number(other) === page ? [] : read))
  const isRepeated = ids.some((id) => others.includes(id))
  return { ...walk, pages: { ...walk.pages, [page]: ids }, hasMoved: isRepeated || total !== walk.total }
}

/**
 * Whether rows have moved between the pages since the first one was read. Rows that arrive meanwhile do not move others
 * (`useArrivals`), but a change of the value that the list is sorted by does, and so does one that takes a row out of the filters.
 * @param read undefined while rows of another page are shown
 */
export function useMoves(read: ReadPage | undefined): boolean {
  const [walk, setWalk] = useState<Walk | null>(null)
  if (read === undefined) return false
  const next = walkOn(walk, read)
  if (JSON.stringify(next) !== JSON.stringify(walk)) setWalk(next)
  return next.hasMoved
}
