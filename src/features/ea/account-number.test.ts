import { expect, test } from 'vitest'
import { maskedNumber } from './account-number.ts'

test.each([
  ['12345678', '•••••678'],
  ['1234', '•••234'],
  ['123', '•••'],
  ['1', '•••'],
  ['', '•••'],
])('the number %s shows as %s', (number, shown) => expect(maskedNumber(number)).toBe(shown))
