import { expect, test } from 'vitest'
import { levelSentence, levelSentences, whyUnverified } from './level-texts.ts'

test('an account without a level reads its own cause alone', () => {
  const real = { hasFigures: true, isReal: true, isUpheld: true }
  expect(whyUnverified(real)).toBe('upheld')
  expect(whyUnverified({ ...real, isUpheld: false })).toBeNull()
  expect(whyUnverified({ ...real, isReal: false, isUpheld: false })).toBe('demo')
  // Nothing says before the first snapshot that an account is real.
  expect(whyUnverified({ hasFigures: false, isReal: false, isUpheld: false })).toBe('importing')
  expect(levelSentence('L0', 'importing').checked).not.toMatch(/demo|segnalazione/)
  expect(levelSentence('L2', 'demo')).toBe(levelSentences.L2)
})
