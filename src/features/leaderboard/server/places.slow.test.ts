import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { earlierRanks, recordPlaces } from './places.ts'
import type { Snapshot } from './ranking/snapshot.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const ranking = (ids: readonly string[]) => ({
  snapshot: () => ({ staleSince: null, generatedAt: clock.now(), rankedIds: () => [...ids] }) as unknown as Snapshot,
})

test('a hundred thousand traders are recorded in one statement, in seconds', async () => {
  const many = 100_000
  // Ten statements: one of all traders would pass the longest time for a statement on a busy machine.
  for (let first = 1; first < many; first += many / 10)
    await sql`
    insert into trader (trader_id, username, display_name, email, password_hash, country, broker_server,
                        account_number, terms_version, terms_accepted_at, created_at, updated_at)
    select gen_random_uuid(), 'many' || n, 'Molti', 'many' || n || '@example.com', 'x', 'IT', 'Broker', n::text, '1', now(), now(), now()
      from generate_series(${first}::int, ${first + many / 10 - 1}::int) n`
  const ids = (
    await sql<{ trader_id: string }[]>`select trader_id from trader where username like 'many%' order by trader_id`
  ).map(({ trader_id }) => trader_id)
  expect(await recordPlaces(kernel, ranking(ids))).toBe(many)
  clock.advance(DAY_MS)
  const began = performance.now()
  expect(await recordPlaces(kernel, ranking(ids.toSpliced(50_000, 1)))).toBe(50_000)
  // Each refresh of a new day reads them.
  const earlier = await earlierRanks(sql, utcDay(clock.now()))
  expect(earlier.size).toBe(many)
  expect(earlier.get(ids[9] ?? '')).toEqual({ yesterday: 10, week_ago: null })
  expect(performance.now() - began).toBeLessThan(20_000)
})
