import { expect, test } from 'vitest'
import { walkOn, type Walk } from './row-moves.ts'

/** The pages one after the other, each with the number of all rows. */
const walked = (...pages: [page: number, ids: string, total?: number, selection?: string][]) =>
  pages.reduce<Walk | null>(
    (walk, [page, ids, total = 6, selection = 'all']) => walkOn(walk, { selection, page, ids: ids.split(''), total }),
    null,
  )?.hasMoved

test('rows that stay on their pages have not moved, also on the way back', () => {
  expect(walked([1, 'ab'], [2, 'cd'], [3, 'ef'], [2, 'cd'])).toBe(false)
})

test('a row that was read on another page has moved', () => {
  // f came to the first page and pushed b to the second, where f is missing from the third.
  expect(walked([1, 'ab'], [2, 'bc'])).toBe(true)
  expect(walked([1, 'ab'], [2, 'de'], [3, 'fa'])).toBe(true)
})

test('a row that left the list moved those behind it', () => {
  expect(walked([1, 'ab', 6], [2, 'de', 5])).toBe(true)
})

test('the first page begins anew, and so does the page that an address opened', () => {
  expect(walked([1, 'ab'], [2, 'bc'], [1, 'fa'], [2, 'bc'])).toBe(false)
  expect(walked([2, 'cd', 6], [2, 'de', 7])).toBe(false)
})

test('another selection is another walk', () => {
  expect(walked([1, 'ab'], [2, 'ab', 4, 'open'])).toBe(false)
})

test('the page in sight may change as long as none of its rows was read elsewhere', () => {
  expect(walked([1, 'ab'], [2, 'cd'], [2, 'dc'])).toBe(false)
})
