import countries from 'i18n-iso-countries'
import { expect, test } from 'vitest'
import { countriesByName, countryCodes, isCountry } from './countries.ts'

test('the list holds exactly the countries of the standard, and Kosovo', () => {
  expect([...countryCodes].toSorted()).toEqual(Object.keys(countries.getAlpha2Codes()).toSorted())
})

test.each([
  ['IT', true],
  ['XK', true],
  ['XX', false],
  ['it', false],
  ['ITA', false],
  ['', false],
])('%s is a country: %s', (code, expected) => {
  expect(isCountry(code)).toBe(expected)
})

test('every country has an Italian name, in Italian order', () => {
  const all = countriesByName()
  expect(all).toHaveLength(countryCodes.length)
  expect(all.filter(({ code, name }) => code === name)).toEqual([])
  expect(all.findIndex(({ code }) => code === 'XK')).toBeGreaterThan(all.findIndex(({ code }) => code === 'KE'))
  expect(all.slice(0, 2).map(({ name }) => name)).toEqual(['Afghanistan', 'Albania'])
})
