import countries from 'i18n-iso-countries'
import { expect, test } from 'vitest'
import * as format from '#shared/format.ts'
import { countryCodes } from './countries.ts'

test('the list offers exactly the countries that the registration accepts', () => {
  expect([...countryCodes].toSorted()).toEqual(Object.keys(countries.getAlpha2Codes()).toSorted())
})

test('every country has an Italian name', () => {
  expect(countryCodes.filter((code) => format.country(code) === code)).toEqual([])
})
