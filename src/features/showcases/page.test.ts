import { expect, test } from 'vitest'
import { addressOfShowcases, lastPage, selectionOf, showcasesQueryOf, withoutFilters } from './page.ts'

const read = (text: string) => selectionOf(new URLSearchParams(text))

test.each([
  ['', '/?view=vetrine'],
  ['view=vetrine&utm_source=x&sort_by=roi_30&pagine=1&platform=MT9&q=+', '/?view=vetrine'],
  ['platform=MT5&sort_by=newest&pagine=3', '/?view=vetrine&platform=MT5&sort_by=newest&pagine=3'],
  ['pagine=99', `/?view=vetrine&pagine=${lastPage}`],
  ['pagine=-1', '/?view=vetrine'],
  ['sort_by=toString&risk_level=low', '/?view=vetrine&risk_level=low'],
])('%s is the page %s', (given, address) => {
  expect(addressOfShowcases(read(given))).toBe(address)
  expect(read(address.slice(2))).toEqual(read(given))
})

test('the query of a portion knows neither how many are shown nor the default order', () => {
  const selection = read('q=oro&pagine=4')
  expect(showcasesQueryOf(selection, null)).toEqual({ q: 'oro', limit: '24' })
  expect(showcasesQueryOf(selection, 'weiter')).toEqual({ q: 'oro', limit: '24', cursor: 'weiter' })
})

test('dropping the filters keeps the order', () => {
  expect(withoutFilters(read('q=oro&risk_level=low&sort_by=views&pagine=2'))).toBe('/?view=vetrine&sort_by=views')
})
