import { DAY_MS } from '#shared/dates.ts'
import type { DerivedOperation, DerivedTrade } from './derivation.ts'
import type { ChangedRecord } from '../records.ts'

/**
 * Deals that a broker cancels after they were counted (MT5). Their result is zeroed, and the money is taken back either by that alone
 * or, as MetaTrader's reference has it, by a balance deal besides: then the records move twice and the balance once. Which of the two
 * it was, the balance says. `docs/ea-protocol.md`, records 3.
 */
export interface Cancelled {
  /** Zeroed since the last snapshot. */
  waiting: DerivedOperation[]
  /** Zeroed while the balance did not follow: its own entry is to come. Times in milliseconds UTC. */
  expected: { t: number; amount: number }[]
  /** Sum of what was zeroed without the balance: the records' net less this is what they say of the balance. */
  apart: number
}

export const nothingCancelled: Cancelled = { waiting: [], expected: [], apart: 0 }

export const isNothing = ({ waiting, expected, apart }: Cancelled): boolean =>
  waiting.length === 0 && expected.length === 0 && apart === 0

/** An entry that comes later is one of its own. */
const expectedFor = 7 * DAY_MS
const expectedAtMost = 50

export const isCancelled = ({ record, before }: ChangedRecord): boolean =>
  record.type.endsWith('_canceled') && !before.type.endsWith('_canceled')

/** Adds what a request zeroed of counted deals. @param receipt milliseconds UTC */
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
  /** The operations given, those that take back a zeroed result as corrections. */
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
  // Amounts of floating point: a hundredth of the digit is no difference.
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
  // The balance may follow without an entry of its own, a look later.
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
