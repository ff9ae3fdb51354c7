import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agreedClock,
  clockOf,
  isFuture,
  offsetShown,
  ruleOf,
  unknownOwnClock,
  toBroker,
  toUtc,
  unknownClock,
  withSample,
  type BrokerClock,
  type ClockSample,
  type OwnClock,
} from './clock.ts'

const utc = (text: string) => Date.parse(`${text}Z`) / 1000
const HOUR = 3600
/** A broker's offset in summer and winter by the rule. */
const sample = (text: string, hours: number) => ({ at: utc(text), offset: hours * HOUR })
const winter = '2026-01-14T12:00:00'
const summer = '2026-07-14T12:00:00'
/** America has changed its clocks on 8 March 2026, Europe will on 29 March. */
const between = '2026-03-18T12:00:00'

describe('offset of a request', () => {
  const receipt = utc('2026-11-20T10:00:00') * 1000
  const shown = (seconds: number, more = {}) =>
    offsetShown({ tick: receipt / 1000 + seconds, tick_age: 0, connected: true, ...more }, receipt)

  test('is rounded to quarters of an hour', () => {
    expect(shown(2 * HOUR - 7)).toBe(2 * HOUR)
    expect(shown(5.5 * HOUR + 100)).toBe(5.5 * HOUR)
    expect(shown(-5 * HOUR)).toBe(-5 * HOUR)
  })
  test('is not read from prices that stand still, from a terminal that is off line, or without a price', () => {
    expect(shown(2 * HOUR, { tick_age: 120 })).toBeNull()
    expect(shown(2 * HOUR, { connected: false })).toBeNull()
    expect(shown(0, { tick: 0 })).toBeNull()
  })
  test('is refused beyond fourteen hours', () => {
    expect(shown(14 * HOUR)).toBe(14 * HOUR)
    expect(shown(14 * HOUR + 900)).toBe('refused')
    expect(shown(-14 * HOUR - 900)).toBe('refused')
  })
})

describe('rule of a broker', () => {
  test.each([
    ['assumed', []],
    ['us_dst', [sample(winter, 2)]],
    ['us_dst', [sample(summer, 3)]],
    ['us_dst', [sample(winter, 2), sample(between, 3), sample(summer, 3)]],
    ['eu_dst', [sample(winter, 2), sample(between, 2), sample(summer, 3)]],
    ['constant', [sample(between, 2)]],
    ['constant', [sample(winter, 3)]],
    ['constant', [sample(winter, 0)]],
    ['constant', [sample(winter, 2), sample(summer, 2)]],
    ['current', [sample(winter, 0), sample(summer, 1)]],
  ] as const)('%s', (rule, samples) => {
    expect(ruleOf(samples)).toBe(rule)
  })
  test('lets brokers change their clocks some hours off the official moment', () => {
    expect(ruleOf([sample('2026-03-08T20:00:00', 2), sample('2026-03-09T00:00:00', 3)])).toBe('us_dst')
  })
})

describe('the clock that an account shows', () => {
  const clockAfter = (...samples: ClockSample[]): OwnClock =>
    samples.reduce((own, one) => withSample(own, one).own, unknownOwnClock)
  const first = sample(winter, 2)

  test('is stored where it is new, or a week younger', () => {
    const one = clockAfter(first)
    expect(withSample(one, sample('2026-01-20T12:00:00', 2))).toEqual({ own: one, refused: false })
    expect(withSample(one, sample('2026-01-21T12:00:00', 2)).own.samples).toHaveLength(2)
    expect(withSample(one, sample('2026-01-14T12:05:00', 3)).own.samples).toHaveLength(2)
  })
  test('may change by an hour at once, by more only while it is less than a day old', () => {
    const one = clockAfter(first)
    expect(withSample(one, sample('2026-01-15T11:00:00', -13)).refused).toBe(false)
    expect(withSample(one, sample('2026-01-15T12:00:00', 3)).refused).toBe(false)
    expect(withSample(one, sample('2026-01-15T12:00:00', -13))).toMatchObject({
      refused: true,
      own: { samples: [first] },
    })
  })
  test('cannot drift away hour by hour', () => {
    const one = clockAfter(first, sample('2026-02-14T12:00:00', 3))
    expect(withSample(one, sample('2026-02-14T12:05:00', 4)).refused).toBe(true)
  })
  test('is accepted once a jump has lasted for a day, and not after a passing one', () => {
    const jump = sample('2026-02-14T12:00:00', 8)
    expect(withSample(clockAfter(first, jump), sample('2026-02-15T12:00:00', 8))).toMatchObject({
      refused: false,
      own: { samples: [first, { offset: 8 * HOUR }], doubted: null },
    })
    const back = clockAfter(first, jump, sample('2026-02-14T13:00:00', 2))
    expect(withSample(back, sample('2026-02-15T12:00:00', 8)).refused).toBe(true)
    const moved = clockAfter(first, jump, sample('2026-02-15T12:00:00', 8), sample('2026-02-15T12:05:00', 8))
    expect(moved.doubted).toBeNull()
  })
  test('comes before the clock of others, of whom most must agree and three at least', () => {
    const [a, b] = [[sample(winter, 8)], [sample(winter, -5)]]
    const agreed = agreedClock([a, a, b, a])
    expect(agreed).toEqual({ rule: 'constant', samples: a })
    expect(agreedClock([a, a])).toBe(unknownClock)
    expect(agreedClock([a, a, a, b, b, b])).toBe(unknownClock)
    expect(clockOf(unknownOwnClock, agreed)).toBe(agreed)
    expect(clockOf(clockAfter(first), agreed).rule).toBe('us_dst')
  })
})

