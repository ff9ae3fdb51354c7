import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { addMonthsUTC, catalogue, leastDays, periodEnd, planOf, plans } from './catalogue.ts'
import { apply, daysRemaining, endOf, lastTier, nothingHeld, shownStatus } from './rules.ts'
import { live, storyStart } from './testing/story.ts'

const at = (text: string) => Date.parse(text)
const text = (instant: number) => new Date(instant).toISOString()
const t = storyStart

describe('the price list', () => {
  test('computes its figures', () => {
    expect(catalogue()).toEqual([
      {
        code: 'basic_monthly',
        tier: 'basic',
        months: 1,
        amount_usd: 11.99,
        monthly_equivalent: 11.99,
        discount_percentage: 0,
      },
      {
        code: 'basic_quarterly',
        tier: 'basic',
        months: 3,
        amount_usd: 24.9,
        monthly_equivalent: 8.3,
        discount_percentage: 31,
      },
      {
        code: 'basic_annual',
        tier: 'basic',
        months: 12,
        amount_usd: 79.9,
        monthly_equivalent: 6.66,
        discount_percentage: 44,
      },
      {
        code: 'monthly',
        tier: 'diamond',
        months: 1,
        amount_usd: 24.99,
        monthly_equivalent: 24.99,
        discount_percentage: 0,
      },
      {
        code: 'annual',
        tier: 'diamond',
        months: 12,
        amount_usd: 249.99,
        monthly_equivalent: 20.83,
        discount_percentage: 17,
      },
    ])
  })
})

describe('periods', () => {
  test.each([
    ['2026-01-31T08:30:00.123Z', 1, '2026-02-28T08:30:00.123Z', '2026-03-02T08:30:00.123Z'],
    ['2028-01-31T08:30:00.000Z', 1, '2028-02-29T08:30:00.000Z', '2028-03-01T08:30:00.000Z'],
    ['2026-03-15T23:59:59.999Z', 1, '2026-04-15T23:59:59.999Z', '2026-04-15T23:59:59.999Z'],
    ['2026-12-31T00:00:00.000Z', 1, '2027-01-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z'],
    ['2026-11-30T12:00:00.000Z', 3, '2027-02-28T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
    ['2026-12-01T12:00:00.000Z', 3, '2027-03-01T12:00:00.000Z', '2027-03-01T12:00:00.000Z'],
    ['2027-11-30T12:00:00.000Z', 3, '2028-02-29T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
    ['2027-06-01T12:00:00.000Z', 12, '2028-06-01T12:00:00.000Z', '2028-06-01T12:00:00.000Z'],
  ])('case 68: %s and %i months: by the calendar %s, given %s', (start, months, calendar, end) => {
    expect(text(addMonthsUTC(at(start), months))).toBe(calendar)
    expect(text(periodEnd(at(start), months))).toBe(end)
  })

  test('are never shorter than either reading, and keep the time of day', () => {
    const instants = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2080-01-01T00:00:00Z') })
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 24 }), (start, months) => {
        const end = periodEnd(start, months)
        expect(end).toBeGreaterThanOrEqual(addMonthsUTC(start, months))
        expect(end).toBeGreaterThanOrEqual(start + leastDays(months) * DAY_MS)
        expect(end - start).toBeLessThanOrEqual((31 * months + 1) * DAY_MS)
        expect((end - start) % DAY_MS).toBe(0)
      }),
    )
    expect([1, 3, 12].map(leastDays)).toEqual([30, 90, 365])
  })
})

