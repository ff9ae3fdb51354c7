import { afterAll, describe, expect, test } from 'vitest'
import { createShowcases } from '../service.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { until } from '#server/testing/until.ts'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { Person } from '#server/testing/people.ts'
import type { Showcase } from '../../contract.ts'
import { approve, boundPerson, callsOf, changed, goodBody, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const scene = await showcaseScene(kernel)
const { showcases } = scene
afterAll(scene.close)
const { call, made, published, update } = callsOf(scene, kernel)

const look = (id: string, who: Person | null = null, query = '') => call('GET', `/api/showcases/${id}${query}`, who)
const read = async (id: string, who: Person | null = null) => (await look(id, who)).json<Showcase>()
const admin = await boundPerson(kernel, 'capo', { is_admin: true })

describe('a public showcase is gone', () => {
  const inList = (id: string) =>
    showcases.listData({ limit: '100' }).showcases.some(({ showcase_id }) => showcase_id === id)
  const listed = (id: string, expected: boolean) => until(() => inList(id) === expected, 3_000)

  test('at the moment in which Diamond ends, and back with the next plan', async () => {
    const { who, id } = await published({ diamond_ms: HOUR_MS })
    await listed(id, true)
    expect(showcases.publicIdOf(who.trader_id)).toBe(id)
    clock.advance(HOUR_MS)
    expect((await look(id)).statusCode).toBe(404)
    expect(inList(id)).toBe(false)
    expect(showcases.publicIdOf(who.trader_id)).toBeNull()
    expect(await read(id, who)).toMatchObject({ owner_preview: true, trader_info: { is_diamond: false } })
    expect(await read(id, admin)).toMatchObject({ owner_preview: true })
    await sql`update subscription set until = ${new Date(clock.now() + DAY_MS).toISOString()} where trader_id = ${who.trader_id}`
    kernel.changes.announce(who.trader_id)
    expect((await look(id)).statusCode).toBe(200)
    await kernel.changes.flush()
    await listed(id, true)
  })

  test('with a deactivated owner, on every instance', async () => {
    const other = createLeaderboard(kernel, quickRefresh)
    const second = createShowcases(kernel, other)
    await other.start()
    await second.start()
    const { who, id } = await published()
    await until(() => second.publicIdOf(who.trader_id) === id, 3_000)
    expect((await second.detail(id)).showcase.title).toBe(goodBody().profile.subtitle)
    await sql`update trader set deactivated_at = now() where trader_id = ${who.trader_id}`
    kernel.changes.announce(who.trader_id)
    await kernel.changes.flush()
    await expect(second.detail(id)).rejects.toMatchObject({ code: 'SHOWCASE_NOT_FOUND' })
    expect((await look(id)).statusCode).toBe(404)
    await until(() => second.publicIdOf(who.trader_id) === null, 3_000)
    await listed(id, false)
    expect((await look(id, admin)).statusCode).toBe(200)
    await second.close()
    await other.close()
  })

  test('when it is deleted; an approved version shows at once', async () => {
    const { who, id } = await published()
    await update(who, id, changed('La seconda versione'))
    expect((await read(id)).title).toBe(goodBody().profile.subtitle)
    await approve(kernel, id)
    expect((await read(id)).title).toBe('La seconda versione')
    await until(() => JSON.stringify(showcases.listData({ limit: '100' })).includes('La seconda versione'), 3_000)
    await call('DELETE', `/api/showcases/${id}`, who)
    expect((await look(id)).statusCode).toBe(404)
    await kernel.changes.flush()
    await listed(id, false)
  })

  test('an admin’s without a plan is never public', async () => {
    const chief = await boundPerson(kernel, 'capo_senza_piano', { is_admin: true })
    const { showcase_id: id } = await made(chief)
    await approve(kernel, id)
    expect((await look(id)).statusCode).toBe(404)
    expect(await read(id, chief)).toMatchObject({
      owner_preview: true,
      verified: null,
      performance: { roi_percentage: null },
    })
  })
})
