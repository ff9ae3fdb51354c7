import { expect, test } from 'vitest'
import { findingsOf } from './axe.ts'

const contrastOf = (data: unknown) => ({
  violations: [],
  incomplete: [{ id: 'color-contrast', nodes: [{ html: '<input>', any: [{ id: 'color-contrast', data }] }] }],
})
const open = ['undecided color-contrast: <input>']

test.each([
  ['a reviewed reason', { messageKey: 'bgOverlap' }, []],
  ['a reason that nobody has reviewed', { messageKey: 'bgImage' }, open],
  ['an empty field over a ground that axe does not find', { messageKey: 'emptyValue' }, []],
  ['an empty field whose colours are too near', { messageKey: 'emptyValue', bgColor: '#ffffff' }, open],
  ['no reason', undefined, open],
])('an open finding with %s', (_case, data, findings) => {
  expect(findingsOf(contrastOf(data))).toEqual(findings)
})
