import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSearchTexts } from './search-texts.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ò', '😀'), maxLength: 12 })

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
