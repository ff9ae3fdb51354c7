import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitted, greatestSide, leastSide, middle, percentOf, squareOf, zoomed, type Size, type Square } from './crop.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) })
const anyNumber = fc.oneof(fc.integer({ min: -20_000, max: 20_000 }), fc.double())
const square = fc.record({ x: anyNumber, y: anyNumber, side: anyNumber })

function isInside({ x, y, side }: Square, size: Size): boolean {
  const isWhole = [x, y, side].every((value) => Number.isInteger(value) && value >= 0)
  return isWhole && side >= leastSide(size) && x + side <= size.width && y + side <= size.height
}

test('whatever is typed, dragged or zoomed, the square lies in the picture', () => {
  fc.assert(
    fc.property(size, square, fc.double({ min: 0.1, max: 10, noNaN: true }), (picture, given, factor) => {
      expect(isInside(fitted(given, picture), picture)).toBe(true)
      expect(isInside(zoomed(fitted(given, picture), picture, factor), picture)).toBe(true)
      expect(isInside(middle(picture), picture)).toBe(true)
    }),
  )
})

test('a square is the same after the way through percent', () => {
  fc.assert(
    fc.property(size, square, (picture, given) => {
      const cut = fitted(given, picture)
      expect(squareOf(percentOf(cut, picture), picture)).toEqual(cut)
    }),
  )
})

test('zooming keeps the centre where there is room', () => {
  const picture = { width: 1_000, height: 800 }
  expect(zoomed({ x: 300, y: 200, side: 400 }, picture, 2)).toEqual({ x: 400, y: 300, side: 200 })
  expect(zoomed({ x: 300, y: 200, side: 400 }, picture, 0.5)).toEqual({ x: 100, y: 0, side: 800 })
})

test('a picture smaller than the least cut is cut whole', () => {
  const picture = { width: 40, height: 30 }
  expect(leastSide(picture)).toBe(30)
  expect(greatestSide(picture)).toBe(30)
  expect(fitted({ x: 0, y: 0, side: 5 }, picture).side).toBe(30)
})
