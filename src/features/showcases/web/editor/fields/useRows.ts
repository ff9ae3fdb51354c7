import { useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '#features/showcases/web/editor/form.ts'

type Act = 'up' | 'down'

interface Words<T> {
  /** What a row is called where it stands at this place: "Pulsante 2". */
  name: (row: T, place: number) => string
}

interface Removed<T> {
  row: Row<T>
  index: number
}

/**
 * A list whose rows are moved by buttons, taken away and brought back. The focus follows the row that moved; where what had it
 * is gone it goes where the person can go on. `root` is the list's element: rows carry `data-row`, their buttons `data-act`.
 */
export function useRows<T extends object>(
  rows: readonly Row<T>[],
  onChange: (rows: Row<T>[]) => void,
  { name }: Words<T>,
) {
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<(root: HTMLElement) => HTMLElement | null>(null)
  const [removed, setRemoved] = useState<Removed<T> | null>(null)
  const [announcement, announce] = useState('')

  // With the drawing that the change asks for: an effect of the one before it may still be on its way.
  useLayoutEffect(() => {
    if (wanted.current === null || root.current === null) return
    wanted.current(root.current)?.focus()
    wanted.current = null
  })

  const inRow = (key: string, ...selectors: string[]) => {
    wanted.current = (element) => {
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
    wanted.current = (element) => element.querySelector<HTMLElement>('[data-act="undo"]')
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
