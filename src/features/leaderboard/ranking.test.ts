import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { walkHistory } from '#features/performance/rules.ts'
import { between, histories } from '#features/performance/testing/histories.ts'
import { anyCharacter } from '#shared/testing/characters.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { evaluateTrader } from './rules.ts'
import { connectionStatus, notRankedReasons } from './rules/eligibility.ts'
import { compareForRank, rankTraders } from './rules/rank.ts'
import type { RankedTrader } from './rules/rank.ts'

const verified = {
  is_ea_verified: true,
  is_real_account: true,
  leaderboard_expires: Number.MAX_SAFE_INTEGER,
  diamond_expires: null,
}

describe('evaluation (docs/ranking.md 6 to 8)', () => {
  test('the rows of 90 days and the row before them are enough, and the stored current row does not matter', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 120 }), (history, later) => {
        const result = walkHistory(history)
        if (result === null) return
        const as_of = result.state.snapshot.t + later * DAY_MS
        const evaluate = (rows: typeof result.rows) =>
          evaluateTrader({ ...history, state: result.state, rows, as_of, trader: verified })
        const today = Math.floor(as_of / DAY_MS)
        const before = result.rows.findLastIndex((row) => row.day <= today - 90)
        const all = evaluate(result.rows)
        expect(evaluate(result.rows.slice(Math.max(0, before)))).toEqual(all)
        expect(evaluate(result.rows.slice(0, -1))).toEqual(all)
        expect(all.score).not.toBeNull()
        expect((all.score ?? -1) >= 0 && (all.score ?? 101) <= 100).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('the score moves only with the account, its rates and the day: not within a day', () => {
    fc.assert(
      fc.property(histories, fc.nat(DAY_MS - 1), fc.nat(DAY_MS - 1), (history, one, other) => {
        const result = walkHistory(history)
        if (result === null) return
        const midnight = (Math.floor(result.state.snapshot.t / DAY_MS) + 1) * DAY_MS
        const at = (as_of: number) => evaluateTrader({ ...history, ...result, as_of, trader: verified }).score
        expect(at(midnight + one)).toBe(at(midnight + other))
      }),
      { numRuns: 200 },
    )
  })
})

describe('status and eligibility (docs/ranking.md 8.1, 8.2)', () => {
  test.each([
    [15 * MINUTE_MS, 'connected'],
    [15 * MINUTE_MS + 1, 'warning'],
    [DAY_MS, 'warning'],
    [DAY_MS + 1, 'disconnected'],
  ])('a sync %d ms old is %s', (age, status) => {
    expect(connectionStatus(1_000, 1_000 + age)).toBe(status)
  })

  test('all reasons are reported in their order', () => {
    const noFlags = { is_ea_verified: false, is_real_account: false, leaderboard_expires: 5, diamond_expires: null }
    const account = { lastSync: 0, totalTrades: 0, active: false, ownEquity: 0 }
    expect(notRankedReasons(noFlags, account, 3 * DAY_MS + 1)).toEqual([
      'not_verified',
      'demo_account',
      'no_active_plan',
      'stale',
      'no_trades',
      'inactive',
      'no_funds',
    ])
    expect(notRankedReasons(noFlags, null, 5)).toEqual(['not_verified', 'demo_account', 'no_active_plan', 'no_sync'])
    expect(notRankedReasons(verified, { lastSync: 0, totalTrades: 1, active: true, ownEquity: 1 }, 3 * DAY_MS)).toEqual(
      [],
    )
  })
})

const trader = fc.record({
  trader_id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
  eligible: fc.boolean(),
  score: fc.oneof(fc.constant(null), fc.constantFrom(50, 50.0000004, 50.0000006, 0), between(0, 100)),
  roi_90: fc.oneof(fc.constant(null), fc.constantFrom(0, 1e-10, 0.1, 1e300), between(-1, 9)),
  total_trades: fc.nat(3),
  member_since: fc.nat(3),
})
const traders = fc.uniqueArray(trader, { selector: (each) => each.trader_id, maxLength: 30 })

describe('rank (docs/ranking.md 8.3 and 9.1)', () => {
  test('the order of the input does not matter; ranked traders come first with 1, 2, 3 and no gap', () => {
    fc.assert(
      fc.property(
        traders.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, other]) => {
          const ranking = rankTraders(list)
          expect(rankTraders(other)).toEqual(ranking)
          const ranks = ranking.order.map((id) => ranking.ranks[id])
          const ranked = list.filter((each) => each.eligible).length
          expect(ranks).toEqual(list.map((_each, index) => (index < ranked ? index + 1 : null)))
        },
      ),
    )
  })

  test('adding or removing a trader never swaps two others', () => {
    fc.assert(
      fc.property(traders, fc.nat(29), (list, pick) => {
        const gone = list[pick]?.trader_id
        const without = rankTraders(list.filter((each) => each.trader_id !== gone)).order
        expect(rankTraders(list).order.filter((id) => id !== gone)).toEqual(without)
      }),
    )
  })

  test('identifiers compare by their UTF-8 bytes', () => {
    const like = (trader_id: string): RankedTrader => ({
      trader_id,
      eligible: true,
      score: 1,
      roi_90: 0,
      total_trades: 1,
      member_since: 0,
    })
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b))
        expect(Math.sign(compareForRank(like(a), like(b)))).toBe(bytes)
      }),
    )
    expect(rankTraders([like('\u{1F600}'), like('\uFF5E'), like('z')]).order).toEqual(['z', '\uFF5E', '\u{1F600}'])
  })
})

test('the vectors name no case twice', () => {
  const text = readFileSync(new URL('./fixtures/ranking-vectors.json', import.meta.url), 'utf8')
  const names = (JSON.parse(text) as { cases: { name: string }[] }).cases.map((each) => each.name)
  expect(new Set(names).size).toBe(names.length)
})
