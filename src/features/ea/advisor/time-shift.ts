import type { HistoryItem } from './record-book.ts'

/** Seconds of a week: a shift by whole weeks keeps weekdays and hours. */
const WEEK = 604_800

/** The largest whole number of weeks that keeps `newest` at or before `now` (both in seconds); negative for records in the future. */
export function weeksUntilNow(newest: number, now: number): number {
  return Math.floor((now - newest) / WEEK)
}

export function shiftedTime(time: number, weeks: number): number {
  return time + weeks * WEEK
}

/** The record with every time moved by whole weeks. */
export function shiftedRecord<T extends HistoryItem>(item: T, weeks: number): T {
  if (weeks === 0) return item
  if ('close_time' in item) {
    return {
      ...item,
      open_time: shiftedTime(item.open_time, weeks),
      close_time: shiftedTime(item.close_time, weeks),
    }
  }
  return { ...item, time: shiftedTime(item.time, weeks) }
}

/**
 * The record as a terminal would show it if it happened at `now` (broker seconds): close and deal time are `now`. The open time of an order
 * that was listed as open stays unless it lies later.
 */
export function recordAt<T extends HistoryItem>(item: T, now: number, listed = true): T {
  if (!('close_time' in item)) return { ...item, time: now, msc: 0 }
  const trade = item.type === 'buy' || item.type === 'sell'
  return { ...item, close_time: now, open_time: trade && listed ? Math.min(item.open_time, now) : now }
}
