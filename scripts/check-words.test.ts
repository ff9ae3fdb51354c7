import { expect, test } from 'vitest'
import { findWords } from './check-words.ts'

function found(source: string, file = 'src/place.ts'): string[] {
  return findWords(file, source).map(({ line, text }) => `${line} ${text}`)
}

test('a name is cut into its words; strings and database columns are left out', () => {
  expect(found("const isFoldJudged = told['judge'] ?? row.told_at")).toEqual(['1 isFoldJudged', '1 told'])
  expect(found('const prejudged = faultless')).toEqual([])
})

test('a name of a stored form stays where that form is used', () => {
  expect(found('const state = { asked: 1 }', 'src/features/ea/rules/state.ts')).toEqual([])
  expect(found('const state = { asked: 1 }')).toEqual(['1 asked'])
})

test('a file name counts', () => {
  expect(found('', 'src/keeper.ts')).toEqual(['0 keeper'])
})

test('comments and titles must not use the words, nor hide their subject; code in backticks may', () => {
  expect(found('// The server has heard it.')).toEqual(['1 heard'])
  expect(found(' * Of two syncs the later counts. `judge` stays.')).toEqual(['1 Of two'])
  expect(found("test('whoever asks is answered', () => {})")).toEqual(['1 whoever'])
  expect(found("test('what is stored stays', () => {})")).toEqual(['1 What is'])
  expect(found("] as const)('%s is told', () => {})")).toEqual(['1 told'])
  expect(found('const address = "https://example.org" // A sync is stored.')).toEqual([])
})

test('documents are read but for their code', () => {
  expect(found('- What is forgotten stays.\n```\nforget()\n```', 'README.md')).toEqual(['1 forgotten', '1 What is'])
})
