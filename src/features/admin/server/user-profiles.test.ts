import { afterAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { registerReleaseRoutes } from '#features/integrity/server/accounts/release.ts'
import { recordFindings } from '#features/integrity/server/checks/findings.ts'
import { registerIntegrityRoutes } from '#features/integrity/server/routes.ts'
import { evidence } from '#features/integrity/server/testing/review-scene.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { registerAdmin } from './routes.ts'

const kernel = await testKernel()
const { sql } = kernel
const admin = await person(kernel, 'capo', { is_admin: true })
const nets = [40, 40]
await account(kernel, { username: 'synced', nets })
await account(kernel, { username: 'lapsed', nets, plan_ms: -1 })
await account(kernel, { username: 'planless', nets, plan_ms: null })
await account(kernel, { username: 'importing', importing: true })
await person(kernel, 'syncless')
const closed = await account(kernel, { username: 'closed', nets })
await sql`update trading_account set closed_at = now() where account_id = ${closed.account_id}`
const gone = await account(kernel, { username: 'gone', nets })
await sql`update trader set deactivated_at = now() where trader_id = ${gone.trader_id}`
const unproven = await account(kernel, { username: 'unproven', nets })
await sql`update trader set email_proof = 'awaited' where trader_id = ${unproven.trader_id}`
// A case of each account.
const accounts = await sql<{ account_id: string }[]>`select account_id from trading_account order by account_id`
await sql.begin((tx) =>
  recordFindings(
    tx,
    kernel,
    accounts.map(({ account_id }) => ({
      account_id,
      finding: { code: 'history_changed' as const, occurrences: 1, evidence },
    })),
    kernel.clock.now(),
  ),
)

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const traders = createTraderAnswers(leaderboard)
const app = await testApp(kernel, registerAdmin, registerIntegrityRoutes, (server) => {
  registerTraderRoutes(server, kernel, traders)
  registerReleaseRoutes(server, kernel, leaderboard)
})

interface Listed {
  trader_id: string
  username: string
  has_profile: boolean
}

const read = async <T>(url: string) => (await app.inject({ url, headers: admin.headers })).json<T>()

test('a user, the page of a trader’s accounts and a case have a profile where the public page answers', async () => {
  const { users } = await read<{ users: Listed[] }>('/api/admin/users')
  expect(users).toHaveLength(9)
  for (const { username, has_profile: hasProfile } of users) {
    const { statusCode } = await app.inject(`/api/trader/${username}`)
    expect([username, statusCode]).toEqual([username, hasProfile ? 200 : 404])
  }
  const known = users.filter((user) => user.has_profile).map(({ username }) => username)
  expect(known.toSorted()).toEqual(['closed', 'importing', 'lapsed', 'synced'])
  for (const { trader_id, username, has_profile: hasProfile } of users) {
    const { trader } = await read<{ trader: Listed }>(`/api/admin/traders/${trader_id}/integrity`)
    expect([username, trader.has_profile]).toEqual([username, hasProfile])
  }
  const { cases } = await read<{ cases: Listed[] }>('/api/admin/integrity?status=all')
  expect(cases).toHaveLength(7)
  const ofCases = cases.filter((one) => one.has_profile).map(({ username }) => username)
  expect(ofCases.toSorted()).toEqual(known.toSorted())
})
