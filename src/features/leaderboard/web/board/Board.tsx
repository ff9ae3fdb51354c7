import { ArrowDown, ArrowUp } from '#web/ui/icons.tsx'
import type { LeaderboardEntry } from '../../contract.ts'
import { addressOfSelection, sortNames } from '../../page.ts'
import type { Selection, SortField } from '../../page.ts'
import { BoardRow } from './BoardRow.tsx'
import type { RoiField } from './roi-field.ts'
import { groupsOf } from '../groups.ts'

const COLUMNS = 10

interface BoardProps {
  entries: readonly LeaderboardEntry[]
  selection: Selection
  /** The rows of the last choice stay while the new ones load. */
  waiting: boolean
}

/** A table whose rows are grids: ten columns on wide pages, compact rows on narrow ones, with the same markup. */
export function Board({ entries, selection, waiting }: BoardProps) {
  const roi = roiColumn(selection.sort_by)
  const byRank = selection.sort_by === undefined
  return (
    <table className="board" aria-busy={waiting} aria-label="Classifica dei trader">
      <thead>
        <tr className="board-row board-head">
          <Head name="Posizione" sort="rank" selection={selection} />
          <th scope="col">Trader</th>
          <th scope="col">Andamento</th>
          <Head name={sortNames[roi]} sort={roi} selection={selection} right />
          <Head name="Balance / Equity" sort="equity" selection={selection} right />
          <th scope="col" className="text-right">
            P/L Live
          </th>
          <Head name="Drawdown Max" sort="drawdown" selection={selection} right />
          <Head name="Operazioni" sort="trades" selection={selection} right />
          <Head name="Win rate" sort="win_rate" selection={selection} right />
          <Head name="Profitto" sort="profit" selection={selection} right />
        </tr>
      </thead>
      {groupsOf(entries, byRank).map((group) => (
        <tbody key={group.name ?? 'all'}>
          {group.name !== null && (
            <tr className="board-group">
              <td colSpan={COLUMNS}>
                {group.name}
                {group.note !== null && <span className="font-normal text-ink-3"> · {group.note}</span>}
              </td>
            </tr>
          )}
          {group.entries.map((entry) => (
            <BoardRow key={entry.trader_id} entry={entry} roi={roi} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The ROI column shows the return that orders the rows, else the score's own 90 days. */
function roiColumn(sort: SortField | undefined): RoiField {
  return sort === 'roi_30' || sort === 'roi_total' ? sort : 'roi_90'
}

/** Rank and drawdown sort from the lowest, every other figure from the highest. */
function direction(sort: SortField): 'ascending' | 'descending' {
  return sort === 'rank' || sort === 'drawdown' ? 'ascending' : 'descending'
}

function Head({ name, sort, selection, right }: { name: string; sort: SortField; selection: Selection; right?: true }) {
  const active = (selection.sort_by ?? 'rank') === sort
  const { sort_by: _, ...others } = selection
  const href = addressOfSelection({ ...others, page: 1, ...(sort !== 'rank' && { sort_by: sort }) })
  const Arrow = direction(sort) === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" className={right ? 'text-right' : undefined} aria-sort={active ? direction(sort) : undefined}>
      <a href={href} className={active ? 'is-sorted' : undefined}>
        {name}
        {active && <Arrow size={13} strokeWidth={2} />}
      </a>
    </th>
  )
}
