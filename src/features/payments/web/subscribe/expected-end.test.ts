import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plans } from '#features/subscriptions/catalogue.ts'
import { apply, nothingHeld, type Holdings } from '#features/subscriptions/rules.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { expectedEnd, type PresentEnds } from './expected-end.ts'

const now = Date.UTC(2026, 10, 20, 15, 42)
const nothing = { diamond_expires: null, leaderboard_expires: null }
const day = (instant: number | undefined) => (instant === undefined ? null : instantText(instant).slice(0, 10))

test('for a new buyer the period starts now', () => {
  const expected = expectedEnd('basic_annual', null, now)
  expect(day(expected?.until)).toBe('2027-11-20')
  expect(expected?.from).toBe(now)
  expect(expected?.note).toBeNull()
  expect(expectedEnd('basic_annual', nothing, now)).toEqual(expected)
  expect(expectedEnd('withdrawn', nothing, now)).toBeNull()
})

test('a renewal before the end is added to it, and says so', () => {
  const ends = { diamond_expires: null, leaderboard_expires: '2026-12-01T10:00:00.000Z' }
  const expected = expectedEnd('basic_monthly', ends, now)
  expect(expected?.from).toBe(Date.UTC(2026, 11, 1, 10))
  expect(day(expected?.until)).toBe('2027-01-01')
  expect(expected?.note).toBe('Si aggiunge al tempo che hai già: il nuovo periodo inizia il 01/12/2026.')
})

test('after the end it starts now', () => {
  const ends = { diamond_expires: '2026-10-01T10:00:00.000Z', leaderboard_expires: '2026-11-20T15:41:59.000Z' }
  expect(expectedEnd('basic_monthly', ends, now)).toMatchObject({ from: now, note: null })
})

test('Basic under a running Diamond plan waits for its end', () => {
  const ends = { diamond_expires: '2026-12-24T08:00:00.000Z', leaderboard_expires: '2026-12-24T08:00:00.000Z' }
  const expected = expectedEnd('basic_monthly', ends, now)
  expect(day(expected?.until)).toBe('2027-01-24')
  expect(expected?.note).toContain('inizia il 24/12/2026, quando finisce il tuo Diamond')
})

test('Diamond pauses the Basic time that is left, and says until when that goes on', () => {
  const ends = { diamond_expires: null, leaderboard_expires: '2026-12-01T10:00:00.000Z' }
  const expected = expectedEnd('monthly', ends, now)
  expect(day(expected?.until)).toBe('2026-12-20')
  expect(expected?.note).toContain('lo mette in pausa: il tempo Basic che ti resta riprende dopo, fino al 31/12/2026.')
})

test('the announced end is the rules’ own, whatever was bought before', () => {
  const code = fc.constantFrom(...plans.map((plan) => plan.code))
  const purchases = fc.array(fc.tuple(code, fc.integer({ min: 0, max: 400 * DAY_MS })), { maxLength: 6 })
  fc.assert(
    fc.property(purchases, code, (bought, next) => {
      let holdings: Holdings = nothingHeld
      let at = now - 900 * DAY_MS
      for (const [plan, pause] of bought) {
        at += pause
        holdings = apply({ type: 'purchase', plan }, { ...holdings, now: at }).holdings
      }
      const { diamond, basic } = holdings
      const later = Math.max(diamond?.until ?? 0, basic?.until ?? 0)
      const ends: PresentEnds = {
        diamond_expires: diamond === null ? null : instantText(diamond.until),
        leaderboard_expires: later === 0 ? null : instantText(later),
      }
      const tier = plans.find((plan) => plan.code === next)!.tier
      const real = apply({ type: 'purchase', plan: next }, { ...holdings, now: at }).holdings[tier]
      expect(expectedEnd(next, ends, at)?.until).toBe(real?.until)
    }),
    { numRuns: 2_000 },
  )
})
