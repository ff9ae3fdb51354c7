import { expect, test } from 'vitest'
import { databaseClock } from './clock.ts'
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
