import { describe, expect, test } from 'vitest'
import { initials, rosette } from './guilloche.ts'

const shape = { size: 300, rings: 3, hole: 0.48 }

describe('rosette', () => {
  test('is the same for the same name and another for another petal count', () => {
    expect(rosette('marta.ferrero', shape)).toEqual(rosette('marta.ferrero', shape))
    const drawings = new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((seed) => rosette(seed, shape)[0]?.path))
    expect(drawings.size).toBeGreaterThan(1)
  })

  test('stays inside its square and outside its open centre', () => {
    for (const { path } of rosette('marta.ferrero', shape)) {
      for (const point of path.matchAll(/(?:C(?:[\d.-]+ ){4}|M)([\d.-]+) ([\d.-]+)/g)) {
        const distance = Math.hypot(Number(point[1]) - 150, Number(point[2]) - 150)
        expect(distance).toBeLessThanOrEqual(150)
        expect(distance).toBeGreaterThanOrEqual(0.48 * 150 - 0.2)
      }
    }
  })

  test('has eight curves in the outer ring and six in the others', () => {
    expect(rosette('x', shape).map(({ turns }) => turns.length)).toEqual([8, 6, 6])
  })
})

test.each([
  ['Marta Ferrero', 'MF'],
  ['tgalli.fx', 'TF'],
  ['Andrea De Santis', 'AD'],
  ['ines_carrasco', 'IC'],
  ['élodie', 'É'],
  ['  ', ''],
])('initials of %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
