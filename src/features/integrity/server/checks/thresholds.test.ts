import { expect, test } from 'vitest'
import { readConfig } from '#server/settings/config.ts'
import { defaultThresholds, thresholds } from '../../rules/thresholds.ts'
import { thresholdsOf } from '../thresholds.ts'

const errorsOf = (given: Record<string, number>) => {
  try {
    thresholdsOf({ config: { ...readConfig({}), INTEGRITY_THRESHOLDS: given } })
    return null
  } catch (error) {
    return String(error)
  }
}

test('defaults lie within their own bounds', () => {
  expect(thresholds.parse(defaultThresholds)).toEqual(defaultThresholds)
})

test.each([
  ['balance_share', -1],
  ['balance_share', 1.01],
  ['balance_minutes', -0.1],
  ['cut_hours', Number.POSITIVE_INFINITY],
  ['cut_hours', Number.NaN],
  ['unseen_repeats', 0],
  ['unseen_repeats', 2.5],
  ['martingale_factor', 0.9],
  ['opposite_correlation', -1.1],
  ['review_days', 1e12],
])('a threshold that makes no sense stops the start: %s %d', (name, value) => {
  expect(errorsOf({ [name]: value })).toMatch(`INTEGRITY_THRESHOLDS.${name}: `)
})

test('all errors are named at once', () => {
  expect(errorsOf({ balance_share: -1, cut_ours: 3 })).toMatch(/cut_ours: non esiste\n.*balance_share: non può/)
  expect(errorsOf({ balance_share: 0.002, opposite_correlation: -0.8 })).toBeNull()
})
