import { expect, test } from 'vitest'
import { readRates } from '#features/performance/rules/currency.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { reviewFactsWith } from '../../testing/facts.ts'
import { accountSize } from '../account/account-size.ts'
import { defaultThresholds } from '../thresholds.ts'
import { blownAccount } from './blown-account.ts'
import { drawdown as drawdownRule } from './drawdown.ts'

const today = 20_000
const rates = readRates({ USD: { '2020-01-01': 1.25 }, GBP: { '2020-01-01': 0.8 } })
const limits = defaultThresholds

function row(day: number, equity: number, growth = 1): DailyRow {
  const figures = { inflow: 0, outflow: 0, trades: 0, wins: 0, counted: 0, counted_wins: 0, profit: 0 }
  return {
    ...figures,
    day,
    equity_start: equity,
    equity_end: equity,
    balance_end: equity,
    growth,
    high: Math.max(1, growth),
    low: Math.min(1, growth),
    drawdown: Math.max(0, 1 - growth),
    drawdown_end: 0,
  }
}
const size = (rows: DailyRow[], currency = 'USD') =>
  accountSize.detect(reviewFactsWith({ rows, today, currency, rates }), limits).map(({ code }) => code)

test('R13: below 200 and below 500 US dollars', () => {
  expect(size([row(today, 199.99)])).toEqual(['tiny_account'])
  expect(size([row(today, 200)])).toEqual(['small_account'])
  expect(size([row(today, 499.99)])).toEqual(['small_account'])
  expect(size([row(today, 500)])).toEqual([])
})

test('R13: other currencies at the rate of the day, cent accounts as the hundredth', () => {
  expect(size([row(today, 399.99)], 'EUR')).toEqual(['small_account'])
  expect(size([row(today, 400)], 'EUR')).toEqual([])
  expect(size([row(today, 19_999)], 'USC')).toEqual(['tiny_account'])
  expect(size([row(today, 20)], 'XYZ')).toEqual([])
})

test('R13: the median of thirty days, a day without a row keeps the equity before', () => {
  // Small for 15 days of 29, though most rows say large.
  const rows = [row(today - 28, 100), ...Array.from({ length: 14 }, (_, index) => row(today - 13 + index, 1000))]
  expect(size(rows)).toEqual(['tiny_account'])
  expect(size([row(today - 100, 1000), row(today - 13, 100)])).toEqual([])
  expect(size([])).toEqual([])
})

const blown = (rows: DailyRow[]) =>
  blownAccount.detect(reviewFactsWith({ rows, today }), limits).map(({ code }) => code)

test('R29: ninety percent below the highest growth, within a year', () => {
  expect(blown([row(today - 2, 1, 2), row(today - 1, 1, 0.11), row(today, 1, 0.9)])).toEqual(['blown_account'])
  expect(blown([row(today - 2, 1, 2), row(today - 1, 1, 0.11)])).toEqual([])
  expect(blown([row(today - 365, 1, 0.05), row(today, 1, 1.2)])).toEqual(['blown_account'])
  expect(blown([row(today - 367, 1, 0.05), row(today, 1, 1.2)])).toEqual([])
  // Come back, and fallen again.
  expect(blown([row(today - 400, 1, 0.05), row(today - 399, 1, 30), row(today, 1, 0.09)])).toEqual(['blown_account'])
})

test('R30: deep and extreme drawdown of 90 days', () => {
  const drawdown = (rows: DailyRow[]) =>
    drawdownRule.detect(reviewFactsWith({ rows, today }), limits).map(({ code }) => code)
  expect(drawdown([row(today, 1, 0.701)])).toEqual([])
  expect(drawdown([row(today, 1, 0.69)])).toEqual(['deep_drawdown'])
  expect(drawdown([row(today, 1, 0.44)])).toEqual(['deep_drawdown', 'extreme_drawdown'])
  expect(drawdown([row(today - 90, 1, 0.4), row(today, 1)])).toEqual([])
  expect(drawdown([row(today - 89, 1, 0.4), row(today, 1)])).toEqual(['deep_drawdown', 'extreme_drawdown'])
})
