import { useEffect, useRef, useState, type RefObject } from 'react'
import { OPENER } from './focus.ts'
import type { ListState } from './state.ts'

interface KeyTargets {
  root: RefObject<HTMLElement | null>
  search: { readonly current: HTMLInputElement | null }
  state: Pick<ListState, 'page' | 'open' | 'go'>
  /** The last page. */
  last: number
  /** A page is turned from a row. */
  onTurn: () => void
}

const listKeys = [
  ['/', 'Vai alla ricerca'],
  ['J, K o frecce', 'Riga seguente, precedente'],
  ['Invio', 'Apri o chiudi la riga'],
  ['Esc', 'Chiudi la riga aperta'],
  ['Pag giù, Pag su', 'Pagina seguente, precedente'],
] as const

/**
 * Keys of a single character can be shut off (WCAG 2.1.4): dictation would press them by mistake. For every list, until the page is loaded
 * again.
 */
const characterKeys = { areOn: true }

/** Elements with keys of their own. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]'

/**
 * The keys of a list. Characters work wherever the person does not type. Arrows and page keys work once the keyboard is on a row: elsewhere
 * they scroll the page.
 */
export function useListKeys(targets: KeyTargets): void {
  const now = useRef(targets)
  useEffect(() => {
    now.current = targets
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event, now.current)
      if (action === null) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function actionOf(event: KeyboardEvent, { root, search, state, last, onTurn }: KeyTargets): (() => void) | null {
  const { target } = event
  // In lower case: the capitals may be locked.
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
      state.go({ page })
    }
  }
  if (!characterKeys.areOn && key.length === 1) return null
  if (key === '/') return () => search.current?.focus()
  if (key === 'j' || (key === 'ArrowDown' && onRow)) return goTo(at + 1)
  if (key === 'k' || (key === 'ArrowUp' && onRow)) return goTo(onRow ? at - 1 : openers.length - 1)
  if (key === 'PageDown') return turn(state.page + 1)
  if (key === 'PageUp') return turn(state.page - 1)
  if (key === 'Escape' && state.open !== null) return close(state, openers)
  return null
}

function close(state: KeyTargets['state'], openers: readonly HTMLElement[]): () => void {
  return () => {
    openers.find((opener) => opener.getAttribute(OPENER) === state.open)?.focus()
    state.go({ open: null })
  }
}

/** Explains the keys, and shuts off those of a single character. */
export function KeyNote() {
  const [areOn, setOn] = useState(characterKeys.areOn)
  const toggle = () => {
    characterKeys.areOn = !areOn
    setOn(!areOn)
  }
  return (
    <details className="list-keys">
      <summary>Scorciatoie</summary>
      <div>
        <dl>
          {listKeys.map(([keys, what]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="check">
          <input type="checkbox" checked={areOn} onChange={toggle} />
          Usa anche /, J e K
        </label>
      </div>
    </details>
  )
}
