import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { leastDays, periodEnd, planOf, plans, tiers } from './catalogue.ts'
import { endOf, isLineOf, replay, type EntitlementEvent, type Holdings } from './rules.ts'
import { live, storyStart } from './testing/story.ts'

const tier = fc.constantFrom(...tiers)
const grantEvent: fc.Arbitrary<EntitlementEvent> = fc.oneof(
  fc.record({ type: fc.constant('purchase' as const), plan: fc.constantFrom(...plans.map((plan) => plan.code)) }),
  fc.record({ type: fc.constant('assign' as const), tier, days: fc.integer({ min: 1, max: 3650 }) }),
  fc.record({ type: fc.constant('extend' as const), tier, months: fc.integer({ min: 1, max: 24 }) }),
)
const cancelEvent: fc.Arbitrary<EntitlementEvent> = fc.oneof(
  fc.record({ type: fc.constant('cancel' as const), tier }),
  fc.constant<EntitlementEvent>({ type: 'cancel_all' }),
)
const gap = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 * DAY_MS }))
const story = fc.array(fc.record({ event: fc.oneof({ weight: 3, arbitrary: grantEvent }, cancelEvent), gap }), {
  maxLength: 25,
})
const grants = fc.array(fc.record({ event: grantEvent, gap }), { maxLength: 25 })

/** Unused time: of both tiers together, and of Diamond alone. */
const left = (holdings: Holdings, now: number) => ({
  any: Math.max(0, endOf(holdings, 'basic') - now, endOf(holdings, 'diamond') - now),
  diamond: Math.max(0, endOf(holdings, 'diamond') - now),
})

test('case 75: replaying the ledger gives the holdings', () => {
  fc.assert(
    fc.property(story, (events) => {
      const { holdings, ledger } = live(events)
      expect(replay(ledger)).toEqual({ holdings, consistent: true })
    }),
  )
})

test('an altered or missing line of the ledger is detected', () => {
  fc.assert(
    fc.property(grants, fc.nat(), (events, seed) => {
      const { ledger, holdings } = live(events)
      fc.pre(ledger.length > 0)
      const index = seed % ledger.length
      const altered = ledger.map((entry, place) => (place === index ? { ...entry, seconds: entry.seconds + 1 } : entry))
      expect(replay(altered).consistent).toBe(false)
      const missing = replay(ledger.toSpliced(index, 1))
      expect(missing.consistent && JSON.stringify(missing.holdings) === JSON.stringify(holdings)).toBe(false)
    }),
  )
})

test('case 75: no end moves back except by a cancellation', () => {
  fc.assert(
    fc.property(story, (events) => {
      for (const { event, before, after } of live(events).steps) {
        if (event.type === 'cancel' || event.type === 'cancel_all') continue
        for (const each of tiers) expect(endOf(after, each)).toBeGreaterThanOrEqual(endOf(before, each))
      }
    }),
  )
})

test('case 75: every grant adds its whole length to the time left: none is lost, none counts twice', () => {
  fc.assert(
    fc.property(story, (events) => {
      for (const { event, now, before, after, entries } of live(events).steps) {
        const [line] = entries
        if (event.type === 'cancel' || event.type === 'cancel_all' || line === undefined) continue
        const length = Math.round(line.seconds * 1000)
        expect(left(after, now).any - left(before, now).any).toBe(length)
        const diamond = left(after, now).diamond - left(before, now).diamond
        expect(diamond).toBe(line.tier === 'diamond' ? length : 0)
      }
    }),
  )
})

test('Basic time left never stands before the end of Diamond', () => {
  fc.assert(
    fc.property(story, (events) => {
      for (const { now, after } of live(events).steps) {
        const [basic, diamond] = [endOf(after, 'basic'), endOf(after, 'diamond')]
        expect(basic <= now || diamond <= now || basic >= diamond).toBe(true)
      }
    }),
  )
})

test('case 73: cancelling Diamond costs no Basic time', () => {
  fc.assert(
    fc.property(story, (events) => {
      for (const { event, now, before, after } of live(events).steps) {
        if (event.type !== 'cancel' || event.tier !== 'diamond') continue
        const waiting = Math.max(0, endOf(before, 'basic') - Math.max(now, endOf(before, 'diamond')))
        expect(Math.max(0, endOf(after, 'basic') - now)).toBe(waiting)
      }
    }),
  )
})

test('case 75: the same grants of days at one moment give the same ends, whatever their order', () => {
  const days = fc.record({ type: fc.constant('assign' as const), tier, days: fc.integer({ min: 1, max: 400 }) })
  const shuffled = fc
    .array(days, { maxLength: 8 })
    .chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    )
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const ends = (list: EntitlementEvent[]) => live(list.map((event) => ({ event, gap: 0 }))).holdings
      expect(ends(one)).toEqual(ends(other))
    }),
  )
})

test('case 75: purchases in any order and at any moments each give the paid period', () => {
  const codes = fc.array(fc.constantFrom(...plans.map((plan) => plan.code)), { minLength: 1, maxLength: 8 })
  const delivered = codes.chain((list) =>
    fc.record({
      paid: fc.constant(list),
      arrived: fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      gaps: fc.array(gap, { minLength: list.length, maxLength: list.length }),
    }),
  )
  fc.assert(
    fc.property(delivered, ({ paid, arrived, gaps }) => {
      const events = arrived.map((plan, index) => ({
        event: { type: 'purchase', plan } as const,
        gap: gaps[index] ?? 0,
      }))
      const bought = live(events).ledger.filter(({ kind }) => kind === 'purchase')
      expect(bought.map(({ plan }) => plan)).toEqual(arrived)
      for (const line of bought) {
        const plan = planOf(line.plan ?? '')
        if (plan === null) throw new Error('a purchase of no plan')
        expect(line.tier).toBe(plan.tier)
        expect(periodEnd(line.until_after - line.seconds * 1000, plan.months)).toBe(line.until_after)
        expect(line.seconds).toBeGreaterThanOrEqual(leastDays(plan.months) * 86_400)
      }
      // At one moment the order changes the end by the unequal lengths of months only.
      const end = (list: typeof paid) =>
        left(live(list.map((plan) => ({ event: { type: 'purchase', plan }, gap: 0 }))).holdings, storyStart).any
      expect(Math.abs(end(paid) - end(arrived))).toBeLessThanOrEqual(2 * DAY_MS * paid.length)
    }),
  )
})

test('a line is recognised as its own event and not as a longer one', () => {
  fc.assert(
    fc.property(grants, (events) => {
      for (const { event, entries } of live(events).steps) {
        const [line] = entries
        if (line === undefined) throw new Error('a grant without a line')
        expect(isLineOf(event, line)).toBe(true)
        expect(isLineOf({ type: 'cancel', tier: line.tier }, line)).toBe(false)
        const longer = event.type === 'assign' ? { ...event, days: event.days + 1 } : ({ type: 'cancel_all' } as const)
        expect(isLineOf(longer, line)).toBe(false)
      }
    }),
  )
})
