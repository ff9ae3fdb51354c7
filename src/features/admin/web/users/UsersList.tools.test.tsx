import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import pagesSheet from '../pages/pages.css?inline'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { serveMany } from './testing/users.ts'
import { UsersList } from './UsersList.tsx'

withSheets(pagesSheet)

startAt('/?view=admin&page=users')
afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(1_300, 900)
})

test.each([320, 360, 390, 768])('at %i px the order and every filter show their whole value', async (width) => {
  await page.viewport(width, 844)
  serveMany()
  mount(<UsersList />)
  await expect.element(page.getByRole('button', { name: 'Utente 59', exact: true })).toBeVisible()
  const pen = document.createElement('canvas').getContext('2d')
  const cut = [...document.querySelectorAll<HTMLSelectElement>('.list-tools select')].flatMap((select) => {
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select)
    if (pen === null || select.clientWidth === 0) return []
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return [...select.options].filter(({ text }) => pen.measureText(text).width > room).map(({ text }) => text)
  })
  expect(cut).toEqual([])
})
