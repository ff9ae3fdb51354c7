import { expect, test } from 'vitest'
import { takesBrotli } from './bytes.ts'

test.each([
  [undefined, false],
  ['', false],
  ['gzip, deflate, br, zstd', true],
  ['br;q=0', false],
  ['gzip, br;q=0.000, *', false],
  ['br; q=0.5', true],
  ['BR;Q=1', true],
  ['*', true],
  ['*;q=0', false],
  ['identity', false],
  ['identity;q=1, br;q=0.5', false],
  ['identity;q=0.2, br;q=0.5', true],
  ['abr, x-br', false],
  ['br;q=much', false],
])('Accept-Encoding %s: brotli %s', (header, expected) => {
  expect(takesBrotli(header)).toBe(expected)
})
