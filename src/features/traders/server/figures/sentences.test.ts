import { expect, test } from 'vitest'
import type { TradeSums } from '#features/performance/rules/statistics.ts'
import { row } from '#features/performance/testing/rows.ts'
import { noTrades } from '#features/performance/testing/sums.ts'
import { alertOf } from './alert.ts'
import { sentencesOf } from './sentences.ts'

const totals = (all: Partial<TradeSums>) => ({
  all: { ...noTrades, ...all },
  symbols: new Map(),
  sides: new Map(),
  weekdays: new Map(),
  hours: new Map(),
  slots: [],
})

test('days far below the peak are counted', () => {
  const rows = [row(20_000, 1.1), row(20_001, 0.7), row(20_002, 1.01)]
  expect(sentencesOf(rows, totals({}), null)[0]).toBe('Per 2 giorni il conto è stato più del 10% sotto il suo massimo.')
})

test.each([
  [1_284, 'Di solito compra: 1.284 acquisti su 1.284 operazioni.'],
  [0, 'Di solito vende: 1.284 vendite su 1.284 operazioni.'],
])('of %d longs among 1284 trades both counts have their point', (longs, sentence) => {
  expect(sentencesOf([row(20_000, 1)], totals({ trades: 1_284, longs }), null)).toContain(sentence)
})

test('an account that came back says when it reached its peak again', () => {
  const rows = [row(20_000, 0.5), row(20_001, 2)]
  const deepest = { peak_day: 20_000, low_day: 20_000, recovered_day: 20_001, depth: 0.5 }
  expect(alertOf(rows, deepest, [])?.text).toBe(
    'Dall’inizio è a 0,0%. Il conto è tornato al suo massimo il 05/10/2024.',
  )
})
