import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { makeTrader, newLogin, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import type { Kernel } from '#server/kernel.ts'
import { testApp } from '#server/testing/app.ts'
import { otherInstance, testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { DAY_MS } from '#shared/dates.ts'
import { recordPlaces } from './places.ts'
import { registerLeaderboardRoutes } from './routes.ts'
import { createLeaderboard } from './service.ts'

/** Two instances on one database, with the pauses of the product. `npm run test:topologies` runs all tests of the API on such. */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const instances = [await instanceOf(kernel), await instanceOf(await otherInstance(kernel))] as const
let turn = 0
/** As a proxy chooses: each request goes to the other one. */
const inTurn = (): FastifyInstance => (turn++ % 2 === 0 ? instances[0].app : instances[1].app)

async function instanceOf(own: Kernel) {
  const leaderboard = createLeaderboard(own)
  await leaderboard.start()
  afterAll(leaderboard.close)
  const traders = createTraderAnswers(leaderboard)
  const app = await testApp(
    own,
    (server) => registerCheckedEa(server, own),
    (server) => registerLeaderboardRoutes(server, own, leaderboard),
    (server) => registerTraderRoutes(server, own, traders),
  )
  const list = async () => {
    const { headers, body } = await app.inject('/api/fresh/leaderboard')
    return { tag: headers['etag'], body }
  }
  return { own, app, leaderboard, list }
}

const lists = () => Promise.all(instances.map(({ list }) => list()))

test('syncs in turn on two instances: both show them within two seconds, under the same tag and byte for byte', async () => {
  const traders = await Promise.all(Array.from({ length: 4 }, () => makeTrader(kernel)))
  const logins = traders.map(newLogin)
  for (const seq of [1, 2, 3]) {
    kernel.clock.advance(60_000)
    for (const [index, { token }] of traders.entries()) {
      const request = syncRequestOf({ login: logins[index] ?? '', seq, now: kernel.clock.now(), balance: 1_000 + seq })
      expect((await sendSync(inTurn(), token, request)).status).toBe(200)
    }
  }
  const acknowledgedAt = performance.now()
  const shows = ({ body }: { body: string }) => body.match(/"account_balance":1003,/g)?.length === traders.length
  await until(async () => (await lists()).every(shows), 5_000)
  expect(performance.now() - acknowledgedAt).toBeLessThan(2_000)
  const [one, two] = await lists()
  expect(one).toEqual(two)
  // A client that changes the instance holds what it has.
  for (const { app } of instances) {
    const again = await app.inject({ url: '/api/fresh/leaderboard', headers: { 'if-none-match': String(one?.tag) } })
    expect(again.statusCode).toBe(304)
  }
  for (const { username } of traders) {
    const profiles = await Promise.all(instances.map(({ app }) => app.inject(`/api/trader/${username}`)))
    expect(new Set(profiles.map(({ body }) => body)).size).toBe(1)
  }
  const stored = await kernel.sql<{ sync_count: number }[]>`select sync_count from trading_account`
  expect(stored.map(({ sync_count: count }) => count)).toEqual([3, 3, 3, 3])
})

test('a sync that both instances get at once counts once', async () => {
  const { token } = await makeTrader(kernel)
  const request = syncRequestOf({ login: newLogin(), now: kernel.clock.now() })
  const answers = await Promise.all(
    [0, 1, 0, 1].map((index) => sendSync((index === 0 ? instances[0] : instances[1]).app, token, request)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const [row] = await kernel.sql`select sync_count from trading_account where login = ${request.account.login}`
  expect(row).toEqual({ sync_count: 1 })
})

test('places of the day are recorded once, and never from a ranking of a former day', async () => {
  await Promise.all(instances.map(({ own, leaderboard }) => recordPlaces(own, leaderboard)))
  const places = () => kernel.sql`select trader_id, day, rank from rank_change order by 1, 2`
  const recorded = await places()
  // An instance that was stopped for a while still holds its last ranking when it goes on.
  const stopped = instances[1].leaderboard.snapshot()
  kernel.clock.advance(DAY_MS)
  await expect(recordPlaces(kernel, { snapshot: () => stopped })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await places()).toEqual(recorded)
})
