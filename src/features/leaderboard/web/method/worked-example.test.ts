import { expect, test } from 'vitest'
import { scoreOf } from '../../rules/score.ts'
import { workedExample } from './worked-example.ts'

test('the example of the box follows from the formula', () => {
  const { score, points, components } = scoreOf(workedExample)
  const { points: shown, printed } = workedExample
  expect(points.roi_measured + points.roi_neutral).toBeCloseTo(shown.roi, 2)
  expect(points.win_rate).toBeCloseTo(shown.win_rate, 2)
  expect(points.equity).toBeCloseTo(shown.equity, 2)
  expect(points.risk).toBeCloseTo(shown.risk, 2)
  expect(score).toBeCloseTo(shown.total, 2)
  expect((workedExample.growth90 - 1) * 100).toBeCloseTo(printed.roi, 2)
  expect(components.roi_curve).toBeCloseTo(printed.curve, 4)
  expect(components.roi).toBeCloseTo(printed.weighted, 4)
  expect(components.win_rate * 100).toBeCloseTo(printed.win_rate, 1)
  expect(components.equity).toBeCloseTo(printed.equity, 3)
})
