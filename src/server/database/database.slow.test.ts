import { expect, test } from 'vitest'
import { isDatabaseAway } from './database.ts'
import { testDatabase } from '../testing/database.ts'

const { sql } = await testDatabase()

test('a statement that takes too long is given up', async () => {
  const before = performance.now()
  expect(
    isDatabaseAway(
      await sql`select pg_sleep(30)`.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  ).toBe(true)
  expect(performance.now() - before).toBeLessThan(5_900)
})
