import { expect, test } from 'vitest'
import { notRankedReasons } from '#features/leaderboard/contract.ts'
import { groupsOf, reasonTexts } from './groups.ts'
import { aList, anEntry } from './testing/answers.ts'

const names = (entries: Parameters<typeof groupsOf>[0], byRank = true) =>
  groupsOf(entries, byRank).map(({ name, entries: rows }) => [name, rows.length])

test('every row of a page stands in one group, in order', () => {
  const entries = [...aList(50).leaderboard, anEntry(null), anEntry(null)]
  expect(names(entries)).toEqual([
    ['Podio', 3],
    ['Top 10', 7],
    ['Dall’11ª posizione', 40],
    ['Fuori classifica', 2],
  ])
})

test('groups without rows are left out', () => {
  expect(names([anEntry(51), anEntry(52)])).toEqual([['Dall’11ª posizione', 2]])
  expect(names([])).toEqual([])
})

test('rows in another order form one group', () => {
  expect(names([anEntry(9), anEntry(null), anEntry(1)], false)).toEqual([[null, 3]])
})

test('every reason has its text', () => {
  expect(Object.keys(reasonTexts).toSorted()).toEqual([...notRankedReasons].toSorted())
})
