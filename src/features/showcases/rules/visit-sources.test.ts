import fc from 'fast-check'
import { expect, test } from 'vitest'
import { webAddress } from '#shared/testing/web-address.ts'
import { placeOf, sourceOf, sourceLabel } from './visit-sources.ts'

test.each([
  ['', ''],
  [null, ''],
  ['www.Google.com', 'google.com'],
  ['t.me', 't.me'],
  ['classifica', 'classifica'],
  ['localhost', ''],
  ['10.0.0.1', ''],
  ['evil.example/<script>', ''],
  ['=cmd()', ''],
  ['a..example', ''],
  ['constructor', ''],
  [`${'a'.repeat(250)}.com`, ''],
])('the source %j counts as %j', (given, counted) => {
  expect(sourceOf(given)).toBe(counted)
})

test('a source is a place, a plain host, or nothing, and is itself when it is read again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain(), webAddress), (text) => {
      const source = sourceOf(text)
      expect(source).toMatch(/^[a-z0-9.-]{0,253}$/)
      expect(sourceOf(source)).toBe(source)
      expect(sourceLabel(source)).not.toBe('')
    }),
  )
})

test.each([
  ['/', 'classifica'],
  ['/?sort_by=roi_90', 'classifica'],
  ['/trader/marta.ferrero', 'profilo'],
  ['/?view=vetrine&q=oro', 'vetrine'],
  ['/?view=dashboard', 'sito'],
  ['/?view=constructor', 'sito'],
  ['/terms/index.html', 'sito'],
])('the address %s is of %s', (address, place) => {
  expect(placeOf(address)).toBe(place)
})
