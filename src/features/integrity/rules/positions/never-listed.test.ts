import { expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount } from '../../testing/checked-account.ts'

test.each([
  [40, ['never_seen_open']],
  [60, ['never_seen_open', 'positions_invented']],
  [-60, ['never_seen_open']],
])('one alone holds where it gained more than a twentieth of the balance: %d', (profit, codes) => {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  account.send({ at: 10 * MINUTE_MS, seq: 2, shown: [capital()] })
  const items = [
    buy('21', brokerAt(5 * MINUTE_MS)),
    sell('22', brokerAt(14 * MINUTE_MS), { price: 1 + profit / 100_000, profit }),
  ]
  const shown = [capital(), ...items]
  expect(account.send({ at: 15 * MINUTE_MS, seq: 3, items, shown, balance: 1000 + profit })).toEqual(codes)
})
