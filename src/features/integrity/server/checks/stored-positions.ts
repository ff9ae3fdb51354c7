import type { AccountState } from '#features/ea/rules/state.ts'
import type { ListedPosition, ListedPositions } from '../../rules/positions/listed-positions.ts'
import type { CheckState } from '../../rules/state.ts'

/**
 * The memory of listed positions, as it is stored. The account's state has what the last snapshot showed of an open position: its price
 * and what a move of it brings. That changes with each sync, so it stands there alone; only a position that is gone keeps its own.
 */

type Shown = Pick<ListedPosition, 'last' | 'mark' | 'value'>
type StoredPosition = Omit<ListedPosition, keyof Shown> & { [name in keyof Shown]?: Shown[name] | undefined }

/** Adds to a memory that was just read what the account's state says of open positions. @param account whose last sync stored the memory */
export function withShown(state: CheckState, account: AccountState): CheckState {
  const listed = positionsIn(state)
  const { engine, intake } = account
  if (engine === null || intake.vanished === undefined || listed === undefined) return state
  for (const open of intake.vanished.listed) {
    const one = listed[open.id] as StoredPosition | undefined
    if (one !== undefined && one.mark === undefined) Object.assign(one, shownOf(open, engine.snapshot.t))
  }
  return state
}

/** The memory without what the account's state says alike. @param account as the sync leaves it */
export function withoutShown(state: CheckState, { engine, intake }: AccountState): CheckState {
  const listed = positionsIn(state)
  if (engine === null || intake.vanished === undefined || listed === undefined) return state
  const stored: Record<string, StoredPosition> = { ...listed }
  for (const open of intake.vanished.listed) {
    const one = listed[open.id]
    const { last, mark, value } = shownOf(open, engine.snapshot.t)
    if (one === undefined || one.last !== last || one.mark !== mark || one.value !== value) continue
    stored[open.id] = { ...one, last: undefined, mark: undefined, value: undefined }
  }
  return { ...state, positions: { ...state.positions, seen: stored } }
}

/** Undefined where the memory is damaged: the rules that read it fail then. */
function positionsIn({ positions }: CheckState): ListedPositions | undefined {
  const { seen } = positions
  return typeof seen === 'object' && seen !== null ? (seen as ListedPositions) : undefined
}

type ListedOpen = NonNullable<AccountState['intake']['vanished']>['listed'][number]

const shownOf = ({ price, worth, volume }: ListedOpen, last: number): Shown =>
  worth === undefined ? { last, mark: price } : { last, mark: price, value: worth / volume }
