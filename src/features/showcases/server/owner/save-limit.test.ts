import { afterAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { countUse } from '#server/limits.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { saveLimit } from './save.ts'
import { callsOf, diamondTrader, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel()
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { made, update } = callsOf(scene, kernel)

test('120 saves an hour', async () => {
  const who = await diamondTrader(kernel)
  const { showcase_id: id } = await made(who)
  expect((await update(who, id)).statusCode).toBe(200)
  // These uses stand for the saves 3 to 119.
  for (let save = 3; save < 120; save += 1) await countUse(kernel, saveLimit, { account: who.trader_id })
  expect((await update(who, id)).statusCode).toBe(200)
  const refused = await update(who, id)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json<{ detail: string }>().detail).toMatch(/^Hai già salvato la vetrina molte volte\. Riprova tra /)
  kernel.clock.advance(HOUR_MS)
  expect((await update(who, id)).statusCode).toBe(200)
})
