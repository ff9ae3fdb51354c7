import { afterAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { createBackups } from '#features/system/server/backup/service.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { registerJobs } from '../../../../jobs.ts'
import type { getOwnIntegrity, getSilentReport } from '../../contract.ts'
import { registerIntegrityRoutes } from '../routes.ts'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { syncedAccount } from '../testing/synced-account.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
const payments = createPayments(kernel, createSandbox(kernel))
const backups = createBackups(kernel)
const traders = createTraderAnswers(leaderboard)
const app = await testApp(kernel, registerCheckedEa, registerIntegrityRoutes, (server) => {
  registerTraderRoutes(server, kernel, traders)
})
afterAll(async () => {
  await leaderboard.close()
  await payments.close()
  await backups.close()
})

/** The jobs of the product by name. A test runs one when it wants, where the product waits for its minute. */
const jobs = new Map<string, { cron: string; run: () => Promise<void> }>()
const queue = {
  every: async (name: string, cron: string, run: () => Promise<void>) => void jobs.set(name, { cron, run }),
  pruneSchedules: async () => undefined,
  close: async () => undefined,
}
await registerJobs(kernel, queue, payments, leaderboard, backups)
const run = (name: string) => jobs.get(name)?.run() ?? Promise.reject(new Error(`no job ${name}`))

const admin = await person(kernel, 'capo', { is_admin: true })
const read = async <Answer>(url: string, headers: Record<string, string>) =>
  (await app.inject({ url, headers })).json<Answer>()
const sharedNetworks = async () => {
  const report = await read<ResponseOf<typeof getSilentReport>>('/api/admin/integrity/silent', admin.headers)
  const finding = report.findings.find(({ code }) => code === 'shared_network')
  return { checked_at: report.checked_at, accounts: finding?.accounts, waiting: finding?.waiting }
}

test('three people on one network: neither syncs nor the review find them, the night does, and admins alone read it', async () => {
  const everybody = [
    await syncedAccount(kernel, app),
    await syncedAccount(kernel, app),
    await syncedAccount(kernel, app),
  ]
  for (const { send } of everybody) expect((await send()).status).toBe(200)
  await run('review-accounts')
  expect(await sharedNetworks()).toEqual({ checked_at: null, accounts: 0, waiting: 0 })

  expect(jobs.get('report-silent-findings')?.cron).toMatch(/^\S+ 1-4 \* \* \*$/)
  await run('report-silent-findings')
  expect(await sharedNetworks()).toEqual({
    checked_at: new Date(kernel.clock.now()).toISOString(),
    accounts: 3,
    waiting: 3,
  })

  const [first] = everybody
  const { trader_id, username } = first!.trader
  const own = await read<ResponseOf<typeof getOwnIntegrity>>(
    '/api/account/integrity',
    await signedIn(kernel, trader_id),
  )
  expect(own).toMatchObject({ tags: [], cases: [], under_review: false })
  expect(await read(`/api/trader/${username}`, {})).toMatchObject({ flags: [], findings: [], held: null })
})

test('a trader does not read the report', async () => {
  const { headers } = await person(kernel, 'curioso')
  expect((await app.inject({ url: '/api/admin/integrity/silent', headers })).statusCode).toBe(403)
  expect((await app.inject('/api/admin/integrity/silent')).statusCode).toBe(401)
})
