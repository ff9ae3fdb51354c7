import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { Pagination, pagesToShow } from './Pagination.tsx'

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

test.each([
  [1, 20],
  [2, 20],
  [3, 20],
  [10, 20],
  [18, 20],
  [20, 20],
  [3, 5],
])('on a phone page %i of %i has both arrows in one line', async (current, last) => {
  await page.viewport(360, 640)
  const host = mount(<Pagination current={current} last={last} href={(to) => `/?page=${to}`} />)
  // As on a page, whose margins are 16 px.
  host.style.marginInline = '16px'
  await expect.element(page.getByRole('link', { name: `Pagina ${current}`, exact: true })).toBeVisible()
  const boxes = [...host.querySelectorAll('.pager > *')]
    .map((each) => each.getBoundingClientRect())
    .filter(({ width }) => width > 0)
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(344)
  expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(43.5)
})
