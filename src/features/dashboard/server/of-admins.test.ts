import { expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { reviewStage } from '#features/integrity/testing/reviewed.ts'
import { createMaintenance } from '#features/maintenance/server/service.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getDashboard } from '../contract.ts'
import { registerDashboard } from './routes.ts'

const kernel = await testKernel()
const { sql } = kernel
const leaderboard = createLeaderboard(kernel, quickRefresh)
const maintenance = createMaintenance(kernel)
const app = await testApp(kernel, (server) => registerDashboard(server, kernel, leaderboard, maintenance))

test('the dashboard of an admin counts what waits, and says whether the site is closed', async () => {
  const capo = await person(kernel, 'capo', { is_admin: true })
  const anna = await person(kernel, 'anna')
  const partOf = async ({ headers }: typeof capo) => {
    const answer = await app.inject({ method: 'GET', url: '/api/dashboard', headers })
    return answer.json<ResponseOf<typeof getDashboard>>().admin
  }
  const open = { enabled: false, message: expect.any(String) as string, support_email: null }
  expect(await partOf(capo)).toEqual({
    maintenance: open,
    review_count: 0,
    case_count: 0,
    open_count: 0,
    unsent_count: 0,
  })
  await sql`
    insert into contact_message (message_id, name, email, subject, message, created_at, handled_at)
    values (${crypto.randomUUID()}, 'Ugo', 'ugo@example.com', 'altro', 'Ciao', now(), null),
           (${crypto.randomUUID()}, 'Ugo', 'ugo@example.com', 'altro', 'Fatto', now(), now())`
  await sql`
    insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, created_at, updated_at)
    values (${crypto.randomUUID()}, ${anna.trader_id}, 'pending_review', 1, 1, now(), now())`
  const { account_id } = await reviewStage(kernel).makeAccount()
  await sql`
    insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence,
                                occurrences, decision, decided_at, reason)
    values (${crypto.randomUUID()}, ${account_id}, 'history_changed', true, now(), now(), now(), 1, '{}', 1, null, null, null),
           (${crypto.randomUUID()}, ${account_id}, 'false_claims', true, now(), now(), now(), 1, '{}', 1, 'cleared', now(), 'Letto.')`
  await sql`
    insert into outbox (message_id, cause, kind, subject, body, created_at)
    values (${crypto.randomUUID()}, 'prova', 'admin_alert', 'Avviso', 'Testo', now())`
  await maintenance.toggle(
    { enabled: true, message: 'Torniamo alle otto.' },
    { trader_id: capo.trader_id, address: '127.0.0.1', request_id: 'prova' },
  )
  expect(await partOf(capo)).toEqual({
    maintenance: { enabled: true, message: 'Torniamo alle otto.', support_email: null },
    review_count: 1,
    case_count: 1,
    open_count: 1,
    unsent_count: 1,
  })
  expect(await partOf(anna)).toBeNull()
})
