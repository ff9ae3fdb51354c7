import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#server/database.ts'
import { insertAudit } from './queries.ts'

/** Who does something, and from where: what the audit log needs of a request. */
export interface Actor {
  trader_id: string
  address: string
  request_id: string
}

/** The actor of a request that a signed-in user makes. */
export function actorOf(request: FastifyRequest, session: { trader_id: string }): Actor {
  return { trader_id: session.trader_id, address: request.ip, request_id: request.id }
}

export interface AuditLine {
  /** `area.verb`, for example `subscription.assign`. */
  action: string
  /** The trader whom it is about. */
  subject: string | null
  /** What changed, before and after; never a secret. */
  details: Record<string, unknown>
  /** ISO-8601. */
  at: string
}

/**
 * Writes one line of the audit log in the transaction of the change itself, so that neither stands without the other. Call it last
 * in the transaction: the log has one writer at a time until it ends.
 */
export async function recordAudit(tx: Transaction, actor: Actor, line: AuditLine): Promise<void> {
  await insertAudit(tx, actor, line)
}

export { firstBrokenAuditLine as auditBrokenAt } from './queries.ts'
