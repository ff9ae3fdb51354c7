import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { SortHead } from './SortHead.tsx'
import { changeList, type ListState, type Order } from './state.ts'

export interface ListColumn<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** What `sort_by` calls it, and the order that a first press gives. */
  sort?: { by: string; first: Order }
  /** Figures: at the right, with digits of one width. */
  isNumber?: boolean
}

export interface ListRows<Row> {
  /** Column of the row's name: a button that opens the row, and below it what `cell` draws. */
  name: Omit<ListColumn<Row>, 'cell'> & { of: (row: Row) => string; cell?: (row: Row) => ReactNode }
  /** The other columns; the name stands before the one with this index. */
  columns: readonly ListColumn<Row>[]
  nameAt?: number
  idOf: (row: Row) => string
  /** What an open row holds: facts and acts. */
  detail: (row: Row) => ReactNode
  /** At the row's end: its own menu. */
  menu?: (row: Row) => ReactNode
}

interface TableProps<Row> extends ListRows<Row> {
  label: string
  rows: readonly Row[]
  state: ListState
  /** Others are on their way. */
  isBusy: boolean
  /** Where the keyboard goes when the last row is gone. */
  onGone: () => void
}

/** Marks the buttons that the arrows walk along. */
export const OPENER = 'data-list-opener'

/** The rows of a list; one of them may be open. On phones each row is a block. */
export function ListTable<Row>(props: TableProps<Row>) {
  const { label, rows, state, isBusy, name, columns, nameAt = 0, idOf, menu } = props
  const { body, keepFocus } = useKeptFocus(rows, props.onGone)
  const heads = [...columns.slice(0, nameAt), name, ...columns.slice(nameAt)]
  return (
    // The utility of the same name as `.table` makes it one, is stronger than this sheet, and may come after it.
    <table className="table list-table max-[820px]:block!" aria-busy={isBusy}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <SortHead key={head.title} {...head} state={state} />
          ))}
          {menu !== undefined && (
            <th scope="col">
              <span className="sr-only">Azioni</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <ListRow key={idOf(row)} {...props} row={row} onFocus={() => keepFocus(index)} />
        ))}
      </tbody>
    </table>
  )
}

function ListRow<Row>({
  row,
  state,
  name,
  columns,
  nameAt = 0,
  idOf,
  detail,
  menu,
  onFocus,
}: TableProps<Row> & { row: Row; onFocus: () => void }) {
  const id = useId()
  const rowId = idOf(row)
  const isOpen = state.open === rowId
  const toggle = () => changeList(state, { open: isOpen ? null : rowId })
  // A click beside the row's own buttons means the row, unless somebody marks text.
  const onClick = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null
    const isInRow = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!isOwn && isInRow && window.getSelection()?.isCollapsed !== false) toggle()
  }
  const cells = columns.map(({ title, cell, isNumber = false }) => (
    <td key={title} data-label={title} className={isNumber ? 'num figures' : undefined}>
      {cell(row)}
    </td>
  ))
  return (
    <>
      {/* The button in it does the same by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <tr className={isOpen ? 'is-open' : undefined} onClick={onClick} onFocus={onFocus}>
        {cells.slice(0, nameAt)}
        <th scope="row">
          <button
            type="button"
            className="list-opener"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={toggle}
            {...{ [OPENER]: rowId }}
          >
            {name.of(row)}
          </button>
          {name.cell?.(row)}
        </th>
        {cells.slice(nameAt)}
        {menu !== undefined && <td className="list-menu">{menu(row)}</td>}
      </tr>
      {isOpen && (
        <tr className="list-detail" onFocus={onFocus}>
          <td colSpan={columns.length + (menu === undefined ? 1 : 2)}>
            <section id={id} aria-label={`Dettagli: ${name.of(row)}`}>
              {detail(row)}
            </section>
          </td>
        </tr>
      )}
    </>
  )
}

/** An act may take the row away that somebody stands on: the keyboard goes on from the one in its place. */
function useKeptFocus(rows: readonly unknown[], onGone: () => void) {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef<number | null>(null)
  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return
    const openers = body.current?.querySelectorAll<HTMLElement>(`[${OPENER}]`) ?? []
    const next = openers[Math.min(last.current, openers.length - 1)]
    if (next === undefined) onGone()
    else next.focus()
    // Only what changes the rows can take one away.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows])
  useEffect(() => {
    const rowsBody = body.current
    // Who leaves of their own accord loses no row.
    const onLeave = ({ target }: FocusEvent) => {
      setTimeout(() => {
        const isThere = target instanceof Node && target.isConnected
        const now = document.activeElement
        // What a row asks stands in a window of its own.
        const isAsked = now?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]') != null
        if (isThere && !isAsked && rowsBody?.contains(now) === false) last.current = null
      })
    }
    rowsBody?.addEventListener('focusout', onLeave)
    return () => rowsBody?.removeEventListener('focusout', onLeave)
  }, [])
  const keepFocus = (index: number) => {
    last.current = index
  }
  return { body, keepFocus }
}
