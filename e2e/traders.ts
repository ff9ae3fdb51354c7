import type { APIRequestContext } from '@playwright/test'
import { admin } from './admin.ts'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import type { Person } from './buyers.ts'
import { expect } from './fixtures.ts'
import { provenEmail } from './mailbox.ts'

/** Traders made by calls, for journeys to find. */

type Headers = Record<string, string>

/** @returns the token of a new session, beside any that a page has */
export async function signedIn(request: APIRequestContext, who: { email: string; password: string }): Promise<Headers> {
  const answer = await request.post('/api/auth/login', { data: { email: who.email, password: who.password } })
  expect(answer.status()).toBe(200)
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` }
}

/** Registers a trader without a browser. */
export async function registered(request: APIRequestContext, who: Person): Promise<Headers> {
  const made = await request.post('/api/auth/register', {
    data: {
      ...who,
      country: 'IT',
      investor_password: 'solo-lettura-42',
      confirm_password: who.password,
      terms_accepted_at: new Date().toISOString(),
    },
  })
  expect(made.status()).toBe(201)
  await provenEmail(request, who.email)
  return signedIn(request, who)
}

/** Gives a plan for a month, as an admin. @returns the trader's id */
export async function assignPlan(
  request: APIRequestContext,
  trader: Headers,
  type: 'basic' | 'diamond',
): Promise<string> {
  const { trader_id } = (await (await request.get('/api/dashboard', { headers: trader })).json()) as {
    trader_id: string
  }
  const assigned = await request.post('/api/admin/assign-subscription', {
    headers: await signedIn(request, admin),
    data: { trader_id, type, duration_days: 30 },
  })
  expect(assigned.status()).toBe(200)
  return trader_id
}

/** Registers a trader with Diamond and one sync. */
export async function diamondTrader(
  request: APIRequestContext,
  who: Person,
): Promise<{ mine: Headers; trader_id: string }> {
  const mine = await registered(request, who)
  const eaToken = await advisorToken(request, mine)
  const trader_id = await assignPlan(request, mine, 'diamond')
  const synced = await request.post('/api/ea/sync', {
    headers: { authorization: `Bearer ${eaToken}` },
    data: syncRequestOf({ login: who.account_number, server: who.broker_server, now: Date.now(), balance: 5_000 }),
  })
  expect(await synced.json()).toMatchObject({ ok: true })
  return { mine, trader_id }
}

/** Gives Basic for a month. @returns the advisor's token */
export async function advisorToken(request: APIRequestContext, trader: Headers): Promise<string> {
  await assignPlan(request, trader, 'basic')
  const made = await request.post('/api/generate-ea-token', { headers: trader })
  return ((await made.json()) as { ea_token: string }).ea_token
}
