import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { reviewFactsWith } from '../../testing/facts.ts'
import type { Entry, Position } from '../dealings.ts'
import { defaultThresholds } from '../thresholds.ts'
import { averaging as averagingRule } from './averaging.ts'
import { martingale as martingaleRule } from './martingale.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const start = now - 20 * 24 * HOUR_MS

let tickets = 0
/** A position of one entry. Times in hours since `start`. */
function position(open: number, close: number, more: Partial<Entry> = {}): Position {
  tickets += 1
  const entry: Entry = {
    symbol: 'EURUSD',
    side: 'buy',
    volume: 1,
    at: start + open * HOUR_MS,
    price: 1.1,
    close: start + close * HOUR_MS,
    net: 1,
    tickets: [String(tickets)],
    ...more,
  }
  const { symbol, side, close: closed, net, volume } = entry
  return {
    symbol,
    side,
    open: entry.at,
    close: closed,
    net,
    volume,
    tickets: entry.tickets,
    entries: [entry],
    stop: null,
  }
}

/** Winning ones, one after the other, on another symbol. */
const plain = (count: number) =>
  Array.from({ length: count }, (_, index) => position(index, index + 0.5, { symbol: 'GOLD' }))

/** Losers one after the other, each of them larger. */
const losers = (from: number, factor: number, steps: number) =>
  Array.from({ length: steps + 1 }, (_, index) =>
    position(from + index, from + index + 0.5, { volume: factor ** index, net: index === steps ? 30 : -1 }),
  )
/** Entries at ever worse prices, all open until the end. */
const descent = (from: number, entries: number, factor = 1, side: 'buy' | 'sell' = 'buy') =>
  Array.from({ length: entries }, (_, index) =>
    position(from + index / 10, from + 2, {
      price: 1.1 - (side === 'buy' ? index : -index) / 100,
      volume: factor ** index,
      side,
    }),
  )
const codes = (found: { code: string }[]) => found.map(({ code }) => code)
const martingaleAt = (positions: Position[], at = now) =>
  martingaleRule.detect(reviewFactsWith({ positions, now: at }), defaultThresholds)
const martingale = (positions: Position[]) => codes(martingaleAt(positions))
const averaging = (positions: Position[]) =>
  codes(averagingRule.detect(reviewFactsWith({ positions }), defaultThresholds))

const runs = (count: number, factor: number, steps: number) =>
  Array.from({ length: count }, (_, index) => losers(index * 10, factor, steps)).flat()

test('R33: three runs of three raised steps after losses', () => {
  expect(martingale([...plain(60), ...runs(3, 1.5, 3)])).toEqual(['martingale'])
  expect(martingale([...plain(60), ...runs(2, 1.5, 3)])).toEqual([])
  expect(martingale([...plain(60), ...runs(3, 1.49, 3)])).toEqual([])
  expect(martingale([...plain(60), ...runs(3, 1.5, 2)])).toEqual([])
})

test('R33: fewer runs are enough where they are a fifth of the baskets', () => {
  expect(martingale([...plain(16), ...runs(1, 2, 3)])).toEqual(['martingale'])
  expect(martingale([...plain(17), ...runs(1, 2, 3)])).toEqual([])
})

test('R33: against an open loser of the same side, not with a winner or against the other side', () => {
  const three = (side: 'buy' | 'sell', factor: number) => [0, 10, 20].flatMap((from) => descent(from, 4, factor, side))
  expect(martingale([...plain(60), ...three('buy', 2)])).toEqual(['martingale'])
  expect(martingale([...plain(60), ...three('sell', 2)])).toEqual(['martingale'])
  const winners = three('buy', 2).map((one) => ({
    ...one,
    entries: one.entries.map((e) => ({ ...e, price: 2 - e.price })),
  }))
  expect(martingale([...plain(60), ...winners])).toEqual([])
})

test('R33: three runs in one basket are one basket', () => {
  const again = (from: number, runsInIt: number) =>
    Array.from({ length: 4 * runsInIt }, (_, index) =>
      position(from + index / 10, from + 3, { price: 1.1 - index / 100, volume: 2 ** (index % 4) }),
    )
  const found = (positions: Position[]) => martingaleAt([...plain(60), ...positions])
  expect(found(again(100, 3))).toEqual([])
  expect(found([...again(100, 2), ...again(110, 2)])).toEqual([])
  expect(found([...again(100, 1), ...again(110, 1), ...again(120, 2)])).toMatchObject([
    { occurrences: 3, evidence: { found: { baskets: 3, runs: 4 } } },
  ])
})

test('R33: neither old runs nor few trades', () => {
  expect(martingaleAt([...plain(60), ...runs(3, 2, 3)], now + 30 * 24 * HOUR_MS)).toEqual([])
  expect(martingale(runs(1, 2, 3))).toEqual([])
})

test('R34: four entries at worse prices in a fifth of the baskets', () => {
  expect(averaging([...plain(16), ...descent(100, 4)])).toEqual([])
  expect(averaging([...plain(16), ...[100, 110, 120, 130].flatMap((from) => descent(from, 4))])).toEqual(['averaging'])
  expect(averaging([...plain(17), ...[100, 110, 120, 130].flatMap((from) => descent(from, 4))])).toEqual([])
  expect(averaging([...plain(16), ...[100, 110, 120, 130].flatMap((from) => descent(from, 3))])).toEqual([])
})

test('R34: an order that is filled in parts within a second is one entry', () => {
  const parts = [100, 110, 120, 130].flatMap((from) =>
    Array.from({ length: 5 }, (_, index) =>
      position(from, from + 2, { price: 1.1 - index / 1000, at: start + from * HOUR_MS + index * 100 }),
    ),
  )
  expect(averaging([...plain(16), ...parts])).toEqual([])
})

test('neither the order of the input nor the size of all volumes nor money matters', () => {
  const all = [
    ...plain(16),
    ...runs(3, 2, 3),
    ...[100, 110, 120, 130, 140, 150, 160, 170].flatMap((from) => descent(from, 4)),
  ]
  const scaled = all.map((one) => ({
    ...one,
    net: one.net * 7,
    entries: one.entries.map((entry) => ({ ...entry, net: entry.net * 7, volume: entry.volume * 0.01 })),
  }))
  for (const positions of [all.toReversed(), scaled]) {
    expect(martingale(positions)).toEqual(martingale(all))
    expect(averaging(positions)).toEqual(averaging(all))
    expect(martingaleAt(positions)[0]?.occurrences).toBe(martingaleAt(all)[0]?.occurrences)
  }
  expect([...martingale(all), ...averaging(all)]).toEqual(['martingale', 'averaging'])
})
