import { useEffect, useRef, type RefObject } from 'react'

/** Attribute of the element that finds and opens a row; its value is the row's id. */
export const OPENER = 'data-list-opener'

/** The list around an element, so that a row can be focused after the element is gone. */
export const enclosingList = (element: Element | null) => element?.closest('.list') ?? null

/** Gives the keyboard to the title of a list. */
export const focusTitle = (list: Element | null) => list?.querySelector<HTMLElement>('h1, h3')?.focus()

/** Gives the keyboard to a row of a list; to its title where the row is gone, or null. */
export function focusRow(list: Element | null, id: string | null): void {
  const row = id === null ? null : list?.querySelector<HTMLElement>(`[${OPENER}="${CSS.escape(id)}"]`)
  if (row == null) focusTitle(list)
  else row.focus()
}

interface Turn {
  root: RefObject<HTMLElement | null>
  count: RefObject<HTMLElement | null>
  page: number
  rows: readonly unknown[] | undefined
  /** The rows belong to the page before. */
  isPrior: boolean
}

/**
 * After a page is turned from a row, the keyboard goes to the first row of the next one; to the count where its place is gone.
 * @returns announces that a row turns the page
 */
export function useFocusAfterTurn({ root, count, page, rows, isPrior }: Turn): () => void {
  const toFirst = useRef(false)
  const shown = useRef(page)
  useEffect(() => {
    if (rows === undefined || isPrior) return
    const hasTurned = shown.current !== page
    shown.current = page
    if (toFirst.current) root.current?.querySelector<HTMLElement>(`[${OPENER}]`)?.focus()
    else if (hasTurned && document.activeElement === document.body) count.current?.focus()
    toFirst.current = false
  }, [root, count, page, rows, isPrior])
  return () => {
    toFirst.current = true
  }
}

/** An action may remove the row that holds the keyboard: it goes on from the row in its place, else from the list's title. */
export function useFocusOfRemovedRow(rows: readonly unknown[] | undefined, place: RefObject<Element | null>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef<number | null>(null)
  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return
    const openers = body.current?.querySelectorAll<HTMLElement>(`[${OPENER}]`) ?? []
    const next = openers[Math.min(last.current, openers.length - 1)]
    if (next === undefined) focusTitle(enclosingList(place.current))
    else next.focus()
    // Only a change of the rows can remove one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows])
  /** A person who leaves the row by choice loses no row. */
  const onRowBlur = ({ target }: { target: EventTarget }) => {
    setTimeout(() => {
      const now = document.activeElement
      // The menu and the dialogs of a row stand outside the list. The panel's own window holds the list.
      const window = now?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]')
      const isOfRow = window != null && !window.contains(body.current)
      if (target instanceof Node && target.isConnected && !isOfRow && body.current?.contains(now) === false) {
        last.current = null
      }
    })
  }
  const onRowFocus = (index: number) => {
    last.current = index
  }
  return { body, onRowFocus, onRowBlur }
}