describe('broker time to UTC', () => {
  const clockOf = (...samples: BrokerClock['samples']): BrokerClock => ({ rule: ruleOf(samples), samples })
  test('and back', () => {
    const clock = clockOf(sample(winter, 2))
    for (const text of [winter, summer, between])
      expect(toUtc(clock, toBroker(clock, utc(text) * 1000))).toBe(utc(text) * 1000)
  })
  test('a record of last summer is read with summer time, though it is winter', () => {
    const clock = clockOf(sample(winter, 2))
    expect(toUtc(clock, utc('2025-07-01T15:00:00'))).toBe(utc('2025-07-01T12:00:00') * 1000)
    expect(toUtc(clock, utc('2026-01-10T15:00:00'))).toBe(utc('2026-01-10T13:00:00') * 1000)
  })
  test('American and European dates differ for three weeks in March', () => {
    const american = clockOf(sample(winter, 2), sample(between, 3))
    const european = clockOf(sample(winter, 2), sample(between, 2), sample(summer, 3))
    const wall = utc('2025-03-20T15:00:00')
    expect(toUtc(american, wall)).toBe(utc('2025-03-20T12:00:00') * 1000)
    expect(toUtc(european, wall)).toBe(utc('2025-03-20T13:00:00') * 1000)
  })
  test('a constant clock knows no summer', () => {
    const clock = clockOf(sample(winter, 8))
    expect(toUtc(clock, utc('2025-07-01T15:00:00'))).toBe(utc('2025-07-01T07:00:00') * 1000)
  })
  test('restores every moment from its wall-clock time, except in the hour that comes twice', () => {
    const clock = clockOf(sample(winter, 2), sample(between, 3))
    const shown = (moment: number) => toBroker(clock, moment * 1000)
    const within = { min: utc('2020-01-01T00:00:00'), max: utc('2027-01-01T00:00:00') }
    const repeated = utc('2020-11-01T06:00:00')
    expect(shown(repeated)).toBe(shown(repeated - HOUR))
    fc.assert(
      fc.property(fc.integer(within), (moment) => {
        fc.pre(shown(moment) !== shown(moment - HOUR))
        const candidates = [2, 3].map((hours) => toUtc(clock, moment + hours * HOUR) / 1000)
        expect(candidates).toContain(moment)
      }),
    )
  })
  test('a time after the request is in the future; an unknown clock may be off by fourteen hours', () => {
    const receipt = utc('2026-11-20T10:00:00') * 1000
    const clock = clockOf(sample('2026-11-20T10:00:00', 2))
    expect(isFuture(clock, utc('2026-11-20T12:02:00'), receipt)).toBe(false)
    expect(isFuture(clock, utc('2026-11-20T12:02:01'), receipt)).toBe(true)
    expect(isFuture(unknownClock, utc('2026-11-21T01:59:00'), receipt)).toBe(false)
    expect(isFuture(unknownClock, utc('2026-11-21T03:00:00'), receipt)).toBe(true)
  })
})
