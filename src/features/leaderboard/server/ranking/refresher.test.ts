import { afterAll, expect, test } from 'vitest'
import { connectDatabase, type Sql } from '#server/database/database.ts'
import { person } from '#server/testing/people.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { topology } from '#server/testing/topology.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { registerLeaderboardRoutes } from '../routes.ts'
import { createLeaderboard } from '../service.ts'
import { quickRefresh } from '../testing/timing.ts'
import { account, grant, sync } from '../testing/accounts.ts'
import { until } from '#server/testing/until.ts'

const kernel = await testKernel()
let away = false
/** Values of all statements: the traders that were read are among them. */
const read = new Set<unknown>()
function refused(): Promise<never> {
  const refusal = Promise.reject(Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' }))
  // A fragment of a statement is not awaited.
  refusal.catch(() => undefined)
  return refusal
}

/** The pool, except while the test takes the database away. */
const sql: Sql = new Proxy(kernel.sql, {
  get: (target, name) => (away && name === 'begin' ? refused : Reflect.get(target, name)) as unknown,
  apply(target, self, values) {
    if (away) return refused()
    for (const value of values.slice(1)) for (const each of [value].flat()) read.add(each)
    return Reflect.apply(target, self, values) as unknown
  },
})
await account(kernel, { username: 'steady', nets: [50, 50, 50], plan_ms: 400 * DAY_MS })
const mover = await account(kernel, { username: 'mover', nets: [10, 10, 10], plan_ms: 400 * DAY_MS })

const leaderboard = createLeaderboard({ ...kernel, sql }, quickRefresh)
const neighbour = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
await neighbour.start()
afterAll(leaderboard.close)
afterAll(neighbour.close)
const traders = createTraderAnswers(leaderboard)
const app = await testApp(
  { ...kernel, sql },
  (server) => registerLeaderboardRoutes(server, kernel, leaderboard),
  (server, own) => registerTraderRoutes(server, own, traders),
)

const names = () => leaderboard.listData({}).leaderboard.map((row) => row.username)
const entry = (username: string) => leaderboard.listData({}).leaderboard.find((row) => row.username === username)

test('a sync appears within two seconds, on the other instance too', async () => {
  expect(names()).toEqual(['steady', 'mover'])
  kernel.clock.advance(5 * MINUTE_MS)
  await sync(kernel, mover, 900)
  await until(() => names()[0] === 'mover', 2_000)
  await until(() => neighbour.rankOf(mover.trader_id) === 1, 2_000)
  expect(entry('mover')).toMatchObject({ rank: 1, total_trades: 4, account_balance: 10_930 })
  await until(async () => (await neighbour.answer({})).tag === (await leaderboard.answer({})).tag, 2_000)
})

test('a new trader appears, a deactivated one disappears', async () => {
  const newcomer = await account(kernel, { username: 'newcomer', nets: [5] })
  await until(() => names().includes('newcomer'), 2_000)
  expect(entry('newcomer')).toMatchObject({ rank: 3, total_trades: 1 })
  await kernel.sql`update trader set deactivated_at = now() where trader_id = ${newcomer.trader_id}`
  await until(() => !names().includes('newcomer'), 2_000)
  expect(leaderboard.snapshot().byId(newcomer.trader_id)).toBeUndefined()
})

test('a change of a trader who is not listed makes no new snapshot', async () => {
  const before = leaderboard.snapshot()
  // Reads follow one another: when the second one starts, the first has had its effect.
  for (const name of ['stranger', 'second_stranger']) {
    const { trader_id } = await person(kernel, name)
    await until(() => read.has(trader_id), 2_000)
  }
  expect(leaderboard.snapshot()).toBe(before)
})

test('the clock alone ages the status, and the answer with it', async () => {
  const tag = (await leaderboard.answer({})).tag
  kernel.clock.advance(16 * MINUTE_MS)
  await until(() => entry('mover')?.status === 'warning', 3_000)
  expect(entry('mover')).toMatchObject({ status_text: 'In ritardo', status_color: 'yellow', rank: 1 })
  expect((await leaderboard.answer({})).tag).not.toBe(tag)
  const { generated_at } = leaderboard.listData({})
  expect(Date.parse(generated_at)).toBeLessThanOrEqual(kernel.clock.now())
})

test('midnight moves the windows; stale traders lose their rank after 72 hours', async () => {
  const days = entry('mover')?.days_count ?? 0
  kernel.clock.advance(DAY_MS)
  await until(() => entry('mover')?.days_count === days + 1, 3_000)
  expect(entry('mover')).toMatchObject({ status: 'disconnected', rank: 1 })
  kernel.clock.advance(2 * DAY_MS)
  await until(() => entry('mover')?.not_ranked_reasons.includes('stale'), 3_000)
  expect(entry('mover')?.rank).toBeNull()
  expect(leaderboard.rankOf(mover.trader_id)).toBeNull()
  await sync(kernel, mover, 1)
  await until(() => leaderboard.rankOf(mover.trader_id) === 1, 2_000)
})

test('at midnight traders go over to the next day from memory, in batches, with the figures that a fresh load has', async () => {
  // The hour before midnight.
  kernel.clock.advance(DAY_MS - 10 * MINUTE_MS - (kernel.clock.now() % DAY_MS))
  const batches = createLeaderboard({ ...kernel, sql }, { ...quickRefresh, batch: 1 })
  const moved: number[] = []
  await batches.start()
  const total = () =>
    batches
      .snapshot()
      .first(100)
      .reduce((sum, { entry }) => sum + (entry.days_count ?? 0), 0)
  const before = total()
  batches.onSnapshot(() => moved.push(total() - before))
  const { size } = batches.snapshot()
  away = true
  kernel.clock.advance(HOUR_MS)
  await until(() => moved.at(-1) === size, 3_000)
  expect(moved.length).toBeGreaterThanOrEqual(size)
  away = false
  const loaded = createLeaderboard(kernel, quickRefresh)
  await loaded.start()
  expect(batches.listData({}).leaderboard).toEqual(loaded.listData({}).leaderboard)
  await Promise.all([batches.close(), loaded.close()])
})

test('the end of a plan takes the trader off the list by the clock', async () => {
  await grant(kernel, mover.trader_id, 'basic', kernel.clock.now() + HOUR_MS)
  await grant(kernel, mover.trader_id, 'diamond', kernel.clock.now() + 2 * HOUR_MS)
  await until(() => entry('mover')?.is_diamond, 2_000)
  kernel.clock.advance(HOUR_MS)
  await sync(kernel, mover, 1)
  await until(() => entry('mover')?.total_trades === 6, 2_000)
  expect(entry('mover')?.rank).toBe(1)
  kernel.clock.advance(HOUR_MS)
  await until(() => !names().includes('mover'), 3_000)
  const profile = await app.inject('/api/trader/mover')
  expect(profile.json()).toMatchObject({ rank: null, has_active_plan: false, not_ranked_reasons: ['no_active_plan'] })
  await grant(kernel, mover.trader_id, 'basic', kernel.clock.now() + 30 * DAY_MS)
  await until(() => names().includes('mover'), 2_000)
})

test('while the database is away the last snapshot and profile are served, and changes wait for it', async () => {
  const before = await app.inject('/api/fresh/leaderboard')
  expect((await app.inject('/api/trader/mover')).statusCode).toBe(200)
  away = true
  const logged = kernel.lines.length
  kernel.clock.advance(1_000)
  await sync(kernel, mover, 77)
  await until(() => leaderboard.listData({}).stale_since !== null, 2_000)
  expect(kernel.lines.slice(logged).map((line) => line['msg'])).toContain(
    'ranking not refreshed, the last one is served',
  )
  // The browser sends its token with every call: signed-in visitors can read on as well.
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
  const during = await app.inject({ method: 'GET', url: '/api/fresh/leaderboard', headers })
  expect(during.statusCode).toBe(200)
  const since = new Date(kernel.clock.now()).toISOString()
  expect(during.json()).toEqual({ ...before.json<object>(), stale_since: since })
  expect(leaderboard.usable()).toBe(true)
  expect((await app.inject('/api/trader/MOVER')).json()).toMatchObject({ username: 'mover' })
  // A replica answers for a profile that no request asked for before.
  const unknown = await app.inject('/api/trader/steady')
  expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual(
    topology === 'replica' ? [200, undefined] : [503, '5'],
  )
  // The clock advances without the database.
  kernel.clock.advance(16 * MINUTE_MS)
  await until(() => entry('mover')?.status === 'warning', 3_000)
  away = false
  await until(() => entry('mover')?.total_trades === 7, 3_000)
  expect(leaderboard.listData({}).stale_since).toBeNull()
})

test('an outage of the database is noticed and reported though nothing changes', async () => {
  away = true
  await until(() => leaderboard.listData({}).stale_since !== null, 13_000)
  expect((await app.inject('/api/fresh/leaderboard')).json()).toMatchObject({ stale_since: expect.any(String) })
  away = false
  await until(() => leaderboard.listData({}).stale_since === null, 3_000)
})

test('before the first load the answer is 503 with Retry-After', async () => {
  const lost = connectDatabase(kernel.address)
  await lost.close()
  const empty = createLeaderboard({ ...kernel, sql: lost.sql }, quickRefresh)
  await empty.start()
  const cold = await testApp(kernel, (server) => registerLeaderboardRoutes(server, kernel, empty))
  expect(empty.usable()).toBe(false)
  expect(() => empty.rankOf(mover.trader_id)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  for (const url of ['/api/fresh/leaderboard', '/api/fresh/stats']) {
    const answer = await cold.inject(url)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  }
  await empty.close()
})
