import { expect, test } from 'vitest'
import { asOwner } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { earlierRanks, prunePlaces, recordPlaces } from './places.ts'
import type { Snapshot } from './ranking/snapshot.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const ranking = (ids: readonly string[]) => ({
  snapshot: () =>
    ({
      staleSince: null,
      generatedAt: clock.now(),
      ranks: () => Promise.resolve(new Map(ids.map((id, index) => [id, index + 1]))),
    }) as unknown as Snapshot,
})

/** `sql`, which notes the length of each list that a statement carries. */
const noting = (lengths: number[]) =>
  new Proxy(sql, {
    apply(target, self, values: unknown[]) {
      lengths.push(...values.filter(Array.isArray).map(({ length }) => length))
      return Reflect.apply(target, self, values) as unknown
    },
  })

test('a hundred thousand traders are recorded, and their old places pruned, in short statements', async () => {
  const many = 100_000
  // The role of the server has limits of time, which a busy machine passes.
  await asOwner(
    kernel,
    (own) => own`
    insert into trader (trader_id, username, display_name, email, password_hash, country, broker_server,
                        account_number, terms_version, terms_accepted_at, created_at, updated_at)
    select gen_random_uuid(), 'many' || n, 'Molti', 'many' || n || '@example.com', 'x', 'IT', 'Broker', n::text, '1', now(), now(), now()
      from generate_series(1, ${many}::int) n`,
  )
  const ids = (
    await sql<{ trader_id: string }[]>`select trader_id from trader where username like 'many%' order by trader_id`
  ).map(({ trader_id }) => trader_id)
  const lengths: number[] = []
  const noted = { clock, sql: noting(lengths) }
  expect(await recordPlaces(noted, ranking(ids))).toBe(many)
  clock.advance(DAY_MS)
  expect(await recordPlaces(noted, ranking(ids.toSpliced(50_000, 1)))).toBe(50_000)
  // Each refresh of a new day reads them.
  const earlier = await earlierRanks(sql, utcDay(clock.now()))
  expect(earlier.size).toBe(many)
  expect(earlier.get(ids[9] ?? '')).toEqual({ yesterday: 10, week_ago: null })
  clock.advance(401 * DAY_MS)
  await prunePlaces(noted)
  expect((await earlierRanks(sql, utcDay(clock.now()))).size).toBe(many - 1)
  expect((await sql`select from rank_change`).count).toBe(many)
  // One statement of all of them passes the longest time for a statement on a slow machine.
  expect(Math.max(...lengths)).toBe(1_000)
})
