import { DAY_MS, HOUR_MS, utcDay } from '#shared/dates.ts'
import { compareCursors, type Cursor } from '../records.ts'
import { wholeHistory, type Reread } from '../state.ts'

/** Decides whether a request counts as a snapshot, and when history is read again. `docs/ea-protocol.md`, records 0 and re-reading. */

const WEEK_S = 7 * 86_400
/** How often an answer that the advisor did not follow is repeated. */
const requestedAtMost = 3

/** The terminal's figures less the stored ones from `ledger.first` on, after the request's records. */
export interface Difference {
  count: number
  net: number
}

/** Equal: same number of records, nets within half of the last digit. */
export function isEqual(difference: Difference, digits: number): boolean {
  return difference.count === 0 && Math.abs(difference.net) <= halfDigit(digits)
}

export function halfDigit(digits: number): number {
  return 0.5 * 10 ** -digits * (1 + 1e-6)
}

export interface Reading {
  /** The request counts as a snapshot, as far as the records say. */
  complete: boolean
  /** The request counts although the ledgers differ. */
  mismatch: boolean
  reread: Reread
  cursor: Cursor
  /** The history is requested again: the advisor returns soon. */
  again: boolean
}

export interface ReadingInput {
  difference: Difference
  digits: number
  more: boolean
  /** An equal ledger says nothing yet: the terminal begins later than the stored records, and more are to come. */
  isEarly: boolean
  /** Place of the first and the last record of the request, null without records. */
  first: Cursor | null
  last: Cursor | null
  /** Broker seconds: the terminal's newest record, its last price. */
  shownLast: number
  tick: number
  cursor: Cursor
  reread: Reread
  receipt: number
}

/** Applies a request to the reading of the history. */
export function readOn(input: ReadingInput): Reading {
  const { difference, digits, more, isEarly, reread, receipt } = input
  const cursor = input.last !== null && compareCursors(input.last, input.cursor) > 0 ? input.last : input.cursor
  const ongoing = { complete: false, mismatch: false, reread, cursor, again: false }
  if (isEqual(difference, digits) && !isEarly) {
    const finished: Reread = { ...reread, stage: 'none', asked: 0, residue: null }
    return { ...ongoing, complete: true, ...(more ? { reread: finished } : dailyLook(input, finished, cursor)) }
  }
  if (more) return ongoing
  if (wasIgnored(input)) {
    return { ...ongoing, reread: { ...reread, asked: reread.asked + 1 }, cursor: input.cursor, again: true }
  }
  const mayReadAll = reread.full_at === null || receipt - reread.full_at >= DAY_MS
  if (reread.stage === 'none') {
    if (reread.residue !== null) {
      if (mayReadAll) return readAll(input, ongoing, cursor)
      const known = isEqual(
        { count: difference.count - reread.residue.count, net: difference.net - reread.residue.net },
        digits,
      )
      const lately = reread.week_at !== null && receipt - reread.week_at < HOUR_MS
      if (known || lately) return finish(input, ongoing)
    }
    const week = weekBefore(input)
    if (compareCursors(week, cursor) < 0) {
      const begun: Reread = { ...reread, stage: 'week', asked: 1, until: cursor, week_at: receipt }
      return { ...ongoing, reread: begun, cursor: week, again: true }
    }
  }
  if (reread.stage !== 'full' && mayReadAll) return readAll(input, ongoing, cursor)
  return finish(input, ongoing)
}

function readAll({ reread, receipt }: ReadingInput, ongoing: Reading, cursor: Cursor): Reading {
  const until = reread.stage === 'none' ? cursor : reread.until
  const begun: Reread = { ...reread, stage: 'full', asked: 1, until, full_at: receipt }
  return { ...ongoing, reread: begun, cursor: wholeHistory, again: true }
}

/** The difference stays: the request counts all the same, and `docs/ranking.md` 5.2 treats the unexplained amount. */
function finish({ reread, difference }: ReadingInput, ongoing: Reading): Reading {
  return {
    ...ongoing,
    complete: true,
    mismatch: true,
    reread: { ...reread, stage: 'none', asked: 0, residue: difference },
  }
}

/** Once a day the week before is read again: late commissions and corrections. */
function dailyLook(input: ReadingInput, reread: Reread, cursor: Cursor): Pick<Reading, 'reread' | 'cursor'> {
  const today = utcDay(input.receipt)
  if (reread.day === today) return { reread, cursor }
  const week = weekBefore(input)
  // The first day's records have only just been read.
  if (reread.day === 0 || compareCursors(week, cursor) >= 0) return { reread: { ...reread, day: today }, cursor }
  return { reread: { ...reread, day: today }, cursor: week }
}

function weekBefore({ tick, shownLast }: ReadingInput): Cursor {
  return { from: Math.max(0, (tick === 0 ? shownLast : tick) - WEEK_S), after: '0' }
}

/** The answer that requested older records was lost: the records go on from the advisor's own place, or there are none. */
function wasIgnored({ reread, first, shownLast, cursor }: ReadingInput): boolean {
  if (reread.stage === 'none' || reread.asked >= requestedAtMost || compareCursors(cursor, reread.until) >= 0)
    return false
  if (first === null) return shownLast > 0 && shownLast >= cursor.from
  return compareCursors(first, reread.until) > 0
}
