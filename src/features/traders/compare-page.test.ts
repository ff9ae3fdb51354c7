import { expect, test } from 'vitest'
import { compareAddress } from '#shared/compare-address.ts'
import { comparisonOf, namesIn } from './compare-page.ts'

const read = (text: string) => comparisonOf(new URLSearchParams(text))

test('an address names traders in one field or in several, and its window', () => {
  expect(read('t=a,b&t=c&window=365')).toEqual({ t: 'a,b,c', window: '365' })
  expect(read('window=12')).toEqual({ t: '', window: '90' })
  expect(read(`t=${'x'.repeat(5_000)}`).t).toHaveLength(300)
})

test('names are trimmed, counted once in any case, and no more than four', () => {
  expect(namesIn(' @Marta, ,luca,MARTA,marta')).toEqual({ names: ['Marta', 'luca'], repeated: ['Marta'], beyond: [] })
  expect(namesIn('a,b,c,d,e,f')).toEqual({ names: ['a', 'b', 'c', 'd'], repeated: [], beyond: ['e', 'f'] })
  expect(namesIn('').names).toEqual([])
})

test('an address that is written is read again', () => {
  for (const [names, window] of [
    [['a.b', 'c_d'], '7'],
    [['marta'], '90'],
    [[], 'all'],
  ] as const) {
    const search = new URL(compareAddress(names, window), 'http://x').searchParams
    expect([namesIn(comparisonOf(search).t).names, comparisonOf(search).window]).toEqual([names, window])
  }
})
