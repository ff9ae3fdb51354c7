import { DAY_MS } from '#shared/dates.ts'
import type { DerivedOperation, DerivedTrade } from './derivation.ts'
import type { ChangedRecord } from '../records.ts'

/**
 * Deals that a broker cancels after they were counted (MT5). Their result is zeroed, and the money is taken back in one of two ways: by
 * that alone, or by a balance deal besides, as MetaTrader's reference has it. In the second case the records move twice and the balance
 * once. The balance shows which of the two it was. `docs/ea-protocol.md`, records 3.
 */
export interface Cancelled {
  /** Zeroed since the last snapshot. */
  waiting: DerivedOperation[]
  /** Zeroed results that the balance did not follow: an entry of its own is still expected. Times in milliseconds UTC. */
  expected: { t: number; amount: number }[]
  /** Sum of the zeroed results without a change of balance: the records' net less this is their part of the balance. */
  apart: number
}

export const nothingCancelled: Cancelled = { waiting: [], expected: [], apart: 0 }

export const isNothing = ({ waiting, expected, apart }: Cancelled): boolean =>
  waiting.length === 0 && expected.length === 0 && apart === 0

/** A later entry counts as an ordinary operation. */
const expectedFor = 7 * DAY_MS
const expectedAtMost = 50

export const isCancelled = ({ record, before }: ChangedRecord): boolean =>
  record.type.endsWith('_canceled') && !before.type.endsWith('_canceled')

/** Adds a request's zeroed results of counted deals. @param receipt milliseconds UTC */
export function withZeroed(cancelled: Cancelled, changed: readonly ChangedRecord[], receipt: number): Cancelled {
  const zeroed = changed
    .filter((one) => one.consumed && !one.late && one.difference !== 0 && isCancelled(one))
    .map(({ record, revision, difference }) => ({
      ticket: `${record.ticket}#${revision}`,
      t: receipt,
      type: 'correction',
      amount: difference,
    }))
  return zeroed.length === 0 ? cancelled : { ...cancelled, waiting: [...cancelled.waiting, ...zeroed] }
}

export interface Booked {
  cancelled: Cancelled
  /** The corrections that the balance followed at once. */
  corrections: DerivedOperation[]
  /** The given operations; those that take back a zeroed result become corrections. */
  operations: DerivedOperation[]
}

/**
 * Books a snapshot's results of cancelled deals, each result once.
 * @param moved by how much the balance changed since the snapshot before; null at the first
 * @param half half of the account's last digit
 * @param others further amounts that entered the balance
 */
export function bookCancelled(
  { waiting, expected, apart }: Cancelled,
  {
    moved,
    trades,
    operations,
    others,
    receipt,
    half,
  }: {
    moved: number | null
    trades: readonly DerivedTrade[]
    operations: readonly DerivedOperation[]
    others: readonly { amount: number }[]
    receipt: number
    half: number
  },
): Booked {
  let open = expected.filter(({ t }) => receipt - t <= expectedFor)
  const zeroed = sumOf(waiting)
  if (moved === null || (waiting.length === 0 && open.length === 0)) {
    return { cancelled: { waiting: [], expected: open, apart }, corrections: [...waiting], operations: [...operations] }
  }
  const recorded =
    trades.reduce((sum, { booked }) => sum + booked, 0) +
    sumOf(operations.filter(({ type }) => type !== 'credit')) +
    sumOf(others)
  // Floating-point amounts: a hundredth of the last digit is no difference.
  const same = (one: number, other: number) => Math.abs(one - other) <= half * 1.01
  const gap = moved - recorded
  let corrections = [...waiting]
  let apartNow = apart
  if (waiting.length > 0 && same(gap, 0)) {
    open = [...open, ...waiting.map(({ t, amount }) => ({ t, amount }))]
    corrections = []
    apartNow += zeroed
  }
  const booked = operations.map((operation) => {
    const at = open.findIndex(({ amount }) => same(amount, operation.amount))
    if (at < 0 || (operation.type !== 'withdrawal' && operation.type !== 'deposit')) return operation
    open = open.toSpliced(at, 1)
    return { ...operation, type: 'correction' }
  })
  // The balance may follow without an entry of its own, one sync later.
  const late = waiting.length === 0 ? open.find(({ amount }) => same(amount, gap)) : undefined
  if (late !== undefined) {
    open = open.filter((one) => one !== late)
    apartNow -= late.amount
    corrections = [{ ticket: `cancelled#${receipt}`, t: receipt, type: 'correction', amount: late.amount }]
  }
  return {
    cancelled: { waiting: [], expected: open.slice(-expectedAtMost), apart: Math.abs(apartNow) <= half ? 0 : apartNow },
    corrections,
    operations: booked,
  }
}

const sumOf = (those: readonly { amount: number }[]): number => those.reduce((sum, { amount }) => sum + amount, 0)
