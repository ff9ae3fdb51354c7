import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { readOn, type ReadingInput } from './reading.ts'
import { wholeHistory, type Reread } from '../state.ts'

const WEEK_S = 7 * 86_400
const receipt = Date.parse('2026-11-20T10:00:00Z')
const tick = receipt / 1000 + 7200
const today = Math.floor(receipt / DAY_MS)
const cursor = { from: tick - 100, after: '500' }
const quiet: Reread = {
  stage: 'none',
  asked: 0,
  until: wholeHistory,
  day: today,
  week_at: null,
  full_at: null,
  residue: null,
}
const week = { from: tick - WEEK_S, after: '0' }
const differing = { count: 1, net: 5 }

function read(more: Partial<ReadingInput>) {
  return readOn({
    difference: { count: 0, net: 0 },
    digits: 2,
    more: false,
    isEarly: false,
    first: null,
    last: null,
    shownLast: cursor.from,
    tick,
    cursor,
    reread: quiet,
    receipt,
    ...more,
  })
}

describe('equal ledgers', () => {
  test('complete the reading, within half of the last digit', () => {
    expect(read({ difference: { count: 0, net: 0.005 } })).toMatchObject({ complete: true, mismatch: false, cursor })
    expect(read({ difference: { count: 0, net: 0.0051 } }).complete).toBe(false)
    expect(read({ difference: { count: 0, net: 0.4 }, digits: 0 }).complete).toBe(true)
  })
  test('do so before the last batch too: a second reading stops no snapshot', () => {
    expect(read({ more: true }).complete).toBe(true)
  })
  test('request the week before once a day', () => {
    const next = read({ reread: { ...quiet, day: today - 1 } })
    expect(next).toMatchObject({ complete: true, cursor: week, again: false })
    expect(read({ reread: next.reread }).cursor).toEqual(cursor)
  })
  test('request nothing where the week holds no record, nor on the first day', () => {
    const old = { from: tick - WEEK_S - 1, after: '1' }
    expect(read({ cursor: old, reread: { ...quiet, day: today - 1 } }).cursor).toEqual(old)
    expect(read({ reread: { ...quiet, day: 0 } }).cursor).toEqual(cursor)
  })
})

describe('different ledgers', () => {
  test('wait while there is more to come', () => {
    expect(read({ difference: differing, more: true })).toMatchObject({ complete: false, again: false, cursor })
  })
  test('lead from the week before to the whole history to a snapshot that is marked', () => {
    const first = read({ difference: differing })
    expect(first).toMatchObject({
      complete: false,
      again: true,
      cursor: week,
      reread: { stage: 'week', until: cursor },
    })
    const second = read({
      difference: differing,
      reread: first.reread,
      cursor: first.cursor,
      first: week,
      last: cursor,
    })
    expect(second).toMatchObject({ complete: false, again: true, cursor: wholeHistory, reread: { stage: 'full' } })
    const third = read({
      difference: differing,
      reread: second.reread,
      cursor: second.cursor,
      first: { from: 1, after: '1' },
      last: cursor,
    })
    expect(third).toMatchObject({ complete: true, mismatch: true, again: false, cursor })
    expect(third.reread.residue).toEqual(differing)
    // The same difference is known from then on, for a day.
    expect(read({ difference: differing, reread: third.reread })).toMatchObject({ complete: true, mismatch: true })
    const tomorrow = read({ difference: differing, reread: third.reread, receipt: receipt + DAY_MS })
    expect(tomorrow).toMatchObject({ complete: false, again: true, cursor: wholeHistory })
    // It is cleared once the ledgers agree.
    expect(read({ reread: third.reread }).reread.residue).toBeNull()
  })
  test('read everything at once where the week holds nothing', () => {
    expect(read({ difference: differing, cursor: { from: 5, after: '1' } }).cursor).toEqual(wholeHistory)
  })
  test('read everything once in a day at most', () => {
    const reread = { ...quiet, full_at: receipt - DAY_MS + 1, week_at: receipt - DAY_MS }
    const first = read({ difference: differing, reread })
    expect(first.cursor).toEqual(week)
    const second = read({ difference: differing, reread: first.reread, cursor: week, first: week, last: cursor })
    expect(second).toMatchObject({ complete: true, mismatch: true, cursor })
  })
  test('that change request the week again, once an hour at most', () => {
    const resolved = { ...quiet, residue: differing, full_at: receipt - 1000, week_at: receipt - HOUR_MS }
    expect(read({ difference: { count: 2, net: 9 }, reread: resolved })).toMatchObject({ again: true, cursor: week })
    const lately = { ...resolved, week_at: receipt - 3_599_999 }
    expect(read({ difference: { count: 2, net: 9 }, reread: lately })).toMatchObject({ complete: true, mismatch: true })
  })
  test('repeat the request three times where the answer seems to be lost', () => {
    let { reread, cursor: requested } = read({ difference: differing })
    const later = { from: tick, after: '501' }
    for (const times of [2, 3]) {
      const next = read({ difference: differing, reread, cursor: requested, first: later, last: later })
      expect(next).toMatchObject({
        complete: false,
        again: true,
        cursor: week,
        reread: { stage: 'week', asked: times },
      })
      ;({ reread, cursor: requested } = next)
    }
    expect(read({ difference: differing, reread, cursor: requested, first: later, last: later }).reread.stage).toBe(
      'full',
    )
    expect(read({ difference: differing, ...read({ difference: differing }) }).reread.asked).toBe(2)
  })
})

test('the cursor follows the sent records and never goes back by itself', () => {
  const later = { from: cursor.from, after: '1000' }
  expect(read({ first: later, last: later }).cursor).toEqual(later)
  expect(read({ first: week, last: week }).cursor).toEqual(cursor)
})
