import { expect, test } from 'vitest'
import { hasLongAmounts } from './amount-letters.ts'

const account = { account_balance: 10_000, total_profit: -227.35, account_currency: 'USD' }

test.each([
  ['four and five digits of a currency with a sign', account, false],
  ['six digits', { ...account, account_balance: 100_000 }, true],
  ['a currency that is written out', { ...account, account_currency: 'USC' }, true],
  ['a long loss on a small balance', { ...account, account_balance: 500, total_profit: -200_000 }, true],
  ['amounts that are not known', { ...account, account_balance: null, total_profit: null }, false],
])('%s', (_, amounts, isLong) => expect(hasLongAmounts(amounts)).toBe(isLong))

test('a change within the same number of digits changes nothing', () => {
  for (const account_balance of [10_000, 10_000.01, 54_321.09, 99_999.99]) {
    expect(hasLongAmounts({ ...account, account_balance })).toBe(false)
  }
})
