import { useId, type FocusEventHandler, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { OPENER } from './focus.ts'
import { SortHead } from './SortHead.tsx'
import type { ListState, Order } from './state.ts'

export interface ListColumn<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Its name in `sort_by`, and the order of a first press. */
  sort?: { by: string; first: Order }
  /** Figures: at the right, with digits of one width. */
  isNumber?: boolean
  /** Left out in the panel, where there is less room. */
  isPageOnly?: boolean
  /** In the panel on a phone: beside the name, or below it. */
  place?: 'top' | 'left' | 'right' | 'bottom-left' | 'bottom-right'
}

export interface ListRows<Row> {
  /** Column of the row's name: a button that opens the row, and the content of `cell` below it. */
  name: Omit<ListColumn<Row>, 'cell'> & {
    of: (row: Row) => string
    cell?: (row: Row) => ReactNode
    /** An id, in the font of code. */
    isCode?: boolean
  }
  /** The other columns; the name stands before the one with this index. */
  columns: readonly ListColumn<Row>[]
  nameAt?: number
  idOf: (row: Row) => string
  /** Content of an open row. */
  detail: (row: Row) => ReactNode
  /** Every row stands open, and none can be closed. */
  areOpen?: boolean
  /** At the row's end: a menu or buttons. */
  rowActions?: (row: Row) => ReactNode
}

interface TableProps<Row> extends ListRows<Row> {
  label: string
  rows: readonly Row[]
  state: ListState
  /** Other rows are loading. */
  isBusy: boolean
  body: RefObject<HTMLTableSectionElement | null>
  onRowFocus: (index: number) => void
  onRowBlur: FocusEventHandler
}

/** The rows of a list; one of them may be open. On phones each row is a block. */
export function ListTable<Row>(given: TableProps<Row>) {
  const { state } = given
  const columns = given.columns.filter(({ isPageOnly = false }) => !state.isCompact || !isPageOnly)
  const props = { ...given, columns }
  const { label, rows, isBusy, name, nameAt = 0, idOf, areOpen = false, rowActions, body, onRowFocus } = props
  const heads = [...columns.slice(0, nameAt), name, ...columns.slice(nameAt)]
  return (
    // The utility of the same name as `.table` makes it one, is stronger than this sheet, and may come after it.
    <table className={`table list-table max-[820px]:block! ${areOpen ? 'is-unfolded' : ''}`} aria-busy={isBusy}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <SortHead key={head.title} {...head} state={state} />
          ))}
          {rowActions !== undefined && (
            <th scope="col">
              <span className="sr-only">Azioni</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <ListRow key={idOf(row)} {...props} row={row} onFocus={() => onRowFocus(index)} />
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
  areOpen = false,
  rowActions,
  onFocus,
  onRowBlur,
}: TableProps<Row> & { row: Row; onFocus: () => void }) {
  const id = useId()
  const rowId = idOf(row)
  const isOpen = areOpen || state.open === rowId
  const toggle = () => state.go({ open: isOpen ? null : rowId })
  // A click beside the row's own buttons opens the row, unless the person selects text.
  const onClick = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null
    const isInRow = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!areOpen && !isOwn && isInRow && window.getSelection()?.isCollapsed !== false) toggle()
  }
  const cells = columns.map(({ title, cell, isNumber = false, place }) => (
    <td key={title} data-label={title} data-place={place} className={isNumber ? 'num figures' : undefined}>
      {cell(row)}
    </td>
  ))
  return (
    <>
      {/* The button in it does the same by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <tr className={isOpen ? 'is-open' : undefined} onClick={onClick} onFocus={onFocus} onBlur={onRowBlur}>
        {cells.slice(0, nameAt)}
        <th scope="row">
          {areOpen ? (
            <h4 tabIndex={-1} {...{ [OPENER]: rowId }}>
              {name.of(row)}
            </h4>
          ) : (
            <button
              type="button"
              className={name.isCode === true ? 'list-opener is-code' : 'list-opener'}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={toggle}
              {...{ [OPENER]: rowId }}
            >
              {name.of(row)}
            </button>
          )}
          {name.cell?.(row)}
        </th>
        {cells.slice(nameAt)}
        {rowActions !== undefined && <td className="list-actions">{rowActions(row)}</td>}
      </tr>
      {isOpen && (
        <tr className="list-detail" onFocus={onFocus} onBlur={onRowBlur}>
          <td colSpan={columns.length + (rowActions === undefined ? 1 : 2)}>
            <section id={id} aria-label={`Dettagli: ${name.of(row)}`}>
              {detail(row)}
            </section>
          </td>
        </tr>
      )}
    </>
  )
}
