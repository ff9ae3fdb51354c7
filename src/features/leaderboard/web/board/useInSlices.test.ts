import { expect, test } from 'vitest'
import { aList, anEntry } from '../testing/answers.ts'
import { nextRows } from './useInSlices.ts'

const names = (entries: readonly { trader_id: string }[]) => entries.map(({ trader_id }) => trader_id)

/** All that the page shows until the rows of another answer stand. */
function shownBetween(before: ReturnType<typeof rows>, after: ReturnType<typeof rows>) {
  const shown = [before]
  for (let last = before; last !== after; shown.push(last)) {
    last = nextRows(last, after)
    if (shown.length > 20) throw new Error('it never ends')
  }
  return shown
}

const rows = (count: number): readonly ReturnType<typeof anEntry>[] => aList(count).leaderboard
const others = (count: number) => Array.from({ length: count }, (_, index) => anEntry(100 + index))

test.each([
  ['another order', rows(50), rows(50).toReversed()],
  ['other traders', rows(50), others(50)],
  ['a shorter list', rows(50), others(3)],
  ['a longer list', rows(3), others(50)],
  ['new figures of the same traders', rows(50), rows(50)],
])('%s: eight more rows stand with each step, and no trader stands twice', (_, before, after) => {
  const shown = shownBetween(before, after)
  for (const [step, entries] of shown.entries()) {
    expect(entries.slice(0, 8 * step)).toEqual(after.slice(0, 8 * step).slice(0, entries.length))
    expect(new Set(names(entries)).size).toBe(entries.length)
    expect(entries.length).toBeLessThanOrEqual(Math.max(before.length, after.length))
  }
  expect(shown.at(-1)).toBe(after)
  expect(shown).toHaveLength(1 + Math.ceil(after.length / 8))
})

test('rows that stand already take no step', () => {
  const before = rows(50)
  expect(shownBetween(before, [...before.slice(0, 41), ...others(9)])).toHaveLength(3)
})
