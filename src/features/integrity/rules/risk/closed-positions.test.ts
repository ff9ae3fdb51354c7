import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { reviewFactsWith } from '../../testing/facts.ts'
import type { Position } from '../dealings.ts'
import type { ReviewRule } from '../review-rule.ts'
import { defaultThresholds } from '../thresholds.ts'
import { luckyTrade } from './lucky-trade.ts'
import { noStopLoss } from './no-stop-loss.ts'
import { holdingPercentile } from './old-losers.ts'
import { shortTrades } from './short-trades.ts'
import { smallWins } from './small-wins.ts'

let tickets = 0
/** One a day; held an hour. */
function position(net: number, more: Partial<Position> = {}): Position {
  tickets += 1
  const open = tickets * DAY_MS
  const whole = { symbol: 'EURUSD', side: 'buy' as const, volume: 1, stop: true, entries: [] }
  return { ...whole, open, close: open + HOUR_MS, net, tickets: [String(tickets)], ...more }
}
const held = (net: number, milliseconds: number) => {
  const one = position(net)
  return { ...one, close: one.open + milliseconds }
}
const many = (count: number, net: number) => Array.from({ length: count }, () => position(net))
const limits = defaultThresholds
/** Codes that a rule finds of these positions. */
const found = (rule: Pick<ReviewRule<string, {}>, 'detect'>, positions: Position[]) =>
  rule.detect(reviewFactsWith({ positions }), limits)

test('R35: four wins in five, and losses three times as large', () => {
  expect(found(smallWins, [...many(16, 1), ...many(4, -3)])).toHaveLength(1)
  expect(found(smallWins, [...many(16, 1), ...many(4, -2.99)])).toEqual([])
  expect(found(smallWins, [...many(15, 1), ...many(5, -3)])).toEqual([])
  expect(found(smallWins, [...many(18, 1), ...many(2, -30)])).toEqual([])
  expect(found(smallWins, [...many(15, 1), ...many(3, -3)])).toEqual([])
})

test('R35: or held five times as long', () => {
  const wins = Array.from({ length: 16 }, () => held(1, MINUTE_MS))
  const losses = (milliseconds: number) => Array.from({ length: 4 }, () => held(-1, milliseconds))
  expect(found(smallWins, [...wins, ...losses(300_000)])).toHaveLength(1)
  expect(found(smallWins, [...wins, ...losses(299_000)])).toEqual([])
})

test('R36: the age within which 95% were closed', () => {
  const positions = Array.from({ length: 100 }, (_, index) => held(1, index + 1))
  expect(holdingPercentile(positions, limits)).toBe(95)
  expect(holdingPercentile(positions.toReversed(), limits)).toBe(95)
  expect(holdingPercentile(positions.slice(0, 19), limits)).toBeNull()
})

test('R37: more than half of the profit in one position', () => {
  expect(found(luckyTrade, [...many(20, 1), position(20)])).toEqual([])
  expect(found(luckyTrade, [...many(20, 1), position(20.5)])).toHaveLength(1)
})

test('R37: or on one day; nothing of a period without profit', () => {
  const day = (count: number, net: number) => many(count, net).map((one) => ({ ...one, open: 0, close: 1000 }))
  expect(found(luckyTrade, [...many(20, 1), ...day(20, 1)])).toEqual([])
  expect(found(luckyTrade, [...many(20, 1), ...day(21, 1)])).toHaveLength(1)
  expect(found(luckyTrade, [...many(20, -1), position(20)])).toEqual([])
})

test('R37: no luck where gains and losses nearly cancel out, so that each position is more than what is left', () => {
  expect(found(luckyTrade, [...many(100, 1), ...many(99, -1)])).toEqual([])
  // The gains are 100, the profit is 20.
  expect(found(luckyTrade, [...many(85, 1), position(15), ...many(80, -1)])).toEqual([])
  expect(found(luckyTrade, [...many(85, 1), position(15.1), ...many(80, -1)])).toHaveLength(1)
})

test('R38: more than half closed within a minute', () => {
  const short = (count: number, milliseconds: number) => Array.from({ length: count }, () => held(1, milliseconds))
  expect(found(shortTrades, [...many(10, 1), ...short(10, 59_999)])).toEqual([])
  expect(found(shortTrades, [...many(10, 1), ...short(11, 59_999)])).toHaveLength(1)
  expect(found(shortTrades, [...many(10, 1), ...short(11, MINUTE_MS)])).toEqual([])
})

test('R39: more than nine in ten without a stop, of those that report stops', () => {
  const without = (count: number) => many(count, 1).map((one) => ({ ...one, stop: false }))
  expect(found(noStopLoss, [...many(2, 1), ...without(18)])).toEqual([])
  expect(found(noStopLoss, [...many(1, 1), ...without(19)])).toHaveLength(1)
  expect(
    found(
      noStopLoss,
      without(30).map((one) => ({ ...one, stop: null })),
    ),
  ).toEqual([])
  expect(found(noStopLoss, without(19))).toEqual([])
})

test('neither the order of the input nor the currency matters', () => {
  const positions = [...many(60, 1), ...many(10, -5), position(30)]
  const scaled = positions.map((one) => ({ ...one, net: one.net * 160 }))
  const everything = (all: Position[]) =>
    [smallWins, luckyTrade, shortTrades, noStopLoss].flatMap((rule) => found(rule, all))
  expect(everything(positions).map(({ code }) => code)).toEqual(['small_wins', 'one_lucky_trade'])
  expect(everything(positions.toReversed()).map(({ code }) => code)).toEqual(
    everything(positions).map(({ code }) => code),
  )
  expect(everything(scaled).map(({ code }) => code)).toEqual(everything(positions).map(({ code }) => code))
})
