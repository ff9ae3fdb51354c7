import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { capital, CheckedAccount, openPosition } from '../../testing/checked-account.ts'
import type { ListedPositions } from './listed-positions.ts'
import { asStored, listedBefore, type StoredPositions } from './stored-positions.ts'

/** Lists position 9 twice, the second time with a profit. Monday 10:00 UTC. */
function listed() {
  const account = new CheckedAccount()
  const at = 3 * DAY_MS
  account.send({ at, seq: 1, items: [capital()], positions: [openPosition('9', at)] })
  const positions = [openPosition('9', at, { price: 1.101, profit: 100 })]
  account.send({ at: at + 5 * MINUTE_MS, seq: 2, shown: [capital()], equity: 1100, positions })
  return { account, at: at + 5 * MINUTE_MS }
}
const seenBy = ({ state }: CheckedAccount) => state.positions['seen'] as StoredPositions

test('what an open position showed last stands in the account alone, and is read from there', () => {
  const { account } = listed()
  const stored = seenBy(account)
  expect(Object.keys(stored['9'] ?? {}).toSorted()).toEqual([
    'from',
    'open',
    'price',
    'side',
    'swap',
    'symbol',
    'volume',
  ])
  const { last, mark, value } = listedBefore(stored, account.synced.account)['9'] ?? {}
  expect({ last, mark }).toEqual({ last: account.synced.account.last_receipt, mark: 1.101 })
  expect(value).toBeCloseTo(100_000, 5)
})

test('a position that is gone keeps what it showed last', () => {
  const { account, at } = listed()
  const before = listedBefore(seenBy(account), account.synced.account)['9']
  account.send({ at: at + 5 * MINUTE_MS, seq: 3, shown: [capital()], equity: 1000 })
  expect(seenBy(account)['9']).toEqual(before)
  expect(listedBefore(seenBy(account), account.synced.account)['9']).toEqual(before)
})

test('a memory of the program before has all of it, and one that says something else than the account stays', () => {
  const { account } = listed()
  const { synced } = account
  const whole: ListedPositions = listedBefore(seenBy(account), synced.account)
  expect(listedBefore(whole, synced.account)).toEqual(whole)
  const other = Object.fromEntries(Object.entries(whole).map(([id, one]) => [id, { ...one, mark: 1.2 }]))
  expect(asStored(other, synced.account)).toEqual(other)
  expect(asStored(whole, synced.account)).toEqual(seenBy(account))
})
