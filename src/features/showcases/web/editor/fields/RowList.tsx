import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import type { Row } from '#features/showcases/web/editor/form.ts'
import { rowOf } from '#features/showcases/web/editor/form.ts'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'
import { ErrorLine, Place } from './Fields.tsx'
import { RowActions, Undo } from './RowParts.tsx'
import { useRows } from './useRows.ts'

/** The field of a row: its path in the form, its error, and what writes it. */
export interface RowField<T> {
  path: string
  error: string | undefined
  write: (part: Partial<T>) => void
}

interface RowListProps<T extends object> {
  editor: Editor
  /** The list's name in the form. */
  list: string
  rows: readonly Row<T>[]
  /** Rows at most. */
  most: number
  put: (change: (rows: readonly Row<T>[]) => Row<T>[], path: string) => void
  id: string
  title: string
  note: string
  /** `Pulsante`; a number follows it. */
  rowLabel: string
  /** The text after the number, which also names a removed row: ` «Copia»`. */
  named: (row: T) => string
  removedText: (name: string) => string
  addLabel: string
  fullText: string
  empty: T
  listClass?: string
  children: (row: T, field: (name: keyof T & string) => RowField<T>) => ReactNode
}

/** A list whose rows can be added, ordered, removed and restored. */
export function RowList<T extends object>(props: RowListProps<T>) {
  const { editor, list, rows, most, put, id, rowLabel, named } = props
  const replace = (next: Row<T>[]) => put(() => next, list)
  const { root, removed, announcement, move, remove, undo, add } = useRows<T>(rows, replace, {
    name: (row, place) => `${rowLabel} ${place + 1}${named(row)}`,
  })
  const isFull = rows.length >= most
  return (
    <section ref={root} aria-labelledby={id}>
      <h3 id={id}>{props.title}</h3>
      <p className="mt-1 text-ui text-ink-2">{props.note}</p>
      <Place path={list}>
        <ol className={`mt-4 grid gap-4${props.listClass ?? ''}`}>
          {rows.map((row, index) => {
            const field = (name: keyof T & string): RowField<T> => {
              const path = `${list}.${index}.${name}`
              const write = (part: Partial<T>) =>
                put((now) => now.map((each) => (each.key === row.key ? { ...each, ...part } : each)), path)
              return { path, error: editor.errors[path], write }
            }
            return (
              <li key={row.key} data-row={row.key} className="editor-row">
                <div className="editor-row-head">
                  <b>
                    {rowLabel} {index + 1}
                  </b>
                  <RowActions
                    name={`${rowLabel} ${index + 1}`}
                    isFirst={index === 0}
                    isLast={index === rows.length - 1}
                    onMove={(act) => move(index, act)}
                    onRemove={() => remove(index)}
                  />
                </div>
                {props.children(row, field)}
              </li>
            )
          })}
        </ol>
      </Place>
      <ErrorLine text={editor.errors[list]} />
      {removed !== null && <Undo text={props.removedText(named(removed.row))} onUndo={undo} />}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button disabled={isFull} onClick={() => add(rowOf(props.empty))}>
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          {props.addLabel}
        </Button>
        {isFull && <span className="text-label text-ink-3">{props.fullText}</span>}
      </div>
      <output className="sr-only">{announcement}</output>
    </section>
  )
}
