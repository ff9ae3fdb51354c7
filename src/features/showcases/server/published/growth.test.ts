import { afterAll, describe, expect, test } from 'vitest'
import { account, grant, sync } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { signedIn } from '#server/testing/people.ts'
import { DAY_MS, dayText, utcDay } from '#shared/dates.ts'
import type { Showcase } from '../../contract.ts'
import { approve, callsOf, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { call, made } = callsOf(scene, kernel)
const today = utcDay(kernel.clock.now())

/** The verified figures of a trader with one result a day up to today, after an optional second sync of today. */
async function verifiedOf(username: string, nets: readonly number[], later?: number) {
  const one = await account(kernel, { username, nets })
  await grant(kernel, one.trader_id, 'diamond', kernel.clock.now() + 30 * DAY_MS)
  if (later !== undefined) await sync(kernel, one, later)
  const { showcase_id: id } = await made({ ...one, headers: await signedIn(kernel, one.trader_id) })
  await approve(kernel, id)
  const { verified } = (await call('GET', `/api/showcases/${id}`, null)).json<Showcase>()
  if (verified === null) throw new Error('no figures')
  return verified
}

const steps = (days: number) => Array.from({ length: days }, (_, day) => (day % 5 === 3 ? -70 : 40 + (day % 7) * 10))

describe('the line of growth yields the figure beside it', () => {
  test.each([
    { name: 'a longer history, with a gain on the first day of the window', days: 130, from: 90, points: 91 },
    { name: 'a history of exactly the window', days: 89, from: 90, points: 91 },
    { name: 'one day more than the window', days: 90, from: 90, points: 91 },
    { name: 'a short history', days: 12, from: 13, points: 14 },
  ])('$name', async ({ days, from, points }) => {
    const { growth, roi_90 } = await verifiedOf(`giorni_${days}`, steps(days))
    const [base] = growth
    expect(growth).toHaveLength(points)
    expect(base?.date).toBe(dayText(today - from))
    expect(100 * ((growth.at(-1)?.index ?? NaN) / (base?.index ?? NaN) - 1)).toBeCloseTo(roi_90 ?? NaN, 3)
    const dates = growth.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].toSorted())
  })

  test('a first day that gains at once counts from 1', async () => {
    const { growth, roi_90 } = await verifiedOf('primo_giorno', [], 500)
    expect(roi_90).toBe(5)
    expect(growth).toEqual([
      { date: dayText(today - 1), index: 1 },
      { date: dayText(today), index: 1.05 },
    ])
  })
})
