import { expect, test } from 'vitest'
import { beyondChecks } from '#features/integrity/level-texts.ts'
import { lies } from './forged.ts'

/** The visitor's words for each lie that no rule finds. */
const words: Record<string, string> = {
  'never listed, losing exits as withdrawals': 'raccontata come prelievo',
  'losses between two syncs, never reported': 'con la perdita taciuta',
  'true trades on another balance': 'un altro balance all’inizio',
  'trades invented between two syncs': 'operazioni inventate tra due sincronizzazioni',
  'positions listed for hours at invented prices': 'posizioni mostrate per ore a prezzi inventati',
  'closes at prices that the market may have had': 'chiusure a prezzi un po’ migliori',
  'few closes very far ahead of the market': 'o poche a prezzi molto migliori',
  'losing exits at better prices, the rest as a charge': 'chiusure a prezzi un po’ migliori',
}

test('visitors read of each lie that the suite plays beyond any rule', () => {
  const beyond = lies.filter((lie) => lie.beyond !== undefined).map(({ name }) => name)
  expect(Object.keys(words).toSorted()).toEqual(beyond.toSorted())
  expect(Object.values(words).filter((each) => !beyondChecks.includes(each))).toEqual([])
})
