import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { planOf, plans, tiers, type PlanCode } from './catalogue.ts'
import { applyPurchase, type SourcedEntry } from './order-of-purchases.ts'
import { apply, endOf, nothingHeld, replay, type EntitlementEvent, type Holdings } from './rules.ts'

interface Made {
  plan: PlanCode
  /** When its order was made, milliseconds. */
  made: number
}

const start = Date.parse('2026-11-21T09:30:00Z')

/** Serves purchases in this order at these moments, each after the ledger before it. */
function serve(purchases: readonly Made[], moments: readonly number[], before: readonly EntitlementEvent[] = []) {
  let holdings: Holdings = nothingHeld
  const ledger: SourcedEntry[] = []
  const steps: { before: Holdings; after: Holdings }[] = []
  for (const [index, event] of before.entries()) {
    const outcome = apply(event, { ...holdings, now: start })
    ledger.push(...outcome.entries.map((entry) => ({ ...entry, source: `admin:${index}`, made: null })))
    ;({ holdings } = outcome)
  }
  for (const [index, { plan, made }] of purchases.entries()) {
    const source = `order:${plan}:${made}`
    const outcome = applyPurchase({ plan, source, made }, ledger, { ...holdings, now: moments[index] ?? start })
    steps.push({ before: holdings, after: outcome.holdings })
    ledger.push(...outcome.entries.map((entry) => ({ ...entry, source, made })))
    ;({ holdings } = outcome)
  }
  return { holdings, ledger, steps, ends: tiers.map((tier) => endOf(holdings, tier)) }
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((each, index) => permutations(list.toSpliced(index, 1)).map((rest) => [each, ...rest]))
}

/** Milliseconds between two ends; 0 where the plan was never held. */
const apartBy = (one: number, other: number) => (one === other ? 0 : Math.abs(one - other))

const code = fc.constantFrom(...plans.map((plan) => plan.code as PlanCode))
const orders = (maxLength: number) =>
  fc
    .array(code, { minLength: 2, maxLength })
    .map((codes) => codes.map((plan, index) => ({ plan, made: start - 1000 + index })))
const moment = fc.integer({ min: start, max: start + 800 * DAY_MS })
const assigned: fc.Arbitrary<EntitlementEvent[]> = fc.array(
  fc.record({
    type: fc.constant('assign' as const),
    tier: fc.constantFrom(...tiers),
    days: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 2 },
)

test('Basic and Diamond, one month each: the message that comes first changes no day', () => {
  const basic = { plan: 'basic_monthly' as const, made: start - 2 }
  const diamond = { plan: 'monthly' as const, made: start - 1 }
  const here = (list: Made[]) =>
    serve(
      list,
      list.map(() => start),
    ).ends.map((end) => new Date(end).toISOString())
  expect(here([basic, diamond])).toEqual(['2027-01-20T09:30:00.000Z', '2026-12-21T09:30:00.000Z'])
  expect(here([diamond, basic])).toEqual(here([basic, diamond]))
})

describe('case 75: purchases count in the order in which their orders were made', () => {
  test('all delivery orders at one moment give the same ends, those of the order of making', () => {
    fc.assert(
      fc.property(orders(4), moment, assigned, (list, now, before) => {
        const moments = list.map(() => now)
        const { ends } = serve(list, moments, before)
        let plain: Holdings = serve([], [], before).holdings
        for (const { plan } of list) plain = apply({ type: 'purchase', plan }, { ...plain, now }).holdings
        expect(ends).toEqual(tiers.map((tier) => endOf(plain, tier)))
        for (const other of permutations(list)) expect(serve(other, moments, before).ends).toEqual(ends)
      }),
      { numRuns: 150 },
    )
  })

  test('longer lists, shuffled', () => {
    const shuffled = orders(9).chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, moment, ([made, arrived], now) => {
        const moments = made.map(() => now)
        expect(serve(arrived, moments).ends).toEqual(serve(made, moments).ends)
      }),
    )
  })

  test('messages hours apart: the end of all paid time is the same, and no tier differs by more than the time between them', () => {
    const apart = fc.tuple(
      orders(4),
      moment,
      fc.array(fc.integer({ min: 0, max: 3 * HOUR_MS }), { minLength: 4, maxLength: 4 }),
    )
    fc.assert(
      fc.property(apart, ([list, first, gaps]) => {
        // Within one day of the calendar: a month that begins on another day has another length.
        const day = first - (first % DAY_MS)
        let now = day
        const moments = list.map((_, index) => (now += gaps[index] ?? 0))
        const ends = (of: readonly Made[]) => serve(of, moments).ends
        const span = now - day
        const [basic = 0, diamond = 0] = ends(list)
        for (const other of permutations(list)) {
          const [otherBasic = 0, otherDiamond = 0] = ends(other)
          expect(apartBy(otherDiamond, diamond)).toBeLessThanOrEqual(span)
          expect(apartBy(otherBasic, basic)).toBeLessThanOrEqual(span)
        }
      }),
      { numRuns: 150 },
    )
  })
})

test('at any moments: no end moves back, a later order alone changes nothing, and the ledger replays', () => {
  const delivered = orders(7).chain((list) =>
    fc.record({
      arrived: fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      gaps: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200 * DAY_MS })), {
        minLength: 7,
        maxLength: 7,
      }),
      before: assigned,
    }),
  )
  fc.assert(
    fc.property(delivered, ({ arrived, gaps, before }) => {
      let now = start
      const moments = arrived.map((_, index) => (now += gaps[index] ?? 0))
      const { holdings, ledger, steps } = serve(arrived, moments, before)
      expect(replay(ledger)).toEqual({ holdings, consistent: true })
      for (const [index, step] of steps.entries()) {
        for (const tier of tiers) expect(endOf(step.after, tier)).toBeGreaterThanOrEqual(endOf(step.before, tier))
        const own = arrived[index]
        if (own === undefined || arrived.slice(0, index).some((other) => other.made > own.made)) continue
        const plain = apply({ type: 'purchase', plan: own.plan }, { ...step.before, now: moments[index] ?? 0 })
        expect(step.after).toEqual(plain.holdings)
      }
      // The paid time is given, to the days by which months differ.
      const tolerance = 3 * DAY_MS * arrived.length
      for (const tier of tiers) {
        const given = ledger
          .filter((line) => line.source.startsWith('order:') && line.tier === tier && line.kind === 'purchase')
          .reduce((sum, line) => sum + line.seconds * 1000, 0)
        const paid = arrived.filter(({ plan }) => planOf(plan)?.tier === tier).length
        expect(given).toBeGreaterThanOrEqual(paid * 30 * DAY_MS)
      }
      const basicMoves = ledger.filter(
        ({ kind, tier, source }) => kind === 'shift' && tier === 'diamond' && source.startsWith('order:'),
      )
      for (const { seconds } of basicMoves) expect(Math.abs(seconds) * 1000).toBeLessThanOrEqual(tolerance)
    }),
  )
})
