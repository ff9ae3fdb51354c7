import { expect, test } from 'vitest'
import { axisText, axisTexts, drawdownAxis, growthAxis, heightOf, moneyAxis, ticksOf } from './axis.ts'

const labels = (axis: ReturnType<typeof growthAxis>) => axisTexts(axis, ticksOf(axis))

test('growth holds zero, and has a height where the line is flat', () => {
  expect(growthAxis([2, 8], false)).toMatchObject({ low: 0, high: 8 })
  expect(growthAxis([-3, -1], false)).toMatchObject({ low: -3, high: 0 })
  expect(labels(growthAxis([0], false))).toEqual(['0,0%', '+0,2%', '+0,4%', '+0,6%', '+0,8%', '+1,0%'])
})

test('zero is the top of a drawdown, and no label stands above it', () => {
  expect(drawdownAxis([-4, -1])).toMatchObject({ low: -4, high: 0 })
  expect(labels(drawdownAxis([0])).at(-1)).toBe('0,0%')
  expect(labels(drawdownAxis([-76.5]))).toEqual(['−60%', '−40%', '−20%', '0%'])
})

test.each([
  ['one quiet day', moneyAxis([10_000, 10_000], false)],
  ['yen', moneyAxis([1_658_109, 1_660_000], false)],
  ['a few cents', moneyAxis([0.4, 0.7], false)],
  ['negative equity', moneyAxis([-1_250, 8_000], false)],
  ['no amount at all', moneyAxis([], false)],
  ['a blown-up account', growthAxis([0, -100], false)],
  ['an invented account', growthAxis([0, 1e300], false)],
  ['growth in ratios', growthAxis([0, -94, 300], true)],
])('labels are all different: %s', (_, axis) => {
  const texts = labels(axis)
  expect(texts.length).toBeGreaterThanOrEqual(3)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.join(' ')).not.toMatch(/NaN|Infinity|undefined/)
  for (const text of texts) expect(text.length).toBeLessThan(9)
})

test('on a logarithmic axis equal ratios are equally high, and a total loss stands at its foot', () => {
  const axis = growthAxis([-50, 0, 100], true)
  const [half, start, double] = [-50, 0, 100].map((value) => heightOf(axis, value))
  expect((start ?? 0) - (double ?? 0)).toBeCloseTo((half ?? 0) - (start ?? 0), 9)
  expect(heightOf(growthAxis([0, -100], true), -100)).toBeCloseTo(0.84, 9)
  expect(axisText(axis, 150)).toBe('+50%')
})

test('amounts of zero and less have no logarithmic axis', () => {
  expect(moneyAxis([100, 900], true).isLog).toBe(true)
  expect(moneyAxis([0, 900], true).isLog).toBe(false)
  expect(moneyAxis([-20, 900], true).isLog).toBe(false)
})

test('the tag of a last value is short', () => {
  const [percent, amount] = [growthAxis([0], false), moneyAxis([1], false)]
  expect(axisText(percent, 184.3217)).toBe('+184,3%')
  expect(axisText(percent, 1_234_567)).toBe('+1,23M%')
  expect(axisText(amount, 48_230.55)).toBe('48,2k')
  expect(axisText(amount, 850.4)).toBe('850')
})