describe('events', () => {
  const held = (until: number) => ({ until, status: 'active' as const, plan_type: 'monthly' as const })

  test.each([
    ['basic_monthly', 1199, 'basic', '2026-12-20T10:00:00.000Z', 'monthly'],
    ['basic_quarterly', 2490, 'basic', '2027-02-20T10:00:00.000Z', 'quarterly'],
    ['basic_annual', 7990, 'basic', '2027-11-20T10:00:00.000Z', 'yearly'],
    ['monthly', 2499, 'diamond', '2026-12-20T10:00:00.000Z', 'monthly'],
    ['annual', 24_999, 'diamond', '2027-11-20T10:00:00.000Z', 'yearly'],
  ] as const)('case 67: %s costs %i cents and gives %s until %s, of type %s', (code, cents, bought, until, type) => {
    expect(planOf(code)?.price_cents).toBe(cents)
    const { holdings } = apply({ type: 'purchase', plan: code }, { ...nothingHeld, now: t })
    expect(holdings).toEqual({
      ...nothingHeld,
      [bought]: { until: at(until), status: 'active', plan_type: type },
    })
  })

  test('case 67: there is no sixth code', () => {
    expect(plans).toHaveLength(5)
    for (const code of ['', 'basic', 'diamond', 'Monthly', 'basic_yearly', 'toString', '__proto__']) {
      expect(planOf(code)).toBeNull()
    }
  })

  test.each(plans)(
    '$code bought from nothing writes one line of its own',
    ({ code, tier: bought, months, plan_type: type }) => {
      const { holdings, entries } = apply({ type: 'purchase', plan: code }, { ...nothingHeld, now: t })
      expect(holdings[bought]).toEqual({ until: periodEnd(t, months), status: 'active', plan_type: type })
      expect(entries).toHaveLength(1)
      expect(entries[0]).toMatchObject({
        kind: 'purchase',
        tier: bought,
        plan: code,
        until_before: null,
        created_at: t,
      })
    },
  )

  test('cases 69, 70: a renewal before the end stacks, one after it starts now', () => {
    const early = apply(
      { type: 'assign', tier: 'basic', days: 30 },
      { basic: held(t + 5 * DAY_MS), diamond: null, now: t },
    )
    expect(early.holdings.basic?.until).toBe(t + 35 * DAY_MS)
    const afterExpiry = apply(
      { type: 'assign', tier: 'basic', days: 30 },
      { basic: held(t - 5 * DAY_MS), diamond: null, now: t },
    )
    expect(afterExpiry.holdings.basic?.until).toBe(t + 30 * DAY_MS)
  })

  test('case 71: Basic, then Diamond twice: the Basic time waits and keeps its length to the millisecond', () => {
    const { holdings, ledger } = live([
      { event: { type: 'assign', tier: 'basic', days: 30 }, gap: 0 },
      { event: { type: 'assign', tier: 'diamond', days: 10 }, gap: 7_777_777 },
      { event: { type: 'assign', tier: 'diamond', days: 10 }, gap: 12_345 },
    ])
    const diamondEnd = t + 7_777_777 + 20 * DAY_MS
    expect(endOf(holdings, 'diamond')).toBe(diamondEnd)
    expect(endOf(holdings, 'basic') - diamondEnd).toBe(30 * DAY_MS - 7_777_777)
    expect(ledger.map((entry) => `${entry.kind} ${entry.tier}`)).toEqual([
      'assign basic',
      'assign diamond',
      'shift basic',
      'assign diamond',
      'shift basic',
    ])
  })

  test('case 72: Basic bought during Diamond queues behind it', () => {
    const { holdings } = apply(
      { type: 'assign', tier: 'basic', days: 30 },
      { basic: null, diamond: held(t + 10 * DAY_MS), now: t },
    )
    expect(holdings.basic?.until).toBe(t + 40 * DAY_MS)
  })

  test('case 73: cancelling Diamond gives back the Basic time behind it', () => {
    const { holdings } = apply(
      { type: 'cancel', tier: 'diamond' },
      { basic: held(t + 40 * DAY_MS), diamond: held(t + 10 * DAY_MS), now: t },
    )
    expect(holdings.basic).toEqual({ ...held(t + 30 * DAY_MS) })
    expect(holdings.diamond).toEqual({ ...held(t), status: 'cancelled' })
  })

  test('cancelling Basic, or all, ends it now and leaves no time behind', () => {
    const state = { basic: held(t + 40 * DAY_MS), diamond: held(t + 10 * DAY_MS), now: t }
    expect(apply({ type: 'cancel', tier: 'basic' }, state).holdings).toEqual({
      basic: { ...held(t), status: 'cancelled' },
      diamond: held(t + 10 * DAY_MS),
    })
    const all = apply({ type: 'cancel_all' }, state)
    expect(all.entries.map((entry) => entry.kind)).toEqual(['cancel', 'cancel'])
    expect([endOf(all.holdings, 'basic'), endOf(all.holdings, 'diamond')]).toEqual([t, t])
  })

  test('cancelling what has ended changes nothing', () => {
    const state = { basic: held(t - DAY_MS), diamond: null, now: t }
    expect(apply({ type: 'cancel', tier: 'basic' }, state).entries).toEqual([])
    expect(apply({ type: 'cancel_all' }, state).entries).toEqual([])
  })

  test('a purchase after a cancellation makes the plan active again; an extension keeps its type', () => {
    const cancelled = { until: t, status: 'cancelled' as const, plan_type: 'yearly' as const }
    const { holdings } = apply(
      { type: 'extend', tier: 'basic', months: 1 },
      { basic: cancelled, diamond: null, now: t },
    )
    expect(holdings.basic).toEqual({ until: periodEnd(t, 1), status: 'active', plan_type: 'yearly' })
  })

  test('a plan that was never held cannot be extended', () => {
    expect(() => apply({ type: 'extend', tier: 'basic', months: 1 }, { ...nothingHeld, now: t })).toThrow(RangeError)
  })
})

describe('displayed states', () => {
  test.each([
    [null, null, null],
    [null, '2026-11-01T00:00:00.000Z', 'basic'],
    ['2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 'diamond'],
    ['2026-11-01T00:00:00.000Z', '2026-11-09T00:00:00.000Z', 'basic'],
    ['2026-11-01T00:00:00.000Z', null, 'diamond'],
  ] as const)('Diamond to %s, the ranking to %s: the last plan is %s', (diamond, leaderboard, tier) => {
    expect(lastTier({ diamond, leaderboard })).toBe(tier)
  })

  test.each([
    [t + 1, 1, 'active'],
    [t + DAY_MS, 1, 'active'],
    [t + DAY_MS + 1, 2, 'active'],
    [t, 0, 'expired'],
    [t - 1, 0, 'expired'],
    [t - DAY_MS, -1, 'expired'],
  ] as const)('case 74: an end at %i leaves %i days: %s', (until, days, status) => {
    expect(daysRemaining(until, t)).toBeCloseTo(days)
    expect(shownStatus({ until, status: 'active' }, t)).toBe(status)
    expect(shownStatus({ until, status: 'cancelled' }, t)).toBe('cancelled')
  })
})
