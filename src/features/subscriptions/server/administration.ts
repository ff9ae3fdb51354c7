import type { FastifyRequest } from 'fastify'
import { actorOf, recordAudit } from '#server/audit.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/http/session.ts'
import { instantText } from '#shared/dates.ts'
import { tiers, type Tier } from '../catalogue.ts'
import { maximumAssignedDays, type EntitlementEvent, type Holdings } from '../rules.ts'
import { changePlans, type ChangedPlans } from './ledger.ts'
import { subscriptionById } from './queries.ts'

interface By {
  session: Session
  request: FastifyRequest
  /** A change of plans by an admin. */
  viewedEnd?: number | null | undefined
}

/**
 * Validates the type and length of an assignment.
 * @throws Failure SUBSCRIPTION_TYPE_INVALID, SUBSCRIPTION_DURATION_INVALID
 */
export function assignment(type: unknown, days: unknown): { tier: Tier; days: number } {
  const tier = tiers.find((known) => known === type)
  if (tier === undefined) return fail('SUBSCRIPTION_TYPE_INVALID')
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > maximumAssignedDays) {
    return fail('SUBSCRIPTION_DURATION_INVALID')
  }
  return { tier, days }
}

/** One change by an admin: ledger, plans and audit line in one transaction; the ranking is notified after it. */
export async function administer(
  kernel: Kernel,
  traderId: string,
  event: Exclude<EntitlementEvent, { type: 'purchase' }>,
  { session, request, viewedEnd }: By,
): Promise<ChangedPlans> {
  const key = requestKey(request) ?? kernel.secrets.newId()
  const changed = await kernel.sql.begin(async (tx) => {
    const change = { traderId, event, sourceKey: `admin:${key}`, actor: session.trader_id, viewedEnd }
    const result = await changePlans(tx, kernel, change)
    if (!result.repeated && result.lines.length > 0) {
      const { type, ...figures } = event
      await recordAudit(tx, actorOf(request, session), {
        action: `subscription.${type}`,
        subject: traderId,
        details: { ...figures, before: ends(result.before), after: ends(result.after) },
        at: instantText(result.at),
      })
    }
    return result
  })
  kernel.changes.announce(traderId)
  return changed
}

function ends(holdings: Holdings): Record<Tier, string | null> {
  const end = (tier: Tier) => instantText(holdings[tier]?.until ?? null)
  return { basic: end('basic'), diamond: end('diamond') }
}

/** The request's idempotency key. */
function requestKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\w.:-]{8,100}$/.test(key)) {
    return fail('BAD_REQUEST', { detail: 'Idempotency-Key non valida: deve avere da 8 a 100 lettere, cifre o . : - _' })
  }
  return key
}

/** @throws Failure SUBSCRIPTION_NOT_FOUND */
export async function subscriptionNamed(
  { sql }: Kernel,
  subscriptionId: string,
): Promise<{ trader_id: string; tier: Tier }> {
  return (await subscriptionById(sql, subscriptionId)) ?? fail('SUBSCRIPTION_NOT_FOUND')
}
