import { startTransition, useEffect, useState } from 'react'
import type { LeaderboardEntry } from '../../contract.ts'
import type { SortField } from '../../page.ts'

/** Rows that take their places at once. */
const slice = 8

/**
 * The rows of another answer take their places a few at a time, from the top, and those of the answer before stand below until then: fifty
 * at once are a task that a phone feels.
 * @param kind of rows that `entries` are drawn as
 * @param waiting `entries` are of the answer before
 */
export function useInSlices(kind: SortField, entries: readonly LeaderboardEntry[], waiting: boolean) {
  const [shown, setShown] = useState({ kind, entries })
  useEffect(() => {
    if (waiting || (shown.entries === entries && shown.kind === kind)) return
    startTransition(() => setShown({ kind, entries: nextRows(shown.entries, entries) }))
  })
  return shown
}

/** `before` with the next few rows of `after` in their places. */
export function nextRows(
  before: readonly LeaderboardEntry[],
  after: readonly LeaderboardEntry[],
): readonly LeaderboardEntry[] {
  let end = before.findIndex((entry, index) => entry !== after[index])
  end = (end < 0 ? before.length : end) + slice
  if (end >= after.length) return after
  const placed = after.slice(0, end)
  const left = before.filter((entry) => !placed.some(({ trader_id }) => trader_id === entry.trader_id))
  return [...placed, ...left].slice(0, after.length)
}
