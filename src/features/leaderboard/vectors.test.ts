import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readVectors, runCase } from './testing/vectors.ts'

const file = readVectors(readFileSync(new URL('./fixtures/ranking-vectors.json', import.meta.url), 'utf8'))

describe('ranking vectors, walked at once and sync by sync', () => {
  test.each(file.cases.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
    expect(runCase(file, vector)).toEqual([])
  })
})

describe('the comparison can fail', () => {
  const [first] = file.cases
  if (first === undefined) throw new Error('no case')

  test('a figure off by more than the tolerance is named', () => {
    const expected = { ...(first.expected as object), roi_90: 2e-9, total_trades: 1, status: 'warning' }
    const differences = runCase(file, { ...first, expected } as typeof first)
    expect(differences.map((difference) => difference.split(':')[0])).toEqual(
      ['whole', 'streaming'].flatMap((form) => [`${form}.status`, `${form}.roi_90`, `${form}.total_trades`]),
    )
  })

  test('a figure off by less passes', () => {
    const expected = { ...(first.expected as object), roi_90: 5e-10 }
    expect(runCase(file, { ...first, expected } as typeof first)).toEqual([])
  })

  test('a case that expects nothing does not pass', () => {
    expect(runCase(file, { ...first, expected: {} } as typeof first)).toEqual(['the case expects nothing'])
  })

  test('a file without cases is refused', () => {
    expect(() => readVectors('{"format":"ranking-vectors/1","cases":[]}')).toThrow('no case')
  })
})
