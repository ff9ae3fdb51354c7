import { operationKind } from '#features/performance/rules/history.ts'
import type { DerivedOperation, DerivedTrade } from './derivation.ts'

/**
 * The retained loss of positions that are gone without exits: what pays it off, and how it becomes a result. `docs/ranking.md` 3.4, 4.
 * Amounts are account currency, times milliseconds UTC.
 */

/** A listed position, or a part of one, that is gone without exits of its volume. */
export interface Missing {
  id: string
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  open_price: number
  opened: number
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
}

/** Growth counts these instead of the records as they are. */
export interface Reread {
  trades: DerivedTrade[]
  operations: DerivedOperation[]
}

/** Money that counts as the loss of a missing position; 0 or more. */
export const paidFor = ({ reread, unexplained, charges }: Missing): number => reread + unexplained + charges
const leftOf = (one: Missing): number => Math.max(0, one.loss - paidFor(one))

/** The loss that own equity retains; 0 or more. */
export const retainedLoss = (missing: readonly Missing[]): number => missing.reduce((sum, one) => sum + leftOf(one), 0)

/** A part of a missing position. */
export function withVolume(one: Missing, volume: number): Missing {
  const share = volume / one.volume
  const { loss, most, reread, unexplained, charges } = one
  return {
    ...one,
    volume,
    loss: loss * share,
    most: most * share,
    reread: reread * share,
    unexplained: unexplained * share,
    charges: charges * share,
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
 * A payment that counted as a missing position's loss counts as what it said, once its exits have come or it is listed again: then the exits
 * themselves, or the list, hold the loss.
 */
export function takenBack(back: readonly { one: Missing; volume: number }[], t: number): DerivedOperation[] {
  return back.flatMap(({ one, volume }) => {
    const { id, reread, unexplained } = withVolume(one, volume)
    return [
      { ticket: id, t, type: 'charge', amount: reread + unexplained },
      { ticket: id, t, type: 'withdrawal', amount: -reread },
    ].filter(({ amount }) => amount !== 0)
  })
}

/**
 * Missing positions that become results: each is one lost trade. Own equity no longer retains the loss, so the same amount is a deposit.
 */
export function lostTrades(missing: readonly Missing[], t: number): Reread {
  const lost = missing.filter((one) => one.loss + paidFor(one) > 0)
  return {
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
