import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { createRecentLines } from '#server/log/recent-lines.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import { watchRequests } from './monitor/service.ts'
import { registerSystemRoutes } from './routes.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)

/** An instance of the site. */
const instance = (restart: (() => void) | null) =>
  testApp(kernel, (server) => {
    const window = watchRequests(server, kernel)
    const parts = { window, leaderboard, provider: 'sandbox', recentLines: createRecentLines(), restart }
    registerSystemRoutes(server, kernel, parts)
  })
const restart = vi.fn<() => void>()
const another = () => instance(restart)
const app = await another()
const carla = await person(kernel, 'carla', { is_admin: true })

const askRestart = (who: Person = carla, server = app) =>
  server.inject({ method: 'POST', url: '/api/admin/system/restart', headers: who.headers })
const audits = () => sql<{ actor: string }[]>`select actor from audit_log where action = 'system.restart'`

beforeEach(() => {
  clock.advance(3_600_001)
})

test('is refused without a supervisor that would start the server again', async () => {
  const unsupervised = await instance(null)
  const answer = await askRestart(carla, unsupervised)
  expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([409, 'RESTART_UNSUPERVISED'])
  expect(await audits()).toEqual([])
  // The monitor announces it before.
  const isRestartable = async (server: typeof app) => {
    const monitor = await server.inject({ url: '/api/admin/system/api-monitor', headers: carla.headers })
    return monitor.json<{ program: { restartable: boolean } }>().program.restartable
  }
  expect([await isRestartable(unsupervised), await isRestartable(app)]).toEqual([false, true])
})

test('follows the answer, and happens and is logged once, however many admins request it', async () => {
  const emma = await person(kernel, 'emma', { is_admin: true })
  const answers = await Promise.all([carla, carla, emma, carla, carla, carla].map((who) => askRestart(who)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(202))
  expect(answers[5]?.json<{ message: string }>().message).toContain('Riavvio in corso')
  await vi.waitFor(() => expect(restart).toHaveBeenCalledTimes(1))
  expect((await askRestart(emma)).statusCode).toBe(202)
  expect(restart).toHaveBeenCalledTimes(1)
  expect(await audits()).toHaveLength(1)
})

test('happens three times an hour at most; a refused one leaves the instance unchanged', async () => {
  for (let turn = 0; turn < 3; turn++) {
    expect((await askRestart(carla, await another())).statusCode).toBe(202)
    clock.advance(1_000)
  }
  const late = await another()
  // The clock of another instance is a little behind.
  clock.advance(-3_500)
  const refused = await askRestart(carla, late)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.json()).toMatchObject({ detail: expect.stringContaining('Riprova tra 1 ora.') })
  clock.advance(3_601_000)
  const before = restart.mock.calls.length
  expect((await askRestart(carla, late)).statusCode).toBe(202)
  await vi.waitFor(() => expect(restart).toHaveBeenCalledTimes(before + 1))
})

test('cannot be requested by a form of another site', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/system/restart',
    headers: { ...(await signedIn(kernel, carla.trader_id)), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x=1',
  })
  expect(answer.statusCode).toBe(415)
})
