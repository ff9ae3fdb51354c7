import { useSyncExternalStore } from 'react'
import type { SortField } from '../../page.ts'

/** Columns that a visitor may take out of the table. The class of the table hides them, so that no row is drawn again. */
export const optionalColumns = {
  trend: 'Andamento',
  days: 'Storico',
  win: 'Win rate e operazioni',
  profit: 'Profitto',
  live: 'P/L Live',
  equity: 'Equity',
  balance: 'Balance',
} as const
export type OptionalColumn = keyof typeof optionalColumns

/** The column in which the figure of a sort stands; those of ranks, returns and drawdowns are always there. */
const columnOfSort: Partial<Record<SortField, OptionalColumn>> = {
  days: 'days',
  win_rate: 'win',
  trades: 'win',
  profit: 'profit',
  equity: 'equity',
}

const key = 'board-hidden-columns'
const listeners = new Set<() => void>()
/** Where storage is refused the choice lasts as long as the page. */
let unstored = ''

function read(): string {
  try {
    return localStorage.getItem(key) ?? unstored
  } catch {
    return unstored
  }
}

/** Stores the choice on this device. */
export function hideColumns(hidden: readonly OptionalColumn[]): void {
  unstored = hidden.join(' ')
  try {
    localStorage.setItem(key, unstored)
  } catch {
    // The page keeps it.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The columns that this device hides; none on the server and in the first paint. */
export function useHiddenColumns(): OptionalColumn[] {
  const text = useSyncExternalStore(subscribe, read, () => '')
  return text.split(' ').filter((name): name is OptionalColumn => Object.hasOwn(optionalColumns, name))
}

/** Classes of the table: what it hides, and which column may not be hidden because the rows are sorted by it. */
export function columnClasses(hidden: readonly OptionalColumn[], sort: SortField): string {
  const sorted = columnOfSort[sort]
  const without = hidden.filter((name) => name !== sorted).map((name) => `no-${name}`)
  return [...without, sorted === undefined ? '' : `by-${sorted}`].join(' ')
}
