import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordChanges } from './word-changes.ts'

const marked = (pieces: { text: string; changed: boolean }[]) =>
  pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')

test('marks the words that changed, in both texts', () => {
  const { before, after } = wordChanges('Opero su oro e cambi.', 'Opero ogni giorno su oro e petrolio.')
  expect(marked(before)).toBe('Opero su oro e [cambi.]')
  expect(marked(after)).toBe('Opero [ogni giorno ]su oro e [petrolio.]')
})

test('the same text has no change', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { before, after } = wordChanges(text, text)
      expect([...before, ...after].some(({ changed }) => changed)).toBe(false)
    }),
  )
})

test('texts are complete, and the unmarked words are the same in both', () => {
  const text = fc
    .array(fc.constantFrom('oro', 'cambi', 'e', 'euro', '\n', ' ', '  '), { maxLength: 30 })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = wordChanges(before, after)
      const whole = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join('')
      const unchanged = (pieces: { text: string; changed: boolean }[]) =>
        pieces
          .filter(({ changed }) => !changed)
          .flatMap((piece) => piece.text.split(/\s+/))
          .filter((word) => word !== '')
      expect(whole(changes.before)).toBe(before)
      expect(whole(changes.after)).toBe(after)
      expect(unchanged(changes.before)).toEqual(unchanged(changes.after))
    }),
  )
})
