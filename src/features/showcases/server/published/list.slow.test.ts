import { afterAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { createShowcases } from '../service.ts'
import { approve, callsOf, diamondTrader, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { made } = callsOf(scene, kernel)

test('ten thousand showcases are listed without a query', async () => {
  const { showcase_id: id } = await made(await diamondTrader(kernel))
  await approve(kernel, id)
  await sql`
    with made as (
      insert into trader (trader_id, username, display_name, email, country, password_hash, is_admin, broker_server, account_number,
                          terms_accepted_at, terms_version, created_at, updated_at)
      select gen_random_uuid(), 'molti_' || n, 'Molti ' || n, 'molti_' || n || '@example.com', 'IT', '-', false, 'B', '1', now(), '1', now(), now()
        from generate_series(1, 10000) n returning trader_id
    ), plans as (
      insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
      select gen_random_uuid(), trader_id, 'diamond', '2027-11-20', 'active', 'monthly', now(), now() from made
    ), cases as (
      insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, published_version, published_at, created_at, updated_at)
      select gen_random_uuid(), trader_id, 'published', 1, 1, 1, now(), now(), now() from made returning showcase_id
    )
    insert into showcase_version (showcase_id, version, content, created_at)
    select showcase_id, 1, (select content from showcase_version limit 1), now() from cases`
  const many = createShowcases(kernel, scene.leaderboard)
  const began = performance.now()
  await many.start()
  const loaded = performance.now()
  expect(many.listData({}).total).toBe(10_001)
  const first = performance.now()
  for (let turn = 0; turn < 20; turn += 1) many.listData({ q: `molti ${turn}`, sort_by: 'views' })
  const listed = performance.now()
  // The bounds are five times the time of a slow machine.
  expect(loaded - began).toBeLessThan(10_000)
  expect(first - loaded).toBeLessThan(1_000)
  expect((listed - first) / 20).toBeLessThan(100)
  await many.close()
})
