import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { buy, deposit, opened, sell, start, sum, wall, type LedgerItem } from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'
import { compareCursors, cursorOf, type Cursor } from '../records.ts'

const cents = (amount: number) => Math.round(amount * 100) / 100
const hours = 8

/** Events of each hour: trades of some seconds, payments in and out. */
const happened = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom('trade', 'trade', 'cash'),
      amount: fc.integer({ min: -9_000, max: 9_000 }).map((amount) => amount / 100),
    }),
    { maxLength: 3 },
  ),
  { minLength: hours, maxLength: hours },
)

/** A roll-up of the oldest records at one hour, into some rows. */
const rollUp = fc.record({
  hour: fc.integer({ min: 2, max: hours - 1 }),
  share: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  rows: fc.integer({ min: 1, max: 3 }),
  /** Hours before the roll-up by which the rows are dated. */
  dated: fc.integer({ min: 0, max: 3 }),
  batch: fc.integer({ min: 1, max: 5 }),
  /** Something happens between two requests of the hour. */
  between: fc.integer({ min: -5_000, max: 5_000 }).map((amount) => amount / 100),
  betweenKind: fc.constantFrom('none', 'trade', 'cash'),
})
type RollUp = typeof rollUp extends fc.Arbitrary<infer One> ? One : never
type Happened = typeof happened extends fc.Arbitrary<infer Those> ? Those : never

let ticket = 0
const recordsOf = (kind: string, amount: number, time: number): LedgerItem[] => {
  ticket += 2
  if (kind === 'cash') return [dealOf({ ticket: `${ticket}`, time, profit: amount })]
  const position = `${ticket}`
  return [buy(position, time, { position }), sell(`${ticket + 1}`, time + 20, { position, profit: amount })]
}

/**
 * Plays the hours as an advisor does, in batches, from the cursor of the last answer.
 * @param lie the money that the rows hold too much; null: no roll-up
 * @returns own equity and growth after each hour
 */
function played(
  events: Happened,
  { hour: at, share, rows, dated, batch, between, betweenKind }: RollUp,
  lie: number | null,
) {
  ticket = 100
  const account = opened()
  let shown: LedgerItem[] = [deposit]
  let balance = 1000
  let seq = 1
  let cursor: Cursor = cursorOf(deposit)
  const happen = (kind: string, amount: number, time: number) => {
    const records = recordsOf(kind, amount, time)
    shown.push(...records)
    balance = cents(balance + sum(records))
  }
  function syncAt(hour: number) {
    let waits = hour === at && betweenKind !== 'none'
    for (let request = 0; request < 80; request += 1) {
      if (waits && request === 1) {
        happen(betweenKind, between, wall(start + hour * HOUR_MS))
        waits = false
      }
      shown.sort((a, b) => compareCursors(cursorOf(a), cursorOf(b)))
      const left = shown.filter((item) => compareCursors(cursorOf(item), cursor) > 0)
      const items = left.slice(0, batch)
      seq += 1
      const { answer } = account.send({
        now: start + hour * HOUR_MS + request * 2_000,
        seq,
        items,
        shown,
        balance,
        positions: [],
        more: left.length > items.length,
      })
      cursor = { from: answer.history_from, after: answer.history_after }
      if (!waits && shown.every((item) => compareCursors(cursorOf(item), cursor) <= 0)) return
    }
    throw new Error('the history is requested again and again')
  }
  const after: { equity: number; growth: number }[] = []
  for (let hour = 1; hour <= hours; hour += 1) {
    const time = wall(start + hour * HOUR_MS) - 1800
    if (hour === at && lie !== null) {
      const gone = shown.slice(0, Math.max(1, Math.floor(shown.length * share)))
      const held = cents(sum(gone) + lie)
      const count = Math.min(rows, gone.length)
      const part = cents(held / count)
      const archived = Array.from({ length: count }, (_, index) =>
        dealOf({
          ticket: `${50 + index}`,
          time: time - dated * 3600 - index,
          profit: index === 0 ? cents(held - part * (count - 1)) : part,
        }),
      )
      shown = [...shown.filter((item) => !gone.includes(item)), ...archived]
    }
    for (const [index, { kind, amount }] of (events[hour - 1] ?? []).entries()) happen(kind, amount, time + 60 * index)
    syncAt(hour)
    const { engine } = account.account
    if (engine === null) throw new Error('no snapshot')
    after.push({ equity: engine.snapshot.balance, growth: engine.closed.growth * engine.row.growth })
  }
  return { after, tags: account.tags }
}

/** Between two requests a trade comes of the same number of records and the same money as one that is gone. */
const lookalike: [Happened, RollUp] = [
  Array.from({ length: hours }, (_, hour) =>
    [[0.09], [0], [0, 0]]
      .flatMap((amounts, index) => (index === hour ? amounts : []))
      .map((amount) => ({ kind: 'trade', amount })),
  ),
  { hour: 4, share: 1 / 3, rows: 1, dated: 3, batch: 1, between: 0.09, betweenKind: 'trade' },
]

test('a roll-up changes neither growth nor own equity, whatever else happens and in whatever batches it comes', () => {
  let noticed = 0
  fc.assert(
    fc.property(happened, rollUp, (events, one) => {
      const without = played(events, one, null)
      const rolled = played(events, one, 0)
      if (rolled.tags.includes('history_rolled_up')) noticed += 1
      for (const [hour, { equity, growth }] of rolled.after.entries()) {
        expect(equity).toBeCloseTo(without.after[hour]?.equity ?? NaN, 9)
        expect(growth).toBeCloseTo(without.after[hour]?.growth ?? NaN, 9)
      }
    }),
    { numRuns: 200, examples: [lookalike] },
  )
  expect(noticed).toBeGreaterThan(150)
})

test('rows that hold other money than what is gone give no more growth than the history without them', () => {
  const lie = fc.integer({ min: -50_000, max: 50_000 }).map((amount) => amount / 100)
  fc.assert(
    fc.property(happened, rollUp, lie, (events, one, money) => {
      const growth = played(events, one, money).after.at(-1)?.growth
      expect(growth).toBeLessThanOrEqual((played(events, one, null).after.at(-1)?.growth ?? NaN) + 1e-9)
    }),
    { numRuns: 100 },
  )
})
