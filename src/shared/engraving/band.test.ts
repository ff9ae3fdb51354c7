import fc from 'fast-check'
import { expect, test } from 'vitest'
import { band, bandBox, bandGround, bandGrounds } from './band.ts'

const shape = { curves: 13, pieces: 64 }

test('one name, one drawing and one ground; another name, another drawing', () => {
  expect(band('marta.ferrero', shape)).toBe(band('marta.ferrero', shape))
  expect(band('marta.ferrero', shape)).not.toBe(band('marta_ferrero', shape))
  const grounds = new Set(Array.from({ length: 60 }, (_, index) => bandGround(`trader_${index}`)))
  expect([...grounds].toSorted()).toEqual(bandGrounds.toSorted())
})

test('every curve goes from end to end and stays in the box, whatever the name', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const curves = band(seed, shape).split('M').slice(1)
      expect(curves).toHaveLength(13 + 9)
      for (const curve of curves) {
        const [start = '', steps = ''] = curve.split('l')
        const numbers = (steps.match(/-?\d+/g) ?? []).map(Number)
        expect(numbers).toHaveLength(2 * shape.pieces)
        let y = Number(start.split(' ')[1])
        let x = 0
        for (let index = 0; index < numbers.length; index += 2) {
          x += numbers[index] ?? 0
          y += numbers[index + 1] ?? 0
          expect(y >= 0 && y <= bandBox.height).toBe(true)
        }
        expect(x).toBe(bandBox.width)
      }
    }),
    { numRuns: 50 },
  )
})
