import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, utcDay } from '#shared/dates.ts'
import { backupName, lastDue, madeAt, nextDue, expiredBackups } from './rules.ts'

const now = Date.parse('2026-11-22T08:00:00.000Z')

describe('names', () => {
  test('contain the time of a backup, to the second', () => {
    expect(backupName(now + 999, '1a2b3c4d')).toBe('toptrader-20261122T080000Z-1a2b3c4d.backup')
    expect(madeAt('toptrader-20261122T080000Z-1a2b3c4d.backup')).toBe(now)
  })

  test.each([
    '',
    '.',
    '..',
    '../toptrader-20261122T080000Z-1a2b3c4d.backup',
    'toptrader-20261122T080000Z-1a2b3c4d.backup/../x',
    'toptrader-20261122T080000Z-1a2b3c4d.backup.part',
    'toptrader-20261122T080000Z-1a2b3c4d.backup\0',
    'toptrader-20261122T080000Z-1a2b3c4d.backup\n',
    'toptrader-20261322T080000Z-1a2b3c4d.backup',
    'toptrader-20261122T080000Z-1A2B3C4D.backup',
    'toptrader-20261122T080000Z-$(reboot).backup',
    'C:\\toptrader-20261122T080000Z-1a2b3c4d.backup',
    '%2e%2e%2f',
  ])('%j is none', (name) => {
    expect(madeAt(name)).toBe(null)
  })
})

describe('a backup is due', () => {
  test('every night, at the same minute', () => {
    expect(new Date(lastDue(now)).toISOString()).toBe('2026-11-22T01:20:00.000Z')
    expect(new Date(nextDue(now)).toISOString()).toBe('2026-11-23T01:20:00.000Z')
    expect(new Date(lastDue(Date.parse('2026-11-22T01:19:59.999Z'))).toISOString()).toBe('2026-11-21T01:20:00.000Z')
    expect(new Date(lastDue(Date.parse('2026-11-22T01:20:00.000Z'))).toISOString()).toBe('2026-11-22T01:20:00.000Z')
  })
})

describe('which backups are removed', () => {
  const of = (age: number, random = '00000000') => backupName(now - age, random)

  test('nightly ones stay two weeks, then one of each week stays, and none reaches 35 days', () => {
    const nightly = Array.from({ length: 60 }, (_, night) => of(night * DAY_MS))
    const gone = new Set(expiredBackups(nightly, now))
    const retained = nightly.filter((name) => !gone.has(name)).map((name) => (now - (madeAt(name) ?? 0)) / DAY_MS)
    expect(retained.filter((age) => age < 14)).toEqual([...Array.from({ length: 14 }).keys()])
    expect(retained.filter((age) => age >= 14)).toEqual([14, 21, 28])
  })

  test('all of the last day stay, and the newest of the day before', () => {
    const many = [0, 1, 2, 3, 30, 31, 32].map((hours) => of(hours * HOUR_MS))
    expect(expiredBackups(many, now)).toEqual([31, 32].map((hours) => of(hours * HOUR_MS)))
  })

  test('other files are left alone', () => {
    expect(expiredBackups(['notes.txt', 'toptrader.backup', '..'], now)).toEqual([])
  })

  test('for any times and numbers: none reaches 34 days, every recent day keeps one, order does not matter', () => {
    const ages = fc.array(fc.integer({ min: 0, max: 60 * DAY_MS }), { maxLength: 80 })
    fc.assert(
      fc.property(ages, fc.func(fc.boolean()), (all, shuffle) => {
        const names = [...new Set(all.map((age) => of(age)))]
        const gone = new Set(expiredBackups(names, now))
        const retained = names.filter((name) => !gone.has(name)).map((name) => madeAt(name) ?? 0)
        expect(retained.every((at) => now - at < 34 * DAY_MS)).toBe(true)
        expect(retained.length).toBeLessThanOrEqual(
          names.filter((name) => now - (madeAt(name) ?? 0) < DAY_MS).length + 19,
        )
        const recent = (times: number[]) => new Set(times.filter((at) => now - at < 14 * DAY_MS).map(utcDay))
        expect(recent(retained)).toEqual(recent(names.map((name) => madeAt(name) ?? 0)))
        const other = names.toSorted((a, b) => (shuffle(a, b) ? 1 : -1))
        expect(new Set(expiredBackups(other, now))).toEqual(gone)
        // The retained ones stay when the rule is applied again.
        const stayed = names.filter((name) => !gone.has(name))
        expect(expiredBackups(stayed, now)).toEqual([])
      }),
    )
  })
})
