import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf, labelled, pointsOf, scaleOf } from './figures.ts'

test('a scale begins at zero, reaches the maximum, and has at most five equal whole steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (max) => {
      const scale = scaleOf(max)
      const step = scale[1] ?? 0
      expect(scale[0]).toBe(0)
      expect(scale.at(-1)).toBeGreaterThanOrEqual(max)
      expect(scale.length).toBeLessThanOrEqual(6)
      expect(Number.isInteger(step)).toBe(true)
      expect(scale).toEqual(scale.map((_, index) => index * step))
    }),
  )
  expect(scaleOf(106)).toEqual([0, 25, 50, 75, 100, 125])
})

test('a change has a sign; without a figure before there is no change', () => {
  expect(changeOf(2184, 1940)).toMatchObject({ text: '+12,6%' })
  expect(changeOf(5, 10)).toEqual({ value: -50, text: '−50,0%' })
  expect(changeOf(5, 0)).toEqual({ value: null, text: 'Nessun dato' })
  expect(changeOf(0, 0)).toEqual({ value: null, text: 'Come' })
  expect(pointsOf(14.29, 14.86).text).toBe('−0,57 punti')
  expect(pointsOf(null, 14.86).value).toBeNull()
})

test('labels go back in equal steps from the last day', () => {
  expect(labelled(7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelled(30)).toEqual([1, 8, 15, 22, 29])
  expect(labelled(90)).toEqual([5, 19, 33, 47, 61, 75, 89])
})
