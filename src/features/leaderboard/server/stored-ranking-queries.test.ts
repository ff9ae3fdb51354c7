import { expect, test } from 'vitest'
import type { Sql } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { endOfChanges } from './change-queries.ts'
import { unchangedTraders } from './stored-ranking-queries.ts'

const { sql } = await testKernel()
const atOnce = 10_000

test('unchanged traders are read in slices: a million in one statement take longer than a statement may', async () => {
  await sql`
    insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server, account_number,
                        terms_accepted_at, terms_version, created_at, updated_at)
    select gen_random_uuid(), 'trader' || number, 'T', number || '@example.com', 'IT', 'x', 'Omega', number, now(), '1', now(), now()
      from generate_series(1, ${atOnce + 10}) as number`
  const sizes: number[] = []
  const counted = new Proxy(sql, {
    async apply(target, self, values) {
      const rows = (await Reflect.apply(target, self, values)) as { ids: string | null }[]
      sizes.push(...rows.map(({ ids }) => ids?.split(' ').length ?? 0))
      return rows
    },
  }) as Sql
  // Other test files share the cluster: their open transactions hold the horizon back.
  const { snapshot } = await until(async () => {
    const position = await endOfChanges(sql)
    return (await unchangedTraders(sql, position.snapshot)).size === atOnce + 10 ? position : null
  }, 10_000)
  await sql`update trader set bio = 'x' where account_number in ('1', '2')`
  await sql`update trader set deactivated_at = now() where account_number = '3'`

  const expected = await sql<{ trader_id: string }[]>`
    select trader_id from trader where account_number not in ('1', '2', '3')`
  expect(await unchangedTraders(counted, snapshot)).toEqual(new Set(expected.map(({ trader_id }) => trader_id)))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(atOnce)
})
