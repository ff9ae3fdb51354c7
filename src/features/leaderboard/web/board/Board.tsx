import { useDeferredValue } from 'react'
import { Term } from '#web/ui/terms/Term.tsx'
import type { DefinedTerm } from '#shared/text/definitions.ts'
import type { LeaderboardEntry } from '../../contract.ts'
import { addressOfSelection, sortNames, usualOrder } from '../../page.ts'
import type { Selection, SortField } from '../../page.ts'
import { groupsOf } from '../groups.ts'
import { BoardRow } from './BoardRow.tsx'
import { comparedNames, followedNames, useNames } from '../marks/marks.ts'
import { useHiddenColumns } from './columns.ts'
import type { RoiField } from './roi-field.ts'

const COLUMNS = 11

interface BoardProps {
  entries: readonly LeaderboardEntry[]
  selection: Selection
  /** The rows of the last choice stay while the new ones load. */
  waiting: boolean
}

/**
 * A table whose rows are boxes: eleven columns on wide pages, two or three lines on narrow ones, with the same markup. All rows are of one
 * body, so that another order moves them and draws none again.
 */
export function Board({ entries, selection, waiting }: BoardProps) {
  // The head answers a click at once; rows at hand are drawn after it.
  const shown = useDeferredValue(entries)
  const rows = useDeferredValue(selection)
  const sort = rows.sort_by ?? 'rank'
  const roi = roiColumn(sort)
  const byRank = sort === 'rank' && rows.order === undefined
  const hidden = useHiddenColumns()
  const followed = useNames(followedNames)
  const compared = useNames(comparedNames)
  const head = { selection }
  return (
    <table
      className={`board by-${sort} ${hidden}`}
      aria-busy={waiting || shown !== entries}
      aria-label="Classifica dei trader"
    >
      <thead>
        <tr className="board-row board-head">
          <Head {...head} cell="rank" of="rank" sort="rank" />
          <Head {...head} cell="who" of="trader" name="Trader" />
          <Head {...head} cell="trend" of="trend" name="Andamento" unit="90 giorni" />
          <Head {...head} cell="roi" of={roi} sort={roi} unit={roi === 'roi_total' ? 'poi 90 giorni' : 'poi totale'} />
          <Head {...head} cell="drawdown" of="drawdown" sort="drawdown" unit="dall’inizio" />
          <Head {...head} cell="days" of="days" sort="days" unit="giorni" />
          <Head {...head} cell="win" of="win_rate" sort="win_rate" second="trades" />
          <Head {...head} cell="profit" of="profit" sort="profit" unit="euro" />
          <Head {...head} cell="live" of="live" name="P/L Live" unit="euro" />
          <Head {...head} cell="equity" of="equity" sort="equity" unit="euro" />
          <Head {...head} cell="balance" of="balance" name="Balance" unit="euro" />
        </tr>
      </thead>
      <tbody>
        {groupsOf(shown, byRank).flatMap((group) => [
          group.name !== null && (
            <tr className="board-group" key={group.name + group.entries[0]?.trader_id}>
              <td colSpan={COLUMNS}>{group.note === null ? group.name : `${group.name} · ${group.note}`}</td>
            </tr>
          ),
          ...group.entries.map((entry) => (
            <BoardRow
              key={entry.trader_id}
              entry={entry}
              roi={roi}
              showsRisk={rows.risk_level !== undefined}
              isFollowed={followed.includes(entry.username)}
              isCompared={compared.includes(entry.username)}
            />
          )),
        ])}
      </tbody>
    </table>
  )
}

/** The ROI column shows the return that orders the rows, else the score's own 90 days. */
function roiColumn(sort: SortField): RoiField {
  return sort === 'roi_30' || sort === 'roi_total' ? sort : 'roi_90'
}

interface HeadProps {
  cell: string
  of: DefinedTerm
  selection: Selection
  /** The figure's own name, where the column sorts by nothing. */
  name?: string
  sort?: SortField
  /** Another figure of the same column that sorts as well. */
  second?: SortField
  unit?: string
}

/** Name, unit and definition of a column. The name sorts by it, and turns the order round where it does already. */
function Head({ cell, of, selection, name, sort, second, unit }: HeadProps) {
  const sorted = selection.sort_by ?? 'rank'
  const active = sorted === sort || sorted === second
  const label = name ?? (sort && sortNames[sort]) ?? ''
  return (
    <th scope="col" className={cell} aria-sort={active ? directionOf(selection) : undefined}>
      <span className="head-line">
        {sort === undefined ? label : <SortLink sort={sort} selection={selection} />}
        <Term of={of} mark>
          {label}
        </Term>
      </span>
      {second && <SortLink sort={second} selection={selection} />}
      {unit && <small>{unit}</small>}
    </th>
  )
}

function directionOf({ sort_by, order = usualOrder(sort_by ?? 'rank') }: Selection): 'ascending' | 'descending' {
  return order === 'asc' ? 'ascending' : 'descending'
}

function SortLink({ sort, selection }: { sort: SortField; selection: Selection }) {
  const { sort_by, order, ...filters } = selection
  const active = (sort_by ?? 'rank') === sort
  const turned = active && order === undefined
  const href = addressOfSelection({
    ...filters,
    page: 1,
    ...(sort !== 'rank' && { sort_by: sort }),
    ...(turned && { order: usualOrder(sort) === 'asc' ? 'desc' : 'asc' }),
  })
  return (
    <a href={href} className={active ? `is-sorted is-${directionOf(selection)}` : undefined}>
      {sortNames[sort]}
    </a>
  )
}
