import { useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '#features/showcases/web/editor/form.ts'

type Act = 'up' | 'down'

interface RowNames<T> {
  /** The name of a row at this place: "Pulsante 2". */
  name: (row: T, place: number) => string
}

interface Removed<T> {
  row: Row<T>
  index: number
}

/**
 * A list whose rows are moved by buttons, removed and restored. The focus follows the row that moved. Where the focused element
 * is gone, it moves to the next useful one. `root` is the list's element: rows carry `data-row`, their buttons `data-act`.
 */
export function useRows<T extends object>(
  rows: readonly Row<T>[],
  onChange: (rows: Row<T>[]) => void,
  { name }: RowNames<T>,
) {
  const root = useRef<HTMLDivElement>(null)
  const pendingFocus = useRef<(root: HTMLElement) => HTMLElement | null>(null)
  const [removed, setRemoved] = useState<Removed<T> | null>(null)
  const [announcement, announce] = useState('')

  // A layout effect runs with the rendering of this change. A plain effect of the rendering before may still be pending.
  useLayoutEffect(() => {
    if (pendingFocus.current === null || root.current === null) return
    pendingFocus.current(root.current)?.focus()
    pendingFocus.current = null
  })

  const inRow = (key: string, ...selectors: string[]) => {
    pendingFocus.current = (element) => {
      const row = element.querySelector(`[data-row="${key}"]`)
      for (const selector of selectors) {
        const found = row?.querySelector<HTMLElement>(selector)
        if (found) return found
      }
      return null
    }
  }
  const move = (index: number, act: Act) => {
    const target = act === 'up' ? index - 1 : index + 1
    const row = rows[index]
    if (row === undefined || rows[target] === undefined) return
    const others = rows.filter((_, other) => other !== index)
    onChange(others.toSpliced(target, 0, row))
    inRow(row.key, `[data-act="${act}"]:not(:disabled)`, '[data-act]:not(:disabled)')
    announce(`${name(row, index)}: ora è al posto ${target + 1} di ${rows.length}.`)
  }
  const remove = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    onChange(rows.filter((_, other) => other !== index))
    setRemoved({ row, index })
    announce('')
    pendingFocus.current = (element) => element.querySelector<HTMLElement>('[data-act="undo"]')
  }
  const undo = () => {
    if (removed === null) return
    onChange(rows.toSpliced(Math.min(removed.index, rows.length), 0, removed.row))
    setRemoved(null)
    announce(`${name(removed.row, removed.index)}: di nuovo al suo posto.`)
    inRow(removed.row.key, 'input, textarea')
  }
  const add = (row: Row<T>) => {
    onChange([...rows, row])
    setRemoved(null)
    announce('')
    inRow(row.key, 'input, textarea')
  }
  return { root, removed, announcement, move, remove, undo, add }
}
