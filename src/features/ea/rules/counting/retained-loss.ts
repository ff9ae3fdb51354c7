import { operationKind } from '#features/performance/rules/history.ts'
import type { DerivedOperation, DerivedTrade } from './derivation.ts'

/**
 * The retained loss of positions that are gone without exits: what pays it off, and how it becomes a result. `docs/ranking.md` 3.4, 4.
 * Amounts are account currency, times milliseconds UTC.
 */

/** An open position, or a part of one. */
export interface PositionPart {
  id: string
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  open_price: number
  opened: number
}

/** A listed position, or a part of one, that is gone without exits of its volume. */
export interface Missing extends PositionPart {
  /** Its last listed loss, 0 or more, and the most that it may have come to. */
  loss: number
  most: number
  /** Money that left since, and counts as this loss, 0 or more each: payments that are read as results, unexplained losses, charges. */
  reread: number
  unexplained: number
  charges: number
  /** Receipts of the last snapshot with it and of the first one without it, and how many complete ones followed. */
  since: number
  at: number
  snapshots: number
  /**
   * It has become a result: the loss that own equity retained until then, 0 or more, and whether its lost trade counts for none of its
   * exits yet. Absent before.
   */
  lost?: { retained: number; is_counted: boolean }
}

/** Receipts of the snapshot before and of this one. */
interface Interval {
  since: number
  at: number
}

/** A missing position, or a part of one, whose exits have come or that is listed again, and when, milliseconds UTC. */
export interface Back {
  one: Missing
  t: number
}

/** Money that counts as the loss of a missing position; 0 or more. */
export const paidFor = ({ reread, unexplained, charges }: Missing): number => reread + unexplained + charges
const leftOf = (one: Missing): number => Math.max(0, one.loss - paidFor(one))

/** The loss that own equity retains; 0 or more. */
export const retainedLoss = (missing: readonly Missing[]): number => missing.reduce((sum, one) => sum + leftOf(one), 0)

/** A part of a missing position. */
export function withVolume(one: Missing, volume: number): Missing {
  const share = volume / one.volume
  const { loss, most, reread, unexplained, charges, lost } = one
  return {
    ...one,
    volume,
    loss: loss * share,
    most: most * share,
    reread: reread * share,
    unexplained: unexplained * share,
    charges: charges * share,
    ...(lost !== undefined && { lost: { ...lost, retained: lost.retained * share } }),
  }
}

/** Results that pay for themselves: an entry's commission and swap belong to positions that are there. */
const ownResults: ReadonlySet<string> = new Set(['commission', 'swap', 'dividend', 'credit'])

/**
 * Lets money that leaves the account pay off the losses, the newest first: what was listed, then what may have been lost beyond it. So far
 * payments are read as results.
 */
export function paidOff(
  missing: readonly Missing[],
  { operations, unexplained }: { operations: readonly DerivedOperation[]; unexplained: number },
): { missing: Missing[]; operations: DerivedOperation[] } {
  if (missing.length === 0) return { missing: [], operations: [...operations] }
  const after = missing.map((one) => ({ ...one }))
  const newestFirst = after.toReversed()
  const pay = (amount: number, by: 'reread' | 'unexplained' | 'charges'): number => {
    let left = amount
    for (const limit of ['loss', 'most'] as const) {
      for (const one of newestFirst) {
        const part = Math.min(left, Math.max(0, one[limit] - paidFor(one)))
        one[by] += part
        left -= part
      }
    }
    return amount - left
  }
  pay(Math.max(0, -unexplained), 'unexplained')
  const read = operations.flatMap((operation) => {
    const { type, amount } = operation
    if (amount >= 0 || ownResults.has(type)) return [operation]
    if (operationKind(type, amount) === 'result') {
      pay(-amount, 'charges')
      return [operation]
    }
    const paid = pay(-amount, 'reread')
    return [
      { ...operation, amount: amount + paid },
      { ...operation, type: 'charge', amount: -paid },
    ].filter((one) => one.amount !== 0)
  })
  return { missing: after, operations: read }
}

/**
 * Money that counted as a missing position's loss counts as what it said: the exits themselves, or the list, hold the loss now. It enters
 * with the exit, so that no drawdown holds both. A result's deposit is taken back before, so that the result is measured on its own base.
 */
export function takenBack(back: readonly Back[], interval: Interval): DerivedOperation[] {
  return back.flatMap(({ one: { id, reread, unexplained, lost }, t: exit }) => {
    const { retained = 0 } = lost ?? {}
    const { close: t } = lost === undefined ? { close: exit } : afterDeposit({ close: exit }, interval)
    return [
      { ticket: id, t: interval.since + 1, type: 'withdrawal', amount: -retained },
      { ticket: id, t, type: 'charge', amount: reread + unexplained + retained },
      { ticket: id, t, type: 'withdrawal', amount: -reread },
    ].filter(({ amount }) => amount !== 0)
  })
}

/** The money of an exit whose lost trade counts already. */
export const moneyOf = ({ ticket, close, booked }: DerivedTrade): DerivedOperation => ({
  ticket,
  t: close,
  type: 'charge',
  amount: booked,
})

/** The same exit, later than a deposit that is taken back. */
export const afterDeposit = <Exit extends { close: number }>(exit: Exit, { since, at }: Interval): Exit => ({
  ...exit,
  close: Math.min(at, Math.max(exit.close, since + 2)),
})

/**
 * Missing positions that become results: each is one lost trade. Own equity no longer retains the loss, so the same amount is a deposit.
 */
export function lostTrades(
  missing: readonly Missing[],
  t: number,
): { lost: Missing[]; trades: DerivedTrade[]; operations: DerivedOperation[] } {
  const lost = missing.filter((one) => one.loss + paidFor(one) > 0)
  return {
    lost: lost.map((one) => ({ ...one, lost: { retained: leftOf(one), is_counted: true } })),
    trades: lost.map((one) => ({
      ticket: `${one.id}#${one.at}`,
      symbol: one.symbol,
      side: one.side,
      volume: one.volume,
      open: one.opened,
      close: t,
      net: -Math.max(one.loss, paidFor(one)),
      booked: 0 - leftOf(one),
    })),
    operations: lost.flatMap((one) => {
      const amount = leftOf(one)
      return amount === 0 ? [] : [{ ticket: one.id, t, type: 'deposit', amount }]
    }),
  }
}

/**
 * The change of the balance that no record explains; 0 within the tolerance, and at the first snapshot.
 * @param moved change of the balance since the snapshot before; null at the first
 * @param tolerance of so many records
 */
export function unexplainedChange(
  moved: number | null,
  trades: readonly DerivedTrade[],
  operations: readonly DerivedOperation[],
  tolerance: (records: number) => number,
): number {
  if (moved === null) return 0
  const booking = operations.filter(({ type, amount }) => operationKind(type, amount) !== 'ignored')
  const recorded = [...trades.map(({ booked }) => booked), ...booking.map(({ amount }) => amount)]
  const gap = recorded.reduce((left, amount) => left - amount, moved)
  return Math.abs(gap) > tolerance(recorded.length) ? gap : 0
}
