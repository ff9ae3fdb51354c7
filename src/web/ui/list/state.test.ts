import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#shared/testing/characters.ts'
import { listState, type ListShape } from './state.ts'

const shape: ListShape = {
  base: '/?view=admin&page=users&list=tutti',
  sorts: ['created_at', 'username'],
  sort: { by: 'created_at', order: 'desc' },
  filters: { plan: ['basic', 'diamond'], from: /^\d{4}-\d\d-\d\d$/ },
}
const of = (address: string) => listState(shape, new URL(address, 'http://x').searchParams)

test('without anything selected a list is at its first page, in its own order', () => {
  expect(of('/')).toMatchObject({
    q: '',
    filters: {},
    page: 1,
    open: null,
    isFiltered: false,
    query: { sort_by: 'created_at', order: 'desc', page: '1', limit: '25' },
    fileQuery: { sort_by: 'created_at', order: 'desc' },
  })
  expect(of('/').href({})).toBe(shape.base)
})

test('unknown values are never requested', () => {
  expect(of('/?q=anna&p=3&sort_by=username').fileQuery).toEqual({ q: 'anna', sort_by: 'username', order: 'asc' })
  const strange = of('/?q=%20anna%20&plan=gold&from=ieri&state=x&sort_by=password&order=up&p=-3')
  expect(strange.query).toEqual({ q: 'anna', sort_by: 'created_at', order: 'desc', page: '1', limit: '25' })
  expect(of('/?p=99999').page).toBe(10_000)
  for (const p of ['0', '1.5', '1e3', ' 2', '100000']) expect(of(`/?p=${encodeURIComponent(p)}`).page).toBe(1)
  expect(of(`/?q=${'x'.repeat(400)}`).q).toHaveLength(100)
})

test('searching, filtering and sorting start at the first page with no row open; turning the page shuts the row', () => {
  const now = of('/?q=anna&plan=basic&p=4&open=b1')
  expect(of(now.href({ q: 'bruno' }))).toMatchObject({ q: 'bruno', filters: { plan: 'basic' }, page: 1, open: null })
  expect(of(now.href({ filters: { plan: '' } }))).toMatchObject({ filters: {}, page: 1, open: null })
  expect(of(now.href({ sort: { by: 'username', order: 'asc' } }))).toMatchObject({ page: 1, open: null })
  expect(of(now.href({ q: 'bruno', open: 'b2' }))).toMatchObject({ q: 'bruno', page: 1, open: 'b2' })
  expect(of(now.href({ page: 5 }))).toMatchObject({ q: 'anna', page: 5, open: null })
  expect(of(now.href({ open: 'b2' }))).toMatchObject({ page: 4, open: 'b2' })
  expect(of(now.href({ open: null }))).toMatchObject({ page: 4, open: null })
})

test('an address restores the same selection, for any values', () => {
  fc.assert(
    fc.property(
      fc.record({
        q: fc.string({ maxLength: 100, unit: anyCharacter }).map((text) => text.trim()),
        plan: fc.constantFrom('', 'basic', 'diamond'),
        from: fc.constantFrom('', '2026-11-01'),
        by: fc.constantFrom(...shape.sorts),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        page: fc.integer({ min: 1, max: 10_000 }),
        open: fc.option(fc.uuid()),
      }),
      ({ q, plan, from, by, order, page, open }) => {
        // Halves of surrogate pairs cannot stand in an address.
        fc.pre(q.isWellFormed())
        const address = of('/').href({ q, filters: { plan, from }, sort: { by, order }, page, open })
        const again = of(address)
        expect(again).toMatchObject({ q, sort: { by, order }, page, open })
        expect(again.filters).toEqual({ ...(plan !== '' && { plan }), ...(from !== '' && { from }) })
        expect(again.href({ page, open })).toBe(address)
        expect(address.startsWith(shape.base)).toBe(true)
      },
    ),
  )
})
