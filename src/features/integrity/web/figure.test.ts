import { expect, test } from 'vitest'
import { readFigure } from './figure.ts'

test.each([
  ['48.230,55', 48_230.55],
  ['48230,55', 48_230.55],
  ['48230.55', 48_230.55],
  ['48.230', 48_230],
  ['1.048.230,5', 1_048_230.5],
  [' 48 230,55 $', 48_230.55],
  ['+84,32%', 84.32],
  ['\u22122,1', -2.1],
  ['0', 0],
  ['', null],
  ['1,2,3', null],
  ['1.2.3', null],
  ['1e9', null],
  ['abc', null],
  ['-', null],
])('%s reads %s', (text, value) => {
  expect(readFigure(text)).toBe(value)
})
