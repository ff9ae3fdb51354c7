import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { databaseClock, steadyClock } from './clock.ts'
import { testKernel } from './testing/kernel.ts'

const { sql, log } = await testKernel()

test('the clock agrees with the database and never goes back', async () => {
  const clock = await databaseClock(sql, log)
  const readings: number[] = []
  for (let count = 0; count < 20; count++) {
    readings.push(clock.now())
    const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
    expect(Math.abs(clock.now() - (row?.ms ?? 0))).toBeLessThan(250)
  }
  clock.close()
  expect(readings.toSorted((a, b) => a - b)).toEqual(readings)
  expect(readings.every(Number.isInteger)).toBe(true)
})

test('a step of the database clock takes effect only once it is confirmed, forward and back', () => {
  const logged: string[] = []
  const note = (level: string) => () => void logged.push(level)
  let passed = 0
  const clock = steadyClock(1_000_000, { warn: note('warn'), error: note('error') }, () => passed)
  const takeAt = (ms: number, offset: number) => {
    passed = ms
    return clock.take(offset)
  }
  expect(clock.now()).toBe(1_000_000)
  // A small correction back: time stands still.
  expect(takeAt(100, 999_000)).toBe(true)
  expect(clock.now()).toBe(1_000_000)
  expect(takeAt(1_000, 1_000_000)).toBe(true)

  // A passing jump of any size has no effect.
  expect([takeAt(2_000, 1_000_000 + DAY_MS), takeAt(3_000, 1_000_000 + DAY_MS)]).toEqual([false, false])
  expect(takeAt(4_000, 1_000_000 - DAY_MS)).toBe(false)
  expect(takeAt(5_000, 1_000_010)).toBe(true)
  expect(clock.now()).toBe(1_005_010)
  expect(logged).toEqual(['warn', 'warn', 'warn'])

  // One that stays is followed, and so is the way back.
  const forward = [1, 2, 3].map((second) => takeAt(5_000 + second * 1_000, 1_000_000 + DAY_MS + second))
  expect(forward).toEqual([false, false, true])
  expect(clock.now()).toBe(1_008_003 + DAY_MS)
  const back = [1, 2, 3].map((second) => takeAt(8_000 + second * 1_000, 1_000_000))
  expect(back).toEqual([false, false, true])
  expect(clock.now()).toBe(1_011_000)
  expect(logged.filter((level) => level === 'error')).toHaveLength(2)
})
