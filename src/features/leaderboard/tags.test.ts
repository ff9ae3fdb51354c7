import { expect, test } from 'vitest'
import { catalogue, publicCodes } from '#features/integrity/rules/catalogue.ts'
import { tagsOf } from './tags.ts'

const words = (...flags: string[]) => tagsOf({ flags }).map(({ word }) => word)

test('the most serious tag comes first, whatever the order of the codes', () => {
  expect(words('cent_account', 'deep_drawdown', 'blown_account')).toEqual([
    'Bruciato',
    'Drawdown profondo',
    'Conto in centesimi',
  ])
})

test('an extreme drawdown stands alone, and two codes of one meaning are one tag', () => {
  expect(words('deep_drawdown', 'extreme_drawdown')).toEqual(['Drawdown estremo'])
  expect(words('hidden_loss', 'heavy_hidden_loss')).toEqual(['Perdite nascoste'])
})

test('each public finding shows as a tag', () => {
  for (const life of ['event', 'state', 'sync'] as const)
    for (const code of publicCodes(life)) expect(words(code)).toHaveLength(1)
})

test('the word of a row is in the name of its finding, which owner and admins read', () => {
  const names = new Map<string, string>()
  for (const code of (['event', 'state', 'sync'] as const).flatMap(publicCodes)) {
    const [word = ''] = words(code)
    names.set(word, `${names.get(word) ?? ''} ${catalogue[code].name.toLowerCase()}`)
  }
  names.delete('Segnalazioni sui dati')
  expect([...names].filter(([word, found]) => !found.includes(word.toLowerCase()))).toEqual([])
})

test('findings about the data are one tag, before mere facts', () => {
  expect(words('cent_account', 'unexplained_balance', 'low_coverage')).toEqual([
    'Segnalazioni sui dati',
    'Conto in centesimi',
  ])
})

test('no finding, no tag', () => expect(words()).toEqual([]))
