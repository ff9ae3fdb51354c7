import { expect, test } from 'vitest'
import { addressOf, queryOf, selectionOf } from './selection.ts'

const read = (search: string) => selectionOf(new URLSearchParams(search))

test('an address selects the same again', () => {
  const selection = read('view=admin&page=integrity&status=upheld&code=martingale&cursor=a&case=b')
  expect(selection).toEqual({ status: 'upheld', code: 'martingale', cursor: 'a', case: 'b' })
  expect(selectionOf(new URL(addressOf(selection), 'http://x').searchParams)).toEqual(selection)
  expect(addressOf(read(''))).toBe('/?view=admin&page=integrity')
  expect(addressOf(selection, { status: 'open', cursor: null, case: null })).toBe(
    '/?view=admin&page=integrity&status=open&code=martingale',
  )
})

test('what the server would refuse is not asked for', () => {
  expect(queryOf(read('status=nothing&code=DROP%20TABLE'))).toEqual({ limit: '50' })
  expect(queryOf(read('status=answered&code=history_changed&cursor=c'))).toEqual({
    status: 'answered',
    code: 'history_changed',
    cursor: 'c',
    limit: '50',
  })
})
