import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { readState, storedState, type CheckState } from '../../rules/state.ts'
import { capital, CheckedAccount, openPosition } from '../../testing/checked-account.ts'
import { withoutShown, withShown } from './stored-positions.ts'

/** Lists position 9 twice, the second time with a profit. Monday 10:00 UTC. */
function listed() {
  const account = new CheckedAccount()
  const at = 3 * DAY_MS
  account.send({ at, seq: 1, items: [capital()], positions: [openPosition('9', at)] })
  const positions = [openPosition('9', at, { price: 1.101, profit: 100 })]
  account.send({ at: at + 5 * MINUTE_MS, seq: 2, shown: [capital()], equity: 1100, positions })
  return { account, at: at + 5 * MINUTE_MS }
}

const storedOf = ({ state, synced }: CheckedAccount) =>
  JSON.parse(JSON.stringify(storedState(withoutShown(state, synced.account))))
const nineOf = (state: Pick<CheckState, 'positions'>) => (state.positions['seen'] as Record<string, object>)['9'] ?? {}

test('the last price of an open position stands in the account alone, and is read from there', () => {
  const { account } = listed()
  const { last_receipt } = account.synced.account
  expect(nineOf(account.state)).toMatchObject({ last: last_receipt, mark: 1.101, value: expect.closeTo(100_000, 5) })
  const stored = storedOf(account)
  expect(Object.keys(nineOf(stored)).toSorted()).toEqual(['from', 'open', 'price', 'side', 'swap', 'symbol', 'volume'])
  expect(withShown(readState(stored), account.synced.account)).toEqual(account.state)
})

test('a position that is gone keeps what it showed last', () => {
  const { account, at } = listed()
  const before = nineOf(account.state)
  account.send({ at: at + 5 * MINUTE_MS, seq: 3, shown: [capital()], equity: 1000 })
  expect(nineOf(storedOf(account))).toEqual(before)
})

test('a memory of the program before has all of it, and one that says something else than the account stays', () => {
  const { account } = listed()
  const { state, synced } = account
  const whole = JSON.parse(JSON.stringify({ ...storedState(state), v: 2 }))
  expect(withShown(readState(whole), synced.account)).toEqual(state)
  const other = { ...state, positions: { ...state.positions, seen: { 9: { ...nineOf(state), mark: 1.2 } } } }
  expect(nineOf(withoutShown(other, synced.account))).toMatchObject({ mark: 1.2 })
})
