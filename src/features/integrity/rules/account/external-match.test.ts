import { expect, test } from 'vitest'
import { compareMatch } from './external-match.ts'
import { defaultThresholds } from '../thresholds.ts'

const here = { balance: 10_000, closed_trades: 100, gain_percentage: 12.3 }
const compare = (there: Partial<typeof here>, ours = here) =>
  compareMatch({ ...ours, ...there }, ours, defaultThresholds)

test.each([
  [{}, []],
  [{ balance: 10_100 }, []],
  [{ balance: 10_100.02 }, ['balance']],
  [{ balance: 9_900 }, []],
  [{ balance: 9_899.98 }, ['balance']],
  [{ closed_trades: 102 }, []],
  [{ closed_trades: 103 }, ['closed_trades']],
  [{ closed_trades: 97 }, ['closed_trades']],
  [{ gain_percentage: 14.3 }, []],
  [{ gain_percentage: 14.31 }, ['gain_percentage']],
  [{ gain_percentage: 10.29, balance: 5 }, ['balance', 'gain_percentage']],
] as const)('%j breaks %j', (there, broken) => {
  const { accepted, compared } = compare(there)
  const names = Object.entries(compared).flatMap(([name, { within }]) => (within ? [] : [name]))
  expect(names).toEqual(broken)
  expect(accepted).toBe(broken.length === 0)
  expect(compared.balance).toMatchObject({
    there: 10_000,
    ...('balance' in there && { there: there.balance }),
    here: 10_000,
  })
})

test('an account in debt is measured by its size, and one without trades needs none there', () => {
  const poor = { balance: -50, closed_trades: 0, gain_percentage: -100 }
  expect(compare({ balance: -50.5 }, poor).accepted).toBe(true)
  expect(compare({ balance: 50 }, poor).accepted).toBe(false)
  expect(compare({ closed_trades: 1 }, poor).accepted).toBe(false)
})
