import { expect, test } from 'vitest'
import { catalogue, findingCodes } from './catalogue.ts'
import { adminSentence, adminSentences, findingName, findingNames } from './words-admin.ts'
import { ownerSentences, ownerWords } from './words-owner.ts'
import { levelSentence, whyUnverified, type Unverified } from './words-level.ts'
import { levelSentences, publicSentence, publicSentences } from './words.ts'

const audienceOf = (code: string) => catalogue[code as keyof typeof catalogue].audience
const causes: Unverified[] = ['importing', 'demo', 'upheld']
const everySentence = [
  ...causes.flatMap((cause) => Object.values(levelSentence('L0', cause))),
  ...Object.values(publicSentences),
  ...Object.values(ownerWords).flatMap(({ seen, answer }) => [seen, answer]),
  ...Object.values(adminSentences),
  ...Object.values(levelSentences).flatMap(({ checked, unchecked }) => [checked, unchecked]),
]

test('everybody has a sentence for each finding that is public, and for no other', () => {
  const codes = findingCodes.filter((code) => audienceOf(code) === 'public')
  expect(Object.keys(publicSentences).toSorted()).toEqual(codes.toSorted())
})

test('owners have one for each finding that they may read, with what they can answer, and for no silent one', () => {
  const codes = findingCodes.filter((code) => audienceOf(code) !== 'silent')
  expect(Object.keys(ownerWords).toSorted()).toEqual(codes.toSorted())
})

test('admins have a sentence and a name of its own for each', () => {
  expect(Object.keys(adminSentences).toSorted()).toEqual(findingCodes.toSorted())
  const names = findingNames()
  expect(names.map(({ code }) => code).toSorted()).toEqual(findingCodes.toSorted())
  expect(new Set(names.map(({ name }) => name)).size).toBe(findingCodes.length)
  expect(findingName('martingale')).toBe('Martingala')
})

test('sentences are whole, and neither accuse nor promise', () => {
  for (const sentence of everySentence) {
    expect(sentence).toMatch(/^[A-ZÈ].*[.]$/)
    expect(sentence).not.toMatch(/truff|frod|falsific|imbrogli|barar|certific|garanti|sicur[oa]\b/i)
    // The typographic apostrophe is the site's.
    expect(sentence).not.toContain("'")
  }
})

test('a held account is told so, with a way to answer', () => {
  const holds = findingCodes.filter((code) => catalogue[code].consequence === 'hold' && audienceOf(code) !== 'silent')
  for (const code of holds) expect(ownerSentences(code).answer).toMatch(/rispondi/i)
})

test.each(['from_the_future', 'constructor', '__proto__'])(
  'a code that is unknown here is shown, never dropped: %s',
  (code) => {
    const shown = `Segnalazione: ${code}.`
    expect([publicSentence(code), ownerSentences(code).seen, adminSentence(code), findingName(code)]).toEqual([
      shown,
      shown,
      shown,
      code,
    ])
  },
)

test('an account without a level is told its own cause alone', () => {
  const real = { hasFigures: true, isReal: true, isUpheld: true }
  expect(whyUnverified(real)).toBe('upheld')
  expect(whyUnverified({ ...real, isUpheld: false })).toBeNull()
  expect(whyUnverified({ ...real, isReal: false, isUpheld: false })).toBe('demo')
  // Nothing tells before the first snapshot that an account is real.
  expect(whyUnverified({ hasFigures: false, isReal: false, isUpheld: false })).toBe('importing')
  expect(levelSentence('L0', 'importing').checked).not.toMatch(/demo|segnalazione/)
  expect(levelSentence('L2', 'demo')).toBe(levelSentences.L2)
})
