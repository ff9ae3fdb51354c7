import { expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { createMaintenance } from '#features/maintenance/server/service.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { signedIn } from '#server/testing/people.ts'
import type { getDashboard } from '../contract.ts'
import { registerDashboard } from './routes.ts'

const kernel = await testKernel()
const leaderboard = createLeaderboard(kernel, quickRefresh)
const maintenance = createMaintenance(kernel)
const app = await testApp(kernel, (server) => registerDashboard(server, kernel, leaderboard, maintenance))

test('a case waits for its owner until it is answered or decided; a silent one is not named', async () => {
  const { sql, clock } = kernel
  await leaderboard.start()
  const { trader_id, account_id } = await account(kernel, { username: 'anna', nets: [10], plan_ms: 20 * DAY_MS })
  // As far as the status of the advisor reads it.
  const intake = { ledger: { count: 3 }, shown: { count: 3 }, next_at: clock.now(), message: 'ok' }
  await sql`update trading_account set intake = ${sql.json(intake)}, login = '12345678' where account_id = ${account_id}`
  const headers = await signedIn(kernel, trader_id)
  const noticed = async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/dashboard', headers })
    return answer.json<ResponseOf<typeof getDashboard>>().warnings.some(({ code }) => code === 'case_open')
  }
  const at = (away: number) => instantText(clock.now() + away)
  const open = async (code: string) => sql`
    insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence, occurrences)
    values (${crypto.randomUUID()}, ${account_id}, ${code}, false, ${at(0)}, ${at(0)}, ${at(7 * DAY_MS)}, 1, '{}', 1)`
  expect(await noticed()).toBe(false)
  await open('frozen_market')
  expect(await noticed()).toBe(false)
  await open('unexplained_balance')
  expect(await noticed()).toBe(true)
  await sql`update integrity_case set reply = 'Era un dividendo.', replied_at = ${at(0)}`
  expect(await noticed()).toBe(false)
  await leaderboard.close()
})
