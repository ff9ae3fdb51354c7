import { afterAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { createShowcases } from '../service.ts'
import { manyShowcases } from '../testing/many.ts'
import { approve, callsOf, diamondTrader, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { made } = callsOf(scene, kernel)

test('ten thousand showcases are listed without a query', async () => {
  const { showcase_id: id } = await made(await diamondTrader(kernel))
  await approve(kernel, id)
  await manyShowcases(sql, 1, 10_000)
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
