import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOf, fitted, greatestWidth, leastWidth, middle, percentOf, zoomed, type Cut, type Size } from './crop.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) })
const anyNumber = fc.oneof(fc.integer({ min: -20_000, max: 20_000 }), fc.double())
const given = fc.record({ x: anyNumber, y: anyNumber, width: anyNumber })
const aspect = fc.constantFrom(1, 3, 16 / 10, 9 / 16)

function isInside({ x, y, width, height }: Cut, picture: Size, shape: number): boolean {
  const isWhole = [x, y, width, height].every((value) => Number.isInteger(value) && value >= 0)
  const fits = x + width <= picture.width && y + height <= picture.height && height > 0
  return isWhole && fits && width >= leastWidth(picture, shape)
}

test('after any typing, dragging or zooming the cut lies in the picture and keeps its shape', () => {
  fc.assert(
    fc.property(size, given, aspect, fc.double({ min: 0.1, max: 10, noNaN: true }), (picture, typed, shape, factor) => {
      const cut = fitted(typed, picture, shape)
      for (const each of [cut, zoomed(cut, picture, shape, factor), middle(picture, shape)]) {
        expect(isInside(each, picture, shape)).toBe(true)
        const isTooSmall = picture.height * shape < 1 || picture.width / shape < 1
        expect(isTooSmall || Math.abs(each.height - each.width / shape) <= 0.5).toBe(true)
      }
    }),
  )
})

test('a cut is the same after the way through percent', () => {
  fc.assert(
    fc.property(size, given, aspect, (picture, typed, shape) => {
      const cut = fitted(typed, picture, shape)
      expect(cutOf(percentOf(cut, picture), picture, shape)).toEqual(cut)
    }),
  )
})

test('zooming keeps the centre where there is room', () => {
  const picture = { width: 1_000, height: 800 }
  const square = { x: 300, y: 200, width: 400, height: 400 }
  expect(zoomed(square, picture, 1, 2)).toEqual({ x: 400, y: 300, width: 200, height: 200 })
  expect(zoomed(square, picture, 1, 0.5)).toEqual({ x: 100, y: 0, width: 800, height: 800 })
  const banner = { x: 100, y: 300, width: 600, height: 200 }
  expect(zoomed(banner, picture, 3, 2)).toEqual({ x: 250, y: 350, width: 300, height: 100 })
})

test('a picture smaller than the least cut is cut as large as it allows', () => {
  const picture = { width: 40, height: 30 }
  expect(leastWidth(picture, 1)).toBe(30)
  expect(greatestWidth(picture, 1)).toBe(30)
  expect(fitted({ x: 0, y: 0, width: 5 }, picture, 1).width).toBe(30)
  expect(fitted({ x: 0, y: 0, width: 5 }, picture, 3)).toMatchObject({ width: 40, height: 13 })
})
