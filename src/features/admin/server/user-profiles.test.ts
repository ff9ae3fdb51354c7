import { afterAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
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

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const traders = createTraderAnswers(leaderboard)
const app = await testApp(kernel, registerAdmin, (server) => registerTraderRoutes(server, kernel, traders))

interface Listed {
  username: string
  has_profile: boolean
}

test('a user has a profile where the public page answers', async () => {
  const list = await app.inject({ url: '/api/admin/users', headers: admin.headers })
  const { users } = list.json<{ users: Listed[] }>()
  expect(users).toHaveLength(9)
  for (const { username, has_profile: hasProfile } of users) {
    const { statusCode } = await app.inject(`/api/trader/${username}`)
    expect([username, statusCode]).toEqual([username, hasProfile ? 200 : 404])
  }
  const known = users.filter((user) => user.has_profile).map(({ username }) => username)
  expect(known.toSorted()).toEqual(['closed', 'importing', 'lapsed', 'synced'])
})
