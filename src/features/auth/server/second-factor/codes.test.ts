import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newRecoveryCodes, readCode, stepOfCode } from './codes.ts'

test('codes are those of RFC 6238, one step before or after, and no further', () => {
  const secret = Secret.fromUTF8('12345678901234567890').base32
  // The RFC's own vectors, of which an app shows the last six digits.
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
  ] as const
  for (const [second, code] of vectors) {
    const step = Math.floor(second / 30)
    for (const away of [-1, 0, 1]) expect(stepOfCode(secret, code, (second + away * 30) * 1000)).toBe(step)
    for (const away of [-2, 2]) expect(stepOfCode(secret, code, (second + away * 30) * 1000)).toBeNull()
  }
})

test('recovery codes are of 80 bits, and read as people type them', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(readCode(` ${code.toUpperCase().replaceAll('-', ' – ')} `)).toEqual({
      kind: 'recovery',
      text: code.replaceAll('-', ''),
    })
  }
  expect(readCode('oOiI lLo1-0000-0000')).toEqual({ kind: 'recovery', text: '0011110100000000'.slice(0, 16) })
  expect(readCode('123 456')).toEqual({ kind: 'totp', text: '123456' })
  for (const typed of ['', '12345', '1234567', 'abcd', '１２３４５６', 'abcd-efgh-jkmn-pqr!'])
    expect(readCode(typed)).toBeNull()
})
