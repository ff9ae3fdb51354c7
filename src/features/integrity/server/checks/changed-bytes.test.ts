import { expect, test } from 'vitest'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { packState } from '#features/ea/server/sync/stored-state.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { median } from '#features/integrity/rules/median.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount, openPosition } from '../../testing/checked-account.ts'
import { packMemory } from './memory.ts'

const intervalMs = 15 * MINUTE_MS
const days = 12
const open = 3

/** The bytes from the first to the last that differ: PostgreSQL's log has these of a row that is replaced within its page. */
function changed(before: Uint8Array, after: Uint8Array): number {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.length - start - end
}

test('a plain sync changes few bytes of the state, however long the account’s history is', () => {
  const random = createRandom(7)
  const account = new CheckedAccount()
  const shown = [capital(100_000)]
  let [price, ticket, balance] = [1.1, open, 100_000]
  let positions = Array.from({ length: open }, (_, index) => openPosition(String(index + 10), 0, { volume: 0.1 }))
  let fresh = shown
  let before: Uint8Array = new Uint8Array()
  const plain: number[] = []
  for (let seq = 1; seq <= (days * DAY_MS) / intervalMs; seq += 1) {
    const at = seq * intervalMs
    const floating = positions.reduce((sum, { profit }) => sum + profit, 0)
    account.send({ at, seq, items: fresh, shown: [...shown], balance, equity: balance + floating, positions })
    const { bytes } = packState(account.synced.account, packMemory(account.state, account.synced.account))
    // Each hour has a point of the chart and an entry of the ledger.
    const isPlain = fresh.length === 0 && (seq * intervalMs) % HOUR_MS !== 0
    if (isPlain && seq * intervalMs > (days / 2) * DAY_MS) plain.push(changed(before, bytes))
    before = bytes
    price = Math.round(1e5 * (price + 0.0004 * random.normal())) / 1e5
    fresh = []
    const [oldest] = positions
    // Three times a day one is closed and another one opened.
    if (seq % 32 === 0 && oldest !== undefined) {
      ticket += 2
      const { id: position, symbol, volume, profit, price: closedAt } = oldest
      const of = { time: brokerAt(at + MINUTE_MS), symbol, volume }
      balance += profit
      const id = String(ticket + 1000)
      fresh = [
        dealOf({ ...of, ticket: String(ticket), position, type: 'sell', entry: 'out', price: closedAt, profit }),
        dealOf({ ...of, ticket: String(ticket + 1), position: id, type: 'buy', entry: 'in', price: closedAt }),
      ]
      shown.push(...fresh)
      positions = [...positions.slice(1), openPosition(id, at + MINUTE_MS, { volume: 0.1, open_price: closedAt })]
    }
    const now = price
    positions = positions.map((one) => ({
      ...one,
      price: now,
      profit: Math.round(100 * 1e4 * (now - one.open_price)) / 100,
    }))
  }
  expect(plain.length).toBeGreaterThan(300)
  expect(median(plain)).toBeLessThan(260)
})
