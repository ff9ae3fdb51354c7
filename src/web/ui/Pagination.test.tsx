import { expect, test } from 'vitest'
import { pagesToShow } from './Pagination.tsx'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 12, [1, 2, 3, null, 12]],
  [2, 12, [1, 2, 3, null, 12]],
  [3, 12, [1, 2, 3, 4, null, 12]],
  [4, 12, [1, 2, 3, 4, 5, null, 12]],
  [6, 12, [1, null, 5, 6, 7, null, 12]],
  [11, 12, [1, null, 10, 11, 12]],
  [12, 12, [1, null, 11, 12]],
])('page %i of %i', (current, last, expected) => {
  expect(pagesToShow(current, last)).toEqual(expected)
})
