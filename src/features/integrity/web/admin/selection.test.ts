import { expect, test } from 'vitest'
import { addressOf, queryOf, selectionOf, withSort, withStatus } from './selection.ts'

const read = (text: string) => selectionOf(new URLSearchParams(text))
const trader = '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f0001'

test('an address names filters, order, page, trader and the open case, and nothing that is the default', () => {
  expect(read('')).toEqual({ status: 'waiting', code: '', trader: null, sort: 'waiting', page: 1, case: null })
  const text = `view=admin&page=integrity&trader=${trader}&status=upheld&code=martingale&sort=seen&p=3&case=b`
  const selection = read(text)
  expect(selection).toEqual({ status: 'upheld', code: 'martingale', trader, sort: 'seen', page: 3, case: 'b' })
  expect(addressOf(selection)).toBe(`/?${text}`)
  expect(addressOf(read(''))).toBe('/?view=admin&page=integrity')
  expect(addressOf(read(`trader=${trader}`))).toBe(`/?view=admin&page=integrity&trader=${trader}`)
  expect(read(`trader=${trader}`)).toMatchObject({ status: 'all', sort: 'newest' })
})

test('another filter or order begins at the first page, without the case; opening one keeps the page', () => {
  const selection = read('status=upheld&code=martingale&p=3&case=b')
  const start = '/?view=admin&page=integrity'
  expect(addressOf(selection, { code: '' })).toBe(`${start}&status=upheld`)
  expect(addressOf(selection, { page: 4 })).toBe(`${start}&status=upheld&code=martingale&p=4`)
  expect(addressOf(selection, { case: 'c' })).toBe(`${start}&status=upheld&code=martingale&p=3&case=c`)
  expect(withStatus(selection, 'open')).toBe(`${start}&status=open&code=martingale`)
  expect(withSort(selection, 'trader')).toBe(`${start}&status=upheld&code=martingale&sort=trader`)
})

test('a selection that the server would refuse is not requested', () => {
  const usual = { status: 'waiting', sort_by: 'opened_at', order: 'asc', page: '1', limit: '25' }
  expect(queryOf(read('status=nothing&code=DROP%20TABLE&trader=me&sort=x&p=0'))).toEqual(usual)
  expect(queryOf(read(`status=answered&code=history_changed&p=2&sort=reply&trader=${trader}`))).toEqual({
    status: 'answered',
    code: 'history_changed',
    trader_id: trader,
    sort_by: 'reply_by',
    order: 'asc',
    page: '2',
    limit: '25',
  })
})
