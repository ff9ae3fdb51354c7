import { account, grant } from '#features/leaderboard/server/testing/accounts.ts'
import { approve, goodBody } from '#features/showcases/server/testing/scene.ts'
import type { Kernel } from '#server/kernel.ts'
import { signedIn } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { wholeApp } from './whole-app.ts'

/** A listed trader with Diamond, a proven account and both links of a profile. @returns the trader's id */
export async function diamondOwner(kernel: Kernel, given: Parameters<typeof account>[1]): Promise<string> {
  const { sql, clock } = kernel
  const { trader_id, account_id } = await account(kernel, given)
  const links = { copy_trading: 'https://copia.example.org/trader', telegram: 'https://t.me/trader' }
  await sql`update trader set links = ${sql.json(links)} where trader_id = ${trader_id}`
  await sql`
    insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
    values (${account_id}, 'AAAA-AAAA', now(), now(), now(), now())`
  await grant(kernel, trader_id, 'diamond', clock.now() + DAY_MS)
  return trader_id
}

/** The trader's showcase, approved. @returns its id */
export async function approvedShowcase(
  kernel: Kernel,
  app: Awaited<ReturnType<typeof wholeApp>>,
  traderId: string,
): Promise<string> {
  const headers = await signedIn(kernel, traderId)
  const created = await app.inject({ method: 'POST', url: '/api/showcases/create', headers, payload: goodBody() })
  const { showcase_id: id } = created.json<{ showcase_id: string }>()
  await approve(kernel, id)
  return id
}
