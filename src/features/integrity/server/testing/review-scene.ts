import { afterAll } from 'vitest'
import { createMaintenance } from '#features/maintenance/server/service.ts'
import { registerDashboard } from '#features/dashboard/server/routes.ts'
import { registerCheckedEa } from './checked-ea.ts'
import type { LeaderboardEntry } from '#features/leaderboard/contract.ts'
import { registerLeaderboardRoutes } from '#features/leaderboard/server/routes.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account, type TestAccount } from '#features/leaderboard/server/testing/accounts.ts'
import type { getTrader } from '#features/traders/contract.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import type { FindingCode } from '../../rules/catalogue.ts'
import type { getOwnIntegrity } from '../../contract.ts'
import { touchAccount } from '../cases/case-queries.ts'
import { recordFindings } from '../checks/findings.ts'
import { registerIntegrityRoutes } from '../routes.ts'

/** A ranked trader with a live session. */
export type RankedPerson = TestAccount & Person

export const evidence = { inputs: { ticket: '77' }, threshold: { changes: 0 }, found: { profit: [10, -10] } }

/** The ranking, profiles and all calls of cases and levels over one database, with an admin. Called at the top of a test file. */
export async function reviewScene() {
  const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
  const { sql, clock } = kernel
  const leaderboard = createLeaderboard(kernel, quickRefresh)
  const answers = createTraderAnswers(leaderboard)
  const app = await testApp(kernel, registerCheckedEa, registerIntegrityRoutes, (server) => {
    registerLeaderboardRoutes(server, kernel, leaderboard)
    registerTraderRoutes(server, kernel, answers)
    registerDashboard(server, kernel, leaderboard, createMaintenance(kernel))
  })
  afterAll(leaderboard.close)
  const admin = await person(kernel, 'capo', { is_admin: true })

  const call = (method: 'GET' | 'POST', url: string, who: Pick<Person, 'headers'> | null, payload?: object) =>
    app.inject({ method, url, ...(who && { headers: who.headers }), ...(payload && { payload }) })

  return {
    kernel,
    app,
    leaderboard,
    admin,
    call,
    /** The more a trader won, the higher the place. */
    ranked: async (
      username: string,
      net = 40,
      shape: Partial<Parameters<typeof account>[1]> = {},
    ): Promise<RankedPerson> => {
      const made = await account(kernel, { username, nets: Array.from({ length: 12 }, () => net), ...shape })
      const connection = { next_at: clock.now(), message: '', shown: { count: 0 } }
      await sql`
        update trading_account set intake = intake || ${sql.json(connection)} where account_id = ${made.account_id}`
      return { ...made, headers: await signedIn(kernel, made.trader_id) }
    },
    /** Stores a finding about an account, now. */
    find: async ({ account_id, trader_id }: TestAccount, code: FindingCode, occurrences = 1): Promise<void> => {
      await sql.begin(async (tx) => {
        await recordFindings(tx, kernel, [{ account_id, finding: { code, occurrences, evidence } }], clock.now())
        await touchAccount(tx, account_id, new Date(clock.now()).toISOString())
      })
      kernel.changes.announce(trader_id)
    },
    caseOf: async ({ account_id }: TestAccount, code: FindingCode): Promise<string> => {
      const [row] = await sql<{ case_id: string }[]>`
        select case_id from integrity_case where account_id = ${account_id} and code = ${code}
         order by opened_at desc limit 1`
      return row?.case_id ?? ''
    },
    own: async (who: Person) =>
      (await call('GET', '/api/account/integrity', who)).json<ResponseOf<typeof getOwnIntegrity>>(),
    profile: async ({ username }: { username: string }) =>
      (await call('GET', `/api/trader/${username}`, null)).json<ResponseOf<typeof getTrader>>(),
    rows: async () =>
      (await call('GET', '/api/fresh/leaderboard', null)).json<{ leaderboard: LeaderboardEntry[] }>().leaderboard,
    /** Decides like an admin who has just read the case. */
    decide: async (caseId: string, body: object, who: Pick<Person, 'headers'> | null = admin) => {
      const [row] = await sql<{ last_at: string }[]>`select last_at from integrity_case where case_id::text = ${caseId}`
      return call('POST', `/api/admin/integrity/${caseId}/decide`, who, { last_at: row?.last_at ?? '', ...body })
    },
    /** Ownership proven, without the syncs that prove it. */
    prove: async ({ account_id }: TestAccount): Promise<void> => {
      const at = new Date(clock.now()).toISOString()
      await sql`
        insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
        values (${account_id}, 'TT-ABCD2345', ${at}, ${at}, ${at}, ${at})`
      await sql`
        insert into account_integrity (account_id, decided_at) values (${account_id}, ${at})
            on conflict (account_id) do update set decided_at = ${at}`
    },
  }
}
