import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { createAnalytics } from './service.ts'
import { countedShowcase } from './testing/counted.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const { counts, visit } = await countedShowcase(kernel)

test('a hundred thousand events of a day are one count for each visitor, in few writings and bounded memory', async () => {
  clock.set('2026-12-06T10:00:00.000Z')
  let writings = 0
  const counted = new Proxy(sql, {
    get: (target, name) => {
      if (name === 'begin') writings++
      return Reflect.get(target, name) as unknown
    },
  })
  const flooded = createAnalytics({ ...kernel, sql: counted, config: { ...kernel.config, RATE_LIMITS: 'off' } })
  flooded.start()
  const began = performance.now()
  for (let index = 0; index < 100_000; index++) {
    flooded.countView(visit(`10.0.${index % 10}.1`, `host-${index}.example`))
    if (index % 5_000 === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  await flooded.close()
  const seconds = (performance.now() - began) / 1_000
  expect(await counts()).toEqual({ views: 10, clicks: 0 })
  const [{ sources } = { sources: 0 }] = await sql`select count(*)::int as sources from showcase_source_day`
  expect(sources).toBeLessThanOrEqual(201)
  expect(writings).toBeLessThanOrEqual(Math.floor(seconds) + 1)
})

test('visitors beyond the memory’s bound are dropped and counted as such; nothing is lost at the end', async () => {
  clock.set('2026-12-07T10:00:00.000Z')
  const full = createAnalytics({ ...kernel, config: { ...kernel.config, RATE_LIMITS: 'off' } })
  for (let index = 0; index < 21_000; index++) {
    full.countView(visit(`10.0.${index >> 8}.${index & 255}`, `host-${index}.example`))
  }
  await full.close()
  expect(full.figures()).toEqual({ noted: 21_000, counted: 19_000, paced: 0, dropped: 2_000, lost: 0 })
  expect(await counts()).toEqual({ views: 19_000, clicks: 0 })
  const [{ sources } = { sources: 0 }] = await sql`select count(*)::int as sources from showcase_source_day`
  expect(sources).toBe(201)
})
