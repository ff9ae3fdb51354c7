import fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphemes } from '#shared/text/graphemes.ts'
import { cardText, excerpt, excerptLimits } from './excerpt.ts'

test('a text that fits stays whole, to the last character', () => {
  const whole = 'a'.repeat(150)
  expect(excerpt(whole, 150)).toBe(whole)
  expect(excerpt(`  due\n\nrighe  `, 150)).toBe('due righe')
})

test('a longer one ends with a word and an ellipsis, and without the comma before it', () => {
  expect(excerpt('Opero sull’oro, con metodo', 15)).toBe('Opero sull’oro…')
  expect(excerpt('Opero sull’oro, con metodo', 17)).toBe('Opero sull’oro…')
  expect(excerpt('Opero sull’oro, con metodo', 19)).toBe('Opero sull’oro, con…')
  expect(excerpt('senzaspazi', 4)).toBe('senz…')
})

test('letters of several units are counted as one and never cut in two', () => {
  expect(excerpt('👩‍👩‍👧'.repeat(5), 5)).toBe('👩‍👩‍👧'.repeat(5))
  expect(excerpt('👩‍👩‍👧'.repeat(6), 5)).toBe(`${'👩‍👩‍👧'.repeat(5)}…`)
})

test('an excerpt is never longer than allowed, and always the beginning of the text', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { maxLength: 40 })
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 160 }), (pieces, max) => {
      const text = pieces.join(' ').replaceAll(/\s+/g, ' ').trim()
      const short = excerpt(text, max)
      expect(graphemes(short.replace(/…$/, ''))).toBeLessThanOrEqual(max)
      expect(text.startsWith(short) || text.startsWith(short.slice(0, -1))).toBe(true)
    }),
  )
})

test('a card shows the description, and the bio of the account where there is none', () => {
  const bio_short = 'parola '.repeat(40)
  const long = cardText({ description: 'parola '.repeat(40), bio_short })
  expect(graphemes(long)).toBeLessThanOrEqual(excerptLimits.description + 1)
  const bio = cardText({ description: ' ', bio_short })
  expect(graphemes(bio)).toBeLessThanOrEqual(excerptLimits.bio + 1)
  expect(cardText({ description: '', bio_short: null })).toBe('')
})
