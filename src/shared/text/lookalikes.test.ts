import { expect, test } from 'vitest'
import { lookOf } from './lookalikes.ts'

test.each([
  ['Aurelia-Live', 'Aurelia‑Live'],
  ['Aurelia-Live', 'АURELIA-LIVE '],
  ['Aurelia-Live', 'Aurelia–Live'],
  ['Aurelia-Demo', 'Aurelia-Dеmо'],
  ['Aurelia-Demo', 'Ａｕｒｅｌｉａ－Ｄｅｍｏ'],
  ['guadagno', 'guad\u200Bag\u00ADno'],
  ['NIKON', 'ΝΙΚΟΝ'],
  ['a b', 'a \u00A0 b'],
  ['5000%', '٥٠٠٠٪'],
  ['2026', '۲۰۲۶'],
])('%s looks like %s', (one, other) => {
  expect(lookOf(other)).toBe(lookOf(one))
})

test('visible letters stay', () => {
  expect(lookOf('Perché no?\nDue')).toBe('perché no?\ndue')
  expect(lookOf('Aurelia-Live2')).not.toBe(lookOf('Aurelia-Live3'))
})
