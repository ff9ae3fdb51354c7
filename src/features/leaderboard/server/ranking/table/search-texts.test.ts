import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSearchTexts } from './search-texts.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '7', '$', '\n', 'ò', '😀'), maxLength: 12 })

test('a search finds the slots whose text contains the part, after any replacements', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ slot: fc.nat(9), text }), { maxLength: 40 }),
      text.filter((part) => part !== ''),
      (changes, part) => {
        const texts = createSearchTexts()
        const expected = Array.from({ length: 10 }, () => '')
        for (const change of changes) {
          texts.set(change.slot, Buffer.from(change.text))
          expected[change.slot] = change.text
        }
        expect(Array.from(texts.containing(part, 10))).toEqual(expected.map((one) => Number(one.includes(part))))
      },
    ),
    { numRuns: 500 },
  )
})

test('texts that are set one after another are found as those that are set alone', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 10 }), text, fc.nat(3), (given, part, first) => {
      fc.pre(part !== '')
      const values = given.map((one) => Buffer.from(one))
      const texts = createSearchTexts()
      texts.setAll(
        first,
        Uint32Array.from(values, ({ length }) => length),
        Buffer.concat(values),
        0,
      )
      const found = Array.from(texts.containing(part, first + given.length))
      expect(found.slice(first)).toEqual(given.map((one) => Number(one.includes(part))))
    }),
    { numRuns: 300 },
  )
})
