import { afterAll } from 'vitest'
import { registerLeaderboardRoutes } from '#features/leaderboard/server/routes.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account, type TestAccount } from '#features/leaderboard/server/testing/accounts.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getModeratedShowcase, listModeratedShowcases } from '../../admin-contract.ts'
import type { createShowcase, getMyShowcase } from '../../contract.ts'
import type { ShowcaseStatus } from '../../rules/moves.ts'
import { createAnalytics } from '../analytics/service.ts'
import { registerModerationRoutes } from '../moderation/routes.ts'
import { registerShowcaseRoutes } from '../routes.ts'
import { createShowcases } from '../service.ts'

export type Owner = TestAccount & Person
type Saved = ResponseOf<typeof createShowcase>

/** A valid content of an owner. */
export function written(
  subtitle: string,
  description = 'Opero da anni con un metodo semplice e sempre lo stesso rischio.',
) {
  return { profile: { display_name: 'Marta Ferrero', subtitle, description } }
}

/** All calls of showcases and of their moderation over one database, with an admin. To be called at the top of a test file. */
export async function moderationScene(env: Record<string, string> = {}) {
  const kernel = await testKernel({ env: { RATE_LIMITS: 'off', ...env } })
  const leaderboard = createLeaderboard(kernel, quickRefresh)
  const showcases = createShowcases(kernel, leaderboard)
  const analytics = createAnalytics(kernel)
  const app = await testApp(kernel, (server) => {
    registerLeaderboardRoutes(server, kernel, leaderboard)
    registerShowcaseRoutes(server, kernel, showcases, analytics)
    registerModerationRoutes(server, kernel, leaderboard)
  })
  await leaderboard.start()
  await showcases.start()
  afterAll(async () => {
    await analytics.close()
    await showcases.close()
    await leaderboard.close()
  })
  const admin = await person(kernel, 'capo', { is_admin: true })

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    who: Pick<Person, 'headers'> | null,
    payload?: object,
  ) => app.inject({ method, url, ...(who && { headers: who.headers }), ...(payload && { payload }) })

  const save = async (who: Person, id: string | null, payload: object): Promise<Saved> => {
    const answer =
      id === null
        ? await call('POST', '/api/showcases/create', who, payload)
        : await call('PUT', `/api/showcases/${id}`, who, payload)
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json<Saved>()
  }
  const decide = (id: string, move: string, payload?: object, who: Pick<Person, 'headers'> | null = admin) =>
    call('POST', `/api/admin/showcases/${id}/${move}`, who, payload)

  return {
    kernel,
    admin,
    call,
    save,
    decide,
    owner: async (username: string, diamond_ms = 30 * DAY_MS): Promise<Owner> => {
      const made = await account(kernel, { username, diamond_ms, nets: Array.from({ length: 12 }, () => 40) })
      kernel.changes.announce(made.trader_id)
      return { ...made, headers: await signedIn(kernel, made.trader_id) }
    },
    /** Brings a showcase into a status by calls alone. */
    showcaseIn: async (who: Owner, status: ShowcaseStatus): Promise<string> => {
      const { showcase_id: id } = await save(who, null, { ...written('La prima versione'), submit: status !== 'draft' })
      if (status === 'draft' || status === 'pending_review') return id
      if (status === 'changes_requested') await decide(id, 'request-changes', { message: 'Manca la strategia.' })
      else if (status === 'rejected') await decide(id, 'reject', { message: 'Non è il posto per questo.' })
      else await decide(id, 'approve')
      if (status === 'published_with_pending') await save(who, id, written('La seconda versione'))
      return id
    },
    list: async (query = '') =>
      (await call('GET', `/api/admin/showcases${query}`, admin)).json<ResponseOf<typeof listModeratedShowcases>>(),
    detail: async (id: string) =>
      (await call('GET', `/api/admin/showcases/${id}`, admin)).json<ResponseOf<typeof getModeratedShowcase>>(),
    mine: async (who: Person) => (await call('GET', '/api/my-showcase', who)).json<ResponseOf<typeof getMyShowcase>>(),
  }
}
