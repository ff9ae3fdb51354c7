import { describe, expect, test } from 'vitest'
import { authAddress, returnAddress } from './addresses.ts'

const origin = 'https://toptrader.example'
const wanted = (text: string | null) =>
  returnAddress(new URLSearchParams(text === null ? {} : { return: text }), origin)

describe('the address that a visitor was on the way to', () => {
  test.each(['/?view=basic-subscribe&plan=basic_annual', '/trader/marta', '/'])('%s is gone to', (address) => {
    expect(wanted(address)).toBe(address)
    const search = new URL(authAddress('register', address), origin).searchParams
    expect(returnAddress(search, origin)).toBe(address)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/..//evil.example/',
    'data:text/html,x',
    'https://toptrader.example.evil.example/',
    '/?view=auth&form=register',
    null,
  ])('%s is not', (address) => expect(wanted(address)).toBeNull())
})
