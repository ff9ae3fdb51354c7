import { useEffect, useRef, type RefObject } from 'react'
import { OPENER } from './ListTable.tsx'
import { changeList, type ListState } from './state.ts'

interface KeyTargets {
  root: RefObject<HTMLElement | null>
  search: RefObject<HTMLInputElement | null>
  state: ListState
  /** The last page. */
  last: number
  /** A page is turned from a row. */
  onTurn: () => void
}

/** What the list's own keys are, for its note. */
export const listKeys = [
  ['/', 'Vai alla ricerca'],
  ['J, K o frecce', 'Riga seguente, precedente'],
  ['Invio', 'Apri o chiudi la riga'],
  ['Esc', 'Chiudi la riga aperta'],
  ['Pag giù, Pag su', 'Pagina seguente, precedente'],
] as const

/**
 * Keys that are a single sign may be shut off (WCAG 2.1.4): who dictates would press them unawares. For every list, until the page is
 * loaded anew.
 */
export const signs = { areOn: true }

/** Typing, a choice of several, a window or a menu: their keys are their own. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]'

/**
 * The keys of a list. Letters and signs work wherever nothing is typed; arrows and page keys once the keyboard is on a row, since
 * they scroll the page elsewhere.
 */
export function useListKeys(targets: KeyTargets): void {
  const now = useRef(targets)
  useEffect(() => {
    now.current = targets
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = actOf(event, now.current)
      if (act === null) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function actOf(event: KeyboardEvent, { root, search, state, last, onTurn }: KeyTargets): (() => void) | null {
  const { target } = event
  // As the note prints them, and with the capitals locked.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  if (!(target instanceof Element) || target.closest(ownKeys) !== null) return null
  const openers = [...(root.current?.querySelectorAll<HTMLElement>(`[${OPENER}]`) ?? [])]
  const at = openers.findIndex((opener) => opener === document.activeElement)
  const onRow = at !== -1
  const goTo = (index: number) => {
    const opener = openers[Math.max(0, Math.min(index, openers.length - 1))]
    return opener === undefined ? null : () => opener.focus()
  }
  const turn = (page: number) => {
    if (!onRow || page < 1 || page > last) return null
    return () => {
      onTurn()
      changeList(state, { page })
    }
  }
  if (!signs.areOn && key.length === 1) return null
  if (key === '/') return () => search.current?.focus()
  if (key === 'j' || (key === 'ArrowDown' && onRow)) return goTo(at + 1)
  if (key === 'k' || (key === 'ArrowUp' && onRow)) return goTo(onRow ? at - 1 : openers.length - 1)
  if (key === 'PageDown') return turn(state.page + 1)
  if (key === 'PageUp') return turn(state.page - 1)
  if (key === 'Escape' && state.open !== null) return shut(state, openers)
  return null
}

function shut(state: ListState, openers: readonly HTMLElement[]): () => void {
  return () => {
    openers.find((opener) => opener.getAttribute(OPENER) === state.open)?.focus()
    changeList(state, { open: null })
  }
}
