import type { LightMyRequestResponse } from 'fastify'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { SubscriptionStatus } from '../contract.ts'
import { registerSubscriptions } from '../server/routes.ts'

/** A server with the plan calls, an admin, and as many traders as a test wants. Called at the top of a test file. */
export async function planScene() {
  const kernel = await testKernel()
  const app = await testApp(kernel, registerSubscriptions, registerAdmin)
  const admin = await person(kernel, 'capo', { is_admin: true })
  const start = kernel.clock.now()
  let people = 0

  async function post(
    url: string,
    payload: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return app.inject({ method: 'POST', url, headers: { ...admin.headers, ...headers }, payload })
  }
  async function get(url: string, who?: Person): Promise<LightMyRequestResponse> {
    return app.inject({ method: 'GET', url, ...(who && { headers: who.headers }) })
  }
  return {
    kernel,
    app,
    admin,
    start,
    post,
    get,
    inDays: (days: number) => new Date(start + days * DAY_MS).toISOString(),
    someone: () => person(kernel, `trader_${++people}`),
    assign: (body: Record<string, unknown>, headers?: Record<string, string>) =>
      post('/api/admin/assign-subscription', body, headers),
    status: async (who: Person) =>
      (await get(`/api/user/${who.trader_id}/subscription-status`, who)).json<SubscriptionStatus>(),
    ledgerOf: (who: Person) => kernel.sql`
      select kind, tier, source_key, actor from entitlement_entry where trader_id = ${who.trader_id} order by entry_id`,
    subscriptionIdOf: async (who: Person, tier: string): Promise<string> => {
      const [row] = await kernel.sql<{ subscription_id: string }[]>`
        select subscription_id from subscription where trader_id = ${who.trader_id} and tier = ${tier}`
      return row?.subscription_id ?? ''
    },
  }
}
