import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { bookCancelled, nothingCancelled, type Cancelled } from './cancelled.ts'
import type { DerivedOperation } from './derivation.ts'

const zeroed = (amount: number): DerivedOperation => ({ ticket: '7#1', t: 0, type: 'correction', amount })
const entry = (amount: number, type = amount < 0 ? 'withdrawal' : 'deposit'): DerivedOperation => ({
  ticket: '8',
  t: 0,
  type,
  amount,
})

function snapshot(cancelled: Cancelled, moved: number, operations: DerivedOperation[] = [], receipt = 0) {
  return bookCancelled(cancelled, { moved, trades: [], operations, others: [], receipt, half: 0.005 })
}

const waiting = { ...nothingCancelled, waiting: [zeroed(-20)] }

test('a balance that follows at once: the zeroing is the correction, another entry is an ordinary one', () => {
  expect(snapshot(waiting, -20)).toEqual({ cancelled: nothingCancelled, corrections: [zeroed(-20)], operations: [] })
  const both = snapshot(waiting, -40, [entry(-20)])
  expect(both.corrections).toEqual([zeroed(-20)])
  expect(both.operations).toEqual([entry(-20)])
})

test('a balance that moves once for a zeroing and an entry of the same amount: the entry is the correction', () => {
  const { cancelled, corrections, operations } = snapshot(waiting, -20, [entry(-20)])
  expect(corrections).toEqual([])
  expect(operations).toEqual([entry(-20, 'correction')])
  expect(cancelled).toEqual({ waiting: [], expected: [], apart: -20 })
})

test('an entry of another amount, another kind, or a week later is one of its own', () => {
  const { cancelled } = snapshot(waiting, 0)
  expect(cancelled).toEqual({ waiting: [], expected: [{ t: 0, amount: -20 }], apart: -20 })
  for (const [operation, receipt] of [
    [entry(-20.01), 0],
    [entry(20), 0],
    [entry(-20, 'dividend'), 0],
    [entry(-20), 7 * DAY_MS + 1],
  ] as const) {
    expect(snapshot(cancelled, operation.amount, [operation], receipt).operations).toEqual([operation])
  }
  expect(snapshot(cancelled, -20, [entry(-20)], 7 * DAY_MS).operations).toEqual([entry(-20, 'correction')])
})

test('a balance that follows one sync later, without an entry, is the correction then', () => {
  const { cancelled } = snapshot(waiting, 0)
  const later = snapshot(cancelled, -20)
  expect(later.corrections).toMatchObject([{ type: 'correction', amount: -20 }])
  expect(later.cancelled).toEqual(nothingCancelled)
})

test('before the first snapshot nothing is compared', () => {
  const first = { moved: null, trades: [], operations: [entry(-20)], others: [], receipt: 0, half: 0.005 }
  expect(bookCancelled(nothingCancelled, first).operations).toEqual([entry(-20)])
})
