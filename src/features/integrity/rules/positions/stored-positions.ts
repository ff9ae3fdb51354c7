import type { AccountState } from '#features/ea/rules/state.ts'
import { rounded, type ListedPosition, type ListedPositions } from './listed-positions.ts'

/**
 * The memory of listed positions, as it is stored. The account's state has what the last snapshot showed of an open position: its price
 * and what a move of it brings. That changes with each sync, so it stands there alone; only a position that is gone keeps its own.
 */

type Shown = Pick<ListedPosition, 'last' | 'mark' | 'value'>
export type StoredPosition = Omit<ListedPosition, keyof Shown> & Partial<Shown>
export type StoredPositions = Readonly<Record<string, StoredPosition>>

/** @param account as the sync finds it: whose snapshot stored these positions */
export function listedBefore(stored: StoredPositions, account: AccountState): ListedPositions {
  const shown = shownBy(account)
  const listed: ListedPositions = {}
  for (const id of Object.keys(stored)) {
    const one = stored[id]
    if (one === undefined) continue
    const { last, mark } = one
    if (last !== undefined && mark !== undefined) listed[id] = { ...one, last, mark }
    else {
      const now = shown.get(id)
      if (now !== undefined) listed[id] = { ...one, ...now }
    }
  }
  return listed
}

/** Leaves out what the account's state says alike. @param account as the sync leaves it */
export function asStored(listed: Readonly<ListedPositions>, account: AccountState): StoredPositions {
  const shown = shownBy(account)
  if (shown.size === 0) return listed
  const stored: Record<string, StoredPosition> = {}
  for (const id of Object.keys(listed)) {
    const one = listed[id]
    if (one === undefined) continue
    const now = shown.get(id)
    if (now?.last === one.last && now.mark === one.mark && now.value === one.value) {
      const { last: _last, mark: _mark, value: _value, ...rest } = one
      stored[id] = rest
    } else stored[id] = one
  }
  return stored
}

/** By position id, what the account's last snapshot showed of it. */
function shownBy({ engine, intake: { vanished } }: AccountState): Map<string, Shown> {
  const shown = new Map<string, Shown>()
  if (engine === null || vanished === undefined) return shown
  const last = engine.snapshot.t
  for (const { id, price, worth, volume } of vanished.listed) {
    shown.set(id, { last, mark: price, ...(worth !== undefined && { value: rounded(worth / volume) }) })
  }
  return shown
}
