import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { evaluateCase, readVectors } from '#features/leaderboard/testing/vectors.ts'
import { leversAnswer } from './placement.ts'

const vectors = new URL('../../leaderboard/fixtures/ranking-vectors.json', import.meta.url)
const file = readVectors(readFileSync(vectors, 'utf8'))
const withLevers = file.cases.flatMap((one) => {
  const expected = one.expected as { levers?: Record<string, number> | null }
  return one.kind === 'score' && expected.levers ? [[one.name, one, expected.levers] as const] : []
})

describe('the levers that the dashboard answers are those of the ranking vectors', () => {
  test('the vectors hold some', () => expect(withLevers.length).toBeGreaterThan(10))

  test.each(withLevers)('%s', (_name, one, expected) => {
    const levers = evaluateCase(file, one)?.levers
    if (!levers) throw new Error('no levers')
    const answered = leversAnswer(levers)
    expect(Object.keys(answered).toSorted()).toEqual(Object.keys(expected).toSorted())
    // The wire has six decimals.
    for (const [name, points] of Object.entries(expected))
      expect(Math.abs(answered[name as keyof typeof answered] - points)).toBeLessThanOrEqual(5.1e-7)
  })
})
