import { describe, expect, test } from 'vitest'
import { countriesByName } from '#shared/countries.ts'
import { countryNamed, foundCountries } from './country-search.ts'

const first = (typed: string) => foundCountries(typed)[0]?.code

describe('a typed text finds', () => {
  test.each([
    ['Italia', 'IT'],
    ['ital', 'IT'],
    ['it', 'IT'],
    ['Italy', 'IT'],
    ['ger', 'DE'],
    ['Deutschland', 'DE'],
    ['espana', 'ES'],
    ['ESPAÑA', 'ES'],
    ['cote d ivoire', 'CI'],
    ['costa d’av', 'CI'],
    ['uk', 'GB'],
    ['inghilterra', 'GB'],
    ['olanda', 'NL'],
    ['usa', 'US'],
    ['stati uniti', 'US'],
    ['united states', 'US'],
    ['san mar', 'SM'],
    ['vaticano', 'VA'],
    ['corea del sud', 'KR'],
    ['sudcorea', 'KR'],
    ['são tomé', 'ST'],
    ['reunion', 'RE'],
    ['aland', 'AX'],
    ['polska', 'PL'],
    ['Россия', 'RU'],
    ['日本', 'JP'],
    ['xk', 'XK'],
    ['svizz', 'CH'],
    ['schweiz', 'CH'],
    ['burma', 'MM'],
  ])('%s', (typed, code) => expect(first(typed)).toBe(code))

  test('the middle of a name only when no name begins with it', () => {
    expect(first('landia')).toBeDefined()
    expect(foundCountries('ita').map(({ code }) => code)).not.toContain('MR')
  })

  test('nothing without a match', () => expect(foundCountries('zzzz')).toEqual([]))
  test('all countries for an empty text', () => {
    expect(foundCountries('')).toBe(countriesByName())
    expect(foundCountries(' ’ ')).toBe(countriesByName())
  })

  test('each by its own Italian name, and by its code', () => {
    for (const country of countriesByName()) {
      expect(first(country.name)).toBe(country.code)
      expect(foundCountries(country.code.toLowerCase())[0]).toBe(country)
      expect(countryNamed(country.name)).toBe(country)
    }
  })
})

test('a beginning names no country in full', () => {
  expect(countryNamed('Ital')).toBeUndefined()
  expect(countryNamed('')).toBeUndefined()
  expect(countryNamed('GERMANY')?.code).toBe('DE')
})
