import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BalanceOperation, ClosedTrade } from '#features/performance/rules/history.ts'
import { walkHistory } from '#features/performance/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import {
  deposit,
  SyncedAccount,
  opened,
  rates,
  start,
  sum,
  wall,
  type LedgerItem,
} from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'
import type { Mt5Deal } from '../../sync-contract.ts'

const history = fc
  .array(
    fc.record({
      entry: fc.constantFrom<Mt5Deal['entry']>('in', 'in', 'out', 'inout'),
      type: fc.constantFrom('buy', 'sell', 'sell', 'balance', 'credit'),
      volume: fc.integer({ min: 1, max: 300 }).map((volume) => volume / 100),
      position: fc.constantFrom('1', '2'),
      profit: fc.integer({ min: -2000, max: 4000 }).map((cents) => cents / 100),
      commission: fc.integer({ min: -100, max: 0 }).map((cents) => cents / 100),
      gap: fc.integer({ min: 0, max: 400 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((deals) => {
    let time = wall(start)
    return deals.map(({ gap, ...deal }, index) => dealOf({ ...deal, ticket: String(index + 2), time: (time += gap) }))
  })

test('for any batches of witnessed records the figures are those of the whole history', () => {
  fc.assert(
    fc.property(history, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), (records, sizes) => {
      const synced = opened()
      const shown: LedgerItem[] = [deposit]
      const snapshots = [{ t: start, balance: 1000, equity: 1000 }]
      let now = start
      let seq = 1
      for (let from = 0, turn = 0; from < records.length; turn += 1) {
        const items = records.slice(from, from + (sizes[turn % sizes.length] ?? 1))
        from += items.length
        shown.push(...items)
        now = Math.max(now + 1000, ((items.at(-1)?.time ?? 0) - 7200) * 1000 + 500)
        seq += 1
        const balance = Math.round(sum(shown) * 100) / 100
        snapshots.push({ t: now, balance, equity: balance })
        // The list is not whole: a position that stays open is no missing one.
        synced.send({ now, seq, items, shown: [...shown], balance, openCount: 1 })
      }
      const trades: ClosedTrade[] = synced.trades
      const operations: BalanceOperation[] = synced.outcomes.flatMap((one) => one.operations)
      const whole = walkHistory({
        as_of: now,
        snapshots,
        trades,
        operations,
        imported_counts: false,
        currency: 'EUR',
        rates,
      })
      expect(synced.account.engine).toEqual(whole?.state)
      expect(synced.account.intake.ledger.count).toBe(shown.length)
      expect(synced.account.intake.pending).toBe(0)
    }),
    { numRuns: 150 },
  )
})

test('an import in batches leaves the same state as an import at once', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 7 }), (records, size) => {
      const now = start + DAY_MS
      const balance = Math.round(sum(records) * 100) / 100
      const at = (synced: SyncedAccount, items: LedgerItem[], seq: number, more: boolean) =>
        synced.send({ now: now + seq, seq, items, shown: records, balance, more })
      const once = new SyncedAccount()
      at(once, records, 99, false)
      const pieces = new SyncedAccount()
      for (let from = 0, seq = 1; from < records.length; from += size, seq += 1)
        at(pieces, records.slice(from, from + size), seq, from + size < records.length)
      expect(pieces.trades).toEqual(once.trades)
      expect(pieces.account.imported).toEqual(once.account.imported)
      expect(pieces.account.intake.stretches).toEqual(once.account.intake.stretches)
      expect(pieces.account.first_snapshot).not.toBeNull()
    }),
    { numRuns: 150 },
  )
})
