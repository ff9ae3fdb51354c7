import { describe, expect, test } from 'vitest'
import { start } from '#features/ea/server/testing/synced-account.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { capital, CheckedAccount, openPosition } from '../../testing/checked-account.ts'
import { readState, storedState } from '../state.ts'
import { isMarketTime, marketSlots, marketTimeBetween } from '../market-hours.ts'

const utc = (text: string) => Date.parse(`2026-11-${text}Z`)

test('currencies are traded from Sunday 22:00 to Friday 21:00 UTC', () => {
  expect(['20T20:59', '22T22:00', '23T03:00'].map((text) => isMarketTime(utc(text)))).toEqual([true, true, true])
  expect(['20T21:00', '21T12:00', '22T21:59'].map((text) => isMarketTime(utc(text)))).toEqual([false, false, false])
  const days = ['16', '20', '21', '22'].map((day) => marketSlots(Math.floor(utc(`${day}T00:00`) / DAY_MS)))
  expect(days).toEqual([96, 84, 0, 8])
  expect(marketTimeBetween(utc('20T20:30'), utc('22T22:15'))).toBe(45 * MINUTE_MS)
})

describe('a terminal that was off while positions were open (R26)', () => {
  const off = (hours: number, open: number) => {
    const account = new CheckedAccount()
    const positions = Array.from({ length: open }, (_, index) => openPosition(String(index + 1), -HOUR_MS))
    // Monday 10:00 UTC.
    const monday = 3 * DAY_MS
    account.send({ at: monday, seq: 1, items: [capital()], positions })
    return account.send({ at: monday + hours * HOUR_MS, seq: 2, shown: [capital()], positions })
  }
  test('more than a day of the market', () => {
    expect(off(24, 1)).not.toContain('unobserved_drawdown')
    expect(off(24.1, 1)).toContain('unobserved_drawdown')
    expect(off(100, 0)).not.toContain('unobserved_drawdown')
  })
  test('a weekend is no market', () => {
    const account = new CheckedAccount()
    const positions = [openPosition('1', -HOUR_MS)]
    account.send({ at: 0, seq: 1, items: [capital()], positions })
    const sunday = utc('22T22:30') - start
    expect(account.send({ at: sunday, seq: 2, shown: [capital()], positions })).not.toContain('unobserved_drawdown')
  })
})

test('less than nine tenths of the quarters of an hour, from a week on (R26)', () => {
  for (const [hoursOff, low] of [
    [2, false],
    [3, true],
  ] as const) {
    const account = new CheckedAccount()
    let seq = 0
    const found: (readonly [number, string[]])[] = []
    for (let at = 0; at <= 9 * DAY_MS; at += 15 * MINUTE_MS) {
      if ((start + at) % DAY_MS < hoursOff * HOUR_MS) continue
      seq += 1
      const codes = account.send({ at, seq, shown: [capital()], ...(seq === 1 && { items: [capital()] }) })
      if (codes.includes('low_coverage')) found.push([at, codes])
    }
    expect(found.length > 0).toBe(low)
    expect(found.every(([at]) => at > 7 * DAY_MS)).toBe(true)
  }
})

test('the day that runs at an upgrade is counted whole (R26)', () => {
  const quarters = (account: CheckedAccount, from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      account.send({
        at: index * 15 * MINUTE_MS,
        seq: index + 1,
        items: index === 0 ? [capital()] : [],
        shown: [capital()],
      })
    }
  }
  const [one, upgraded] = [new CheckedAccount(), new CheckedAccount()]
  for (const account of [one, upgraded]) quarters(account, 0, 20)
  const { since, days, slots, slot, open } = upgraded.state.observation as Record<string, number> & { days: number[][] }
  const before = { since, days: [...days, [Math.floor(start / DAY_MS), slots]], slot, open }
  upgraded.state = readState({ ...storedState(upgraded.state), v: 2, observation: before })
  for (const account of [one, upgraded]) quarters(account, 20, 60)
  expect(upgraded.state.observation).toEqual(one.state.observation)
  // Friday from 10:00 to 21:00 UTC.
  expect(one.state.observation['days']).toEqual([[Math.floor(start / DAY_MS), 44]])
})

describe('a terminal that sends without its broker has shown nothing (R26)', () => {
  test('positions that were open all the time', () => {
    const account = new CheckedAccount()
    const positions = [openPosition('1', -HOUR_MS)]
    const monday = 3 * DAY_MS
    account.send({ at: monday, seq: 1, items: [capital()], positions })
    for (let hour = 1; hour <= 24; hour += 1) {
      account.send({ at: monday + hour * HOUR_MS, seq: hour + 1, shown: [capital()], positions, connected: false })
    }
    expect(account.codes).not.toContain('unobserved_drawdown')
    const back = { at: monday + 24.1 * HOUR_MS, seq: 99, shown: [capital()], positions }
    expect(account.send(back)).toContain('unobserved_drawdown')
  })
  test('one snapshot a day among all the others', () => {
    const account = new CheckedAccount()
    for (let slot = 0; slot <= 9 * 96; slot += 1) {
      const connected = slot % 96 === 0
      const items = slot === 0 ? [capital()] : []
      account.send({ at: slot * 15 * MINUTE_MS, seq: slot + 1, shown: [capital()], items, connected })
    }
    expect(account.codes).toContain('low_coverage')
  })
})

describe('a hole in the plan (R44)', () => {
  const renewed = (after: number, hasLapsed: boolean) => {
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    const plan_lapse = hasLapsed ? { from: start + MINUTE_MS, until: start + 2 * MINUTE_MS } : null
    return account.send({ at: after, seq: 2, shown: [capital()], plan_lapse })
  }
  test('the plan had ended, and nothing was observed for a quarter of an hour', () => {
    expect(renewed(15 * MINUTE_MS, true)).toContain('plan_gap')
    expect(renewed(14 * MINUTE_MS, true)).not.toContain('plan_gap')
    expect(renewed(DAY_MS, false)).not.toContain('plan_gap')
  })
})
